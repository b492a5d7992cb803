"""How a table is reached in the networks that houses have: hotspots, VPNs, late and new leases, IPv6, a second hub.

Expectations come from the networks themselves: another computer at the cable opens what the hub shows.
"""

import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from helpers.hub_process import PROGRAM, plain_environment
from helpers.networks import Computer, Networks, networks

from hub.store.folder import AUTHORITY

NEWS_S = 15.0
"""What is promised: so soon everything shows the new address."""
PATIENCE_S = 40.0
URL = re.compile(r"https?://\S+")
ASK = """
import sys, urllib.request
from urllib.parse import urlsplit
with urllib.request.urlopen(urllib.request.Request(sys.argv[1], headers=dict(a.split('=') for a in sys.argv[2:])),
                            timeout=10) as answer:
    print(answer.status)
"""
RESOLVE = """
import sys
from zeroconf import AddressResolver, IPVersion, Zeroconf
with Zeroconf(interfaces=[sys.argv[1]], ip_version=IPVersion.All if ':' in sys.argv[1] else IPVersion.V4Only) as house:
    asked = AddressResolver(sys.argv[2] + '.')
    asked.request(house, 3000)
    print(*sorted(asked.parsed_addresses()))
"""


class Hub:
    """`bankhalter play` on a computer of such a network."""

    def __init__(self, computer: Computer, folder: Path, *options: str) -> None:
        self.computer = computer
        play = [str(PROGRAM), "play", "--no-board", "--no-browser", "--data-dir", str(folder), "--http-port", "8080"]
        self._process = subprocess.Popen(
            computer.command(*play, *options), stdout=subprocess.PIPE, text=True, env=plain_environment()
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        self.welcome = self.says("Stop with Ctrl-C", PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        self._reading.join()
        self._process.stdout.close()

    def says(self, wanted: str, within_s: float = NEWS_S) -> str:
        """What the terminal shows up to the line that has this in it."""
        shown, deadline = [], time.monotonic() + within_s
        while time.monotonic() < deadline:
            try:
                line = self._lines.get(timeout=0.1)
            except queue.Empty:
                continue
            shown.append(line)
            if wanted in line:
                return "".join(shown)
        raise AssertionError(f"not within {within_s} s: {wanted!r} in {''.join(shown)!r}")

    def shown(self) -> list[str]:
        """The addresses for others that the welcome shows, the first one first."""
        found = [url.rstrip(",").removesuffix("/table") for url in URL.findall(self.welcome)]
        return list(dict.fromkeys(url for url in found if "localhost" not in url))

    def draws(self, url: str) -> bool:
        """Whether it draws a QR code for that, as it does for addresses of its own alone."""
        return status(self.computer, f"http://127.0.0.1:8080/api/qr.svg?text={url}/play") == "200"

    def _read(self) -> None:
        for line in self._process.stdout:
            self._lines.put(line)


def status(computer: Computer, url: str, **headers: str) -> str:
    given = [f"{name}={value}" for name, value in headers.items()]
    asked = [sys.executable, "-c", ASK, url, *given]
    done = subprocess.run(computer.command(*asked), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def resolved(computer: Computer, address: str, name: str) -> list[str]:
    """What a device finds that asks by multicast."""
    return computer.run(sys.executable, "-c", RESOLVE, address, name).split()


def until(computer: Computer, address: str, name: str, expected: list[str]) -> None:
    """Wait until a device finds that under the name, not longer than is promised."""
    deadline = time.monotonic() + NEWS_S
    while (found := resolved(computer, address, name)) != expected:
        assert time.monotonic() < deadline, found


@pytest.fixture
def house() -> Iterator[Networks]:
    with networks() as made:
        yield made


@pytest.fixture
def two(house: Networks) -> tuple[Computer, Computer]:
    """The hub's computer and a phone in its Wi-Fi, neither of which has an address yet."""
    hub, phone = house.computer(), house.computer()
    house.cable(hub, "wlan0", phone, "wlan0")
    return hub, phone


def test_a_hotspot_of_its_own(two: tuple[Computer, Computer], tmp_path: Path) -> None:
    """Without any default route the hub shows the address of its hotspot, beside containers, and a phone opens it."""
    computer, phone = two
    computer.give("wlan0", "10.42.0.1/24")
    phone.give("wlan0", "10.42.0.7/24")
    computer.bridge("docker0", "172.17.0.1/16")
    with Hub(computer, tmp_path) as hub:
        assert hub.shown() == ["http://10.42.0.1:8080"]
        assert "IPv6" not in hub.welcome
        assert status(phone, "http://10.42.0.1:8080/table") == "200"
        assert hub.draws("http://10.42.0.1:8080")
        for name in ("bankhalter.fritz.box", "bankhalter", "bankhalter.home.arpa"):
            assert status(phone, "http://10.42.0.1:8080/table", Host=f"{name}:8080") == "200", name
        assert "421" in status(phone, "http://10.42.0.1:8080/table", Host="x.lan.evil.com:8080")
        until(phone, "10.42.0.7", "bankhalter.local", ["10.42.0.1"])


TUNNEL = """
import fcntl, os, signal, struct, sys
tun = os.open('/dev/net/tun', os.O_RDWR)
fcntl.ioctl(tun, 0x400454CA, struct.pack('16sH', sys.argv[1].encode(), 0x1001))
print('up', flush=True)
signal.pause()
"""


def test_a_vpn_that_takes_all_traffic(two: tuple[Computer, Computer], tmp_path: Path) -> None:
    """The address at the other end of a tunnel is nobody's in the house, even if all routes lead there."""
    computer, phone = two
    computer.give("wlan0", "192.168.178.20/24")
    phone.give("wlan0", "192.168.178.30/24")
    held = subprocess.Popen(computer.command(sys.executable, "-c", TUNNEL, "work0"), stdout=subprocess.PIPE, text=True)
    try:
        if held.stdout.readline() != "up\n":
            pytest.skip("tunnels may not be made here")
        computer.ip("addr", "add", "10.8.0.2/24", "dev", "work0")
        computer.ip("link", "set", "work0", "up")
        computer.ip("route", "add", "default", "dev", "work0")
        with Hub(computer, tmp_path) as hub:
            assert hub.shown() == ["http://192.168.178.20:8080"]
            assert status(phone, f"{hub.shown()[0]}/table") == "200"
    finally:
        held.kill()
        held.communicate()


def test_leases_come_late_and_change(two: tuple[Computer, Computer], tmp_path: Path) -> None:
    """Started before its Wi-Fi, and after a new lease, terminal, QR codes and name have the address within 15 s."""
    computer, phone = two
    phone.give("wlan0", "192.168.1.30/24")
    with Hub(computer, tmp_path) as hub:
        assert hub.shown() == []
        assert "no network" in hub.welcome
        for address in ("192.168.1.20", "192.168.1.77"):
            computer.give("wlan0", f"{address}/24")
            url = f"http://{address}:8080"
            hub.says(url)
            assert hub.draws(url)
            assert status(phone, f"{url}/table") == "200"
            until(phone, "192.168.1.30", "bankhalter.local", [address])
        assert not hub.draws("http://192.168.1.20:8080")


def test_a_network_of_ipv6_alone(two: tuple[Computer, Computer], tmp_path: Path) -> None:
    """Where nobody has an address of IPv4, pages, QR codes and the name are there all the same."""
    computer, phone = two
    computer.give("wlan0", "fd00:1234::20/64")
    phone.give("wlan0", "fd00:1234::30/64")
    with Hub(computer, tmp_path) as hub:
        assert hub.shown() == ["http://[fd00:1234::20]:8080"]
        assert "IPv6 alone" in hub.welcome
        assert status(phone, "http://[fd00:1234::20]:8080/table") == "200"
        assert hub.draws("http://[fd00:1234::20]:8080")
        until(phone, "fd00:1234::30", "bankhalter.local", ["fd00:1234::20"])


def test_two_hubs_in_a_network(house: Networks, tmp_path: Path) -> None:
    """The second one has a name of its own, and its terminal says so."""
    first, second, phone = computers = [house.computer() for _ in range(3)]
    house.switch(computers, "eth0")
    for number, computer in enumerate(computers):
        computer.give("eth0", f"10.0.0.{number + 1}/24")
    with Hub(first, tmp_path / "first") as one:
        one.says("http://bankhalter.local:8080")
        with Hub(second, tmp_path / "second") as other:
            other.says("http://bankhalter-2.local:8080")
            assert resolved(phone, "10.0.0.3", "bankhalter.local") == ["10.0.0.1"]
            assert resolved(phone, "10.0.0.3", "bankhalter-2.local") == ["10.0.0.2"]
            assert status(phone, "http://10.0.0.2:8080/table", Host="bankhalter-2.local:8080") == "200"


@pytest.mark.feature("trust")
def test_http_typed_where_https_is_spoken(two: tuple[Computer, Computer], tmp_path: Path) -> None:
    """A phone without the scheme is led to the same page with https; one that trusts the hub follows it anywhere."""
    computer, phone = two
    computer.give("wlan0", "192.168.1.20/24")
    phone.give("wlan0", "192.168.1.30/24")
    with Hub(computer, tmp_path, "--tls") as hub:
        assert hub.shown() == ["https://192.168.1.20:8080", "http://192.168.1.20:8080/trust"]
        trusting = ("curl", "--cacert", str(tmp_path / AUTHORITY), "-sLw", "%{http_code} %{url_effective}", "-o")
        asked = phone.run(*trusting, "/dev/null", "http://192.168.1.20:8080/play?a=b")
        assert asked == "200 https://192.168.1.20:8080/play?a=b"
        computer.give("wlan0", "192.168.1.21/24")
        hub.says("https://192.168.1.21:8080")
        assert phone.run(*trusting, "/dev/null", "https://192.168.1.21:8080/tv") == "200 https://192.168.1.21:8080/tv"
