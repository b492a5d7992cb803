"""Networks of network namespaces: computers with interfaces of their own, cabled to each other as in a house.

Only Linux has them, and only root may make them; elsewhere tests that need one are skipped by name.
"""

import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

COUNT = itertools.count()


def ip(*arguments: str) -> None:
    """Run `ip`; what it complains of ends the test."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True, timeout=10)


class Computer:
    """A network namespace; `name` is that of the namespace."""

    def __init__(self, name: str) -> None:
        self.name = name
        ip("netns", "add", name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *arguments: str) -> None:
        ip("-n", self.name, *arguments)

    def command(self, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self.name, *command]

    def run(self, *command: str) -> str:
        return subprocess.run(self.command(*command), check=True, capture_output=True, text=True, timeout=30).stdout

    def give(self, interface: str, *addresses: str) -> None:
        """Give an interface addresses that hold at once, in place of those it had."""
        self.ip("addr", "flush", "dev", interface, "scope", "global")
        for address in addresses:
            self.ip("addr", "add", address, "dev", interface, *(["nodad"] if ":" in address else []))

    def bridge(self, interface: str, address: str) -> None:
        self.ip("link", "add", interface, "type", "bridge")
        self.ip("link", "add", f"{interface}v", "type", "veth", "peer", "name", f"{interface}w")
        self.ip("link", "set", f"{interface}v", "master", interface)
        for one in (interface, f"{interface}v", f"{interface}w"):
            self.ip("link", "set", one, "up")
        self.ip("addr", "add", address, "dev", interface)

    def end(self) -> None:
        subprocess.run(["ip", "netns", "del", self.name], check=False, capture_output=True, timeout=10)


class Networks:
    def __init__(self, closing: ExitStack) -> None:
        self._closing = closing

    def computer(self) -> Computer:
        made = Computer(f"bh{os.getpid()}-{next(COUNT)}")
        self._closing.callback(made.end)
        return made

    def cable(self, one: Computer, at_one: str, other: Computer, at_other: str) -> None:
        """Connect an interface of one with an interface of the other; both are up, without addresses of IPv4."""
        names = [f"bh{next(COUNT)}x{os.getpid() % 100_000}" for _ in range(2)]
        ip("link", "add", names[0], "type", "veth", "peer", "name", names[1])
        for name, computer, interface in zip(names, (one, other), (at_one, at_other), strict=True):
            ip("link", "set", name, "netns", computer.name)
            computer.ip("link", "set", name, "name", interface)
            computer.ip("link", "set", interface, "up")

    def switch(self, computers: Sequence[Computer], interface: str) -> Computer:
        """Connect an interface of each with a switch, which is a computer without addresses."""
        switch = self.computer()
        switch.ip("link", "add", "switch", "type", "bridge", "forward_delay", "0")
        switch.ip("link", "set", "switch", "up")
        for number, computer in enumerate(computers):
            self.cable(computer, interface, switch, f"port{number}")
            switch.ip("link", "set", f"port{number}", "master", "switch")
        return switch


@contextmanager
def networks() -> Iterator[Networks]:
    """Networks until the end; the test is skipped where there can be none."""
    if shutil.which("ip") is None:
        pytest.skip("network namespaces need Linux with iproute2")
    trial = f"bh{os.getpid()}-trial"
    made = subprocess.run(["ip", "netns", "add", trial], check=False, capture_output=True, text=True, timeout=10)
    if made.returncode:
        pytest.skip(f"network namespaces may not be made here: {made.stderr.strip()}")
    subprocess.run(["ip", "netns", "del", trial], check=False, capture_output=True, timeout=10)
    with ExitStack() as closing:
        yield Networks(closing)
