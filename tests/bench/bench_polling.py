"""Measures what browsers that poll cost: how late a change reaches them, and a WebSocket beside them; threads, memory.

Run it from the clone: `python tests/bench/bench_polling.py [--changes N] [--pollers N ...] [--json]`. All of it is over
TLS, as polling is; who polls runs in this process, so on few processors its own work is part of what is measured.
"""

from __future__ import annotations

import argparse
import re
import ssl
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from helpers.hub_process import HubProcess
from msgspec import Struct
from server.browser import Browser
from server.poller import Poller
from websocket import create_connection

PAUSE_S = 0.15
"""Between changes: as between what people do, not a burst."""
PER_ADDRESS = 10


class Figures(Struct, frozen=True, kw_only=True):
    """With so many who poll: medians from the request of a change until it is seen, and what the hub takes for it."""

    pollers: int
    websocket_ms: float
    first_poller_ms: float | None
    last_poller_ms: float | None
    threads: int
    memory_mb: float


class SecureBrowser(Browser):
    """A WebSocket over TLS."""

    def _open(self, port: int, source: str, headers: dict[str, str]) -> None:
        self.wire = create_connection(
            f"wss://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket",
            host=self.host,
            origin=f"https://{self.host}",
            sslopt={"cert_reqs": ssl.CERT_NONE, "check_hostname": False},
        )


class TimedPoller(Poller):
    """Notes when the newest packets came."""

    came_at = 0.0

    def _arrived(self) -> None:
        self.came_at = time.perf_counter()

    def close(self) -> None:
        """Leave with a goodbye, so that its place is free at once."""
        super().close()
        self.send("1")


def measured(hub: HubProcess, pollers: int, changes: int) -> Figures:
    """Let the table change again and again."""
    with ExitStack() as leaving:
        banker = leaving.enter_context(closing(SecureBrowser(hub.port, key=hub.key, local=True)))
        sources = [f"127.0.0.{2 + number // PER_ADDRESS}" for number in range(pollers)]
        waiting = [
            leaving.enter_context(closing(TimedPoller(hub.port, key=hub.key, source=source))) for source in sources
        ]
        for one in waiting:
            one.wait("view")
        seen: list[tuple[float, list[float]]] = []
        for number in range(changes):
            time.sleep(PAUSE_S)
            began = time.perf_counter()
            ack = banker.ask({"do": "enrol", "seat": number % 2, "uid": None})
            assert ack["ok"]
            banker.wait("view", lambda view, to=ack["version"]: view["version"] >= to)
            by_websocket = time.perf_counter() - began
            for one in waiting:
                one.wait("view", lambda view, to=ack["version"]: view["version"] >= to)
            seen.append((by_websocket, [one.came_at - began for one in waiting]))
        status = Path(f"/proc/{hub.process.pid}/status").read_text()
    threads, kilobytes = (int(re.findall(rf"{name}:\s+(\d+)", status)[0]) for name in ("Threads", "VmRSS"))
    by_polls = [by_poll for _, by_poll in seen if by_poll]
    return Figures(
        pollers=pollers,
        websocket_ms=middle_ms([by_websocket for by_websocket, _ in seen]),
        first_poller_ms=middle_ms([min(one) for one in by_polls]) if by_polls else None,
        last_poller_ms=middle_ms([max(one) for one in by_polls]) if by_polls else None,
        threads=threads,
        memory_mb=round(kilobytes / 1024, 1),
    )


def middle_ms(seconds: list[float]) -> float:
    """The median in milliseconds."""
    return round(1000 * statistics.median(seconds), 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what browsers that poll cost.")
    parser.add_argument("--changes", type=int, default=60, metavar="N", help="of the table (60)")
    parser.add_argument("--pollers", type=int, nargs="+", default=[0, 1, 10, 50], metavar="N", help="(0 1 10 50)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, HubProcess(Path(folder), "--simulated=starter", "--tls") as hub:
        with closing(SecureBrowser(hub.port, key=hub.key, local=True)) as banker:
            for name in ("Anna", "Ben"):
                assert banker.ask({"do": "add_seat", "name": name})["ok"]
        for pollers in options.pollers:
            figures = measured(hub, pollers, options.changes)
            print(msgspec.json.encode(figures).decode() if options.json else shown(figures), flush=True)


def shown(figures: Figures) -> str:
    """For people."""
    polls = f", the first poll {figures.first_poller_ms} ms, the last {figures.last_poller_ms} ms"
    return (
        f"{figures.pollers} poll: WebSocket {figures.websocket_ms} ms{polls if figures.pollers else ''}; "
        f"{figures.threads} threads, {figures.memory_mb} MB"
    )


if __name__ == "__main__":
    main()
