"""Measures what a camera costs the hub: how long a request takes with the camera off and on, in turn.

Run it from the clone: `python tests/bench/bench_watched.py [--requests N] [--rounds N]`. A film of a board comes over
HTTP, twenty pictures a second at 720p, as from a camera in the network, and its pieces move every three seconds, so
that there is always something to look at; the process that looks gives way to the hub. Printed are, for both, the
median from a request to the view that it leads to, their ratio, and how much of a processor the process used.
"""

import argparse
import contextlib
import itertools
import os
import statistics
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.watchers import Watchers
from helpers.camera_scenes import Scene, from_above
from helpers.hub_process import HubProcess
from helpers.photographs import Stood, Weather, middle

FILM_S, MOVES_S = 0.05, 3
WARM_S = 6.0


def jpeg(first: int) -> bytes:
    stood = tuple(Stood(12 + piece, 16, *middle(7 * piece + first, 40), 10, piece) for piece in range(4))
    return Scene(40, *from_above(), Weather(), stood, {}).jpeg()


class Film(BaseHTTPRequestHandler):
    """MJPEG without end."""

    pictures = (b"", b"")

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        with contextlib.suppress(OSError):  # the camera was turned off
            while True:
                picture = self.pictures[int(time.monotonic() / MOVES_S) % 2]
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n".encode()
                self.wfile.write(head + picture + b"\r\n")
                time.sleep(FILM_S)

    def log_message(self, *_given: object) -> None:
        """Nobody reads it."""


def filmed() -> ThreadingHTTPServer:
    Film.pictures = jpeg(1), jpeg(4)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Film)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def asked(watchers: Watchers, action: str, number: int) -> float:
    """How long it takes until an action is in the view (s)."""
    (one,) = watchers.all
    before, begun = len(one.versions), time.perf_counter()
    one.send(f'42{number}["request",{{"id":"bench-{number}","action":{action}}}]')
    watchers.until(lambda: len(one.versions) > before)
    return one.seen_at - begun


def computed_s(children_of: int) -> float:
    """Processor time of the processes that this one has begun, so far (Linux)."""
    listed = Path(f"/proc/{children_of}/task").glob("*/children")
    children = [child for path in listed for child in path.read_text().split()]
    ticks = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13] for child in children]
    return sum(int(tick) for pair in ticks for tick in pair) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    server, watchers, number = filmed(), Watchers(), 0
    took: dict[bool, list[float]] = {False: [], True: []}
    shares, going = [], itertools.cycle((3, 5))
    with tempfile.TemporaryDirectory() as folder:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        with HubProcess(Path(folder), "--camera", address) as hub:
            watchers.connect(hub.port, 1, hub.key)
            for on in (True, False) * options.rounds:
                asked(watchers, f'{{"do":"watch","on":{"true" if on else "false"}}}', number := number + 1)
                until = time.monotonic() + WARM_S
                watchers.until(lambda until=until: time.monotonic() > until, 2 * WARM_S)
                watchers.quiet()
                begun, before_s = time.monotonic(), computed_s(hub.process.pid)
                for _ in range(options.requests):
                    number += 1
                    took[on].append(asked(watchers, f'{{"do":"set_going","seconds":{next(going)}}}', number))
                    time.sleep(0.12)  # what one browser may send
                if on:
                    shares.append((computed_s(hub.process.pid) - before_s) / (time.monotonic() - begun))
            watchers.close()
    off, on = (statistics.median(took[each]) * 1000 for each in (False, True))
    print(f"p50 of {len(took[True])} requests: {off:.2f} ms without, {on:.2f} ms with a camera, {on / off:.2f} times")
    print(f"the process that looks used {statistics.median(shares):.0%} of a processor")


if __name__ == "__main__":
    main()
