"""Measures how long a phone waits for its page the first time, over a link that is slow.

Run it from the clone: `python tests/bench/bench_first_load.py [--checkout DIR] [--rtt-ms 20] [--mbit 10]`. It needs
Linux, root and Chromium. The hub of a checkout runs in one network namespace and a browser with an empty cache in
another; between them every frame is delayed, so handshakes and slow starts of TCP cost what they cost in a house.

On two cores with other work, three times five loads in turn, of 20 ms and 10 Mbit/s, in the middle:

| page | a connection for each request (c168c893) | kept alive |
|---|---|---|
| /play | usable 0.53 to 0.59 s, all there 0.76 to 0.85 s | 0.39 to 0.40 s, 0.55 to 0.59 s |
| /table | usable 0.57 to 0.58 s, all there 0.56 to 0.57 s | 0.41 to 0.45 s, 0.40 to 0.43 s |
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.slow_link import SlowLink
from helpers.hub_process import plain_environment
from helpers.networks import networks

ROOT = Path(__file__).resolve().parents[2]
LAST_LINE = "Stop with Ctrl-C"
PATIENCE_S = 120
LOAD = """
import statistics, sys
sys.path.insert(0, sys.argv[1])
from helpers.chromium import chromium
SEEN = '''new MutationObserver((_, watch) => {
  if (!document.querySelector("h1, input, [data-prompt]")) return;
  window.usableAt = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });'''
ENDS = "performance.getEntriesByType('resource').map((one) => one.responseEnd)"
took = []
with chromium() as browser:
    for run in range(int(sys.argv[3]) + 1):
        with browser.new_context(locale="de-DE") as context:
            page, asked = context.new_page(), []
            page.add_init_script(SEEN)
            page.on("request", lambda request: asked.append(request.url))
            page.goto(sys.argv[2])
            page.wait_for_load_state("networkidle")
            while page.evaluate("!window.usableAt"):
                page.wait_for_timeout(50)
            took.append((page.evaluate("window.usableAt") / 1e3, max(page.evaluate(ENDS)) / 1e3, len(asked)))
for what, each in zip(("usable", "all there"), list(zip(*took[1:]))):
    print(f"{what} after {min(each):.2f} s at best, {statistics.median(each):.2f} s in the middle; ", end="")
print(f"{took[0][2]} requests")
"""


def measured(checkout: Path, page: str, rtt_s: float, bits_per_s: float, runs: int) -> str:
    """What was measured, in words; the first of the loads only warms the browser up."""
    with networks() as made, tempfile.TemporaryDirectory() as folder:
        hub, phone = made.computer(), made.computer()
        link = SlowLink(hub, phone, rtt_s, bits_per_s)
        hub.give("wlan0", "10.0.0.1/24")
        phone.give("wlan0", "10.0.0.2/24")
        ended, end = os.pipe()
        carrying = threading.Thread(target=link.carry, args=(ended,))
        carrying.start()
        play = [str(checkout / ".venv/bin/bankhalter"), "play", "--no-board", "--no-browser", "--data-dir", folder]
        with subprocess.Popen(
            hub.command(*play), cwd=checkout, stdout=subprocess.PIPE, text=True, env=plain_environment()
        ) as process:
            try:
                assert process.stdout is not None
                assert any(line.startswith(LAST_LINE) for line in process.stdout), "the hub did not start"
                load = [sys.executable, "-c", LOAD, str(ROOT / "tests"), f"http://10.0.0.1:8080{page}", str(runs)]
                return subprocess.run(
                    phone.command(*load), check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE_S
                ).stdout.strip()
            finally:
                process.terminate()
                os.write(end, b"x")
                carrying.join()
                link.close()
                os.close(ended)
                os.close(end)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the first load of a page over a slow link.")
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--page", default="/play")
    parser.add_argument("--rtt-ms", type=float, default=20)
    parser.add_argument("--mbit", type=float, default=10)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    said = measured(options.checkout, options.page, options.rtt_ms / 1e3, options.mbit * 1e6, options.runs)
    print(f"{options.page} over {options.rtt_ms:g} ms and {options.mbit:g} Mbit/s: {said}")


if __name__ == "__main__":
    main()
