"""Breaks the firmware in each way of `mutations.toml` and runs its tests: they have to fail.

By hand `python tests/firmware/mutations/run.py [WORD]`, for those with that word in their name; in the soak as a test.
A copy of the project is broken, never the project itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LIST = Path(__file__).with_name("mutations.toml")
COPIED = ("firmware", "hub", "tests", "hardware", "pyproject.toml")
QUICK = (
    "driver",
    "model",
    "test_reader_windows.py",
    "test_presence.py",
    "test_disputes.py",
    "test_console.py",
    "test_scene.py",
    "test_parts.py",
    "test_settings.py",
    "test_tasks.py",
    "test_crosstalk.py",
)
NEAREST = {
    "node/reader_windows.py": ("test_reader_windows.py",),
    "node/presence.py": ("test_presence.py",),
    "node/disputes.py": ("test_disputes.py", "test_crosstalk.py"),
    "node/buttons.py": ("test_console.py",),
    "node/console.py": ("test_parts.py",),
    "node/sounds.py": ("test_parts.py",),
    "node/scene.py": ("test_scene.py",),
    "node/scan.py": ("test_parts.py", "test_crosstalk.py"),
    "node/app.py": ("test_parts.py",),
    "node/feedback.py": ("test_parts.py",),
    "node/outputs.py": ("test_parts.py",),
    "node/last_words.py": ("test_parts.py",),
    "boot.py": ("test_parts.py",),
    "node/display.py": ("test_parts.py",),
    "node/settings.py": ("test_settings.py",),
    "node/dice.py": ("test_console.py",),
    "node/tasks.py": ("test_tasks.py",),
    "node/uplink.py": ("test_tasks.py",),
    "node/wire_port.py": ("test_tasks.py",),
    "drivers/pixels.py": ("driver/test_pixels.py",),
    "../hub/flashing/install.py": ("test_flash.py",),
    "../hub/flashing/node.py": ("test_flash.py",),
    "../hub/board/link.py": ("../board/test_link.py",),
    "../hub/board/outbox.py": ("../board/test_outbox.py", "../board/test_link_life.py"),
}  # asked first, since they are likely to notice
NODE = ("test_node.py",)  # against the clock: only for those that the quick ones let through


def mutations(word: str = "") -> list[dict[str, str]]:
    """The list, or those with a word in their name."""
    return [each for each in tomllib.loads(LIST.read_text())["mutation"] if word in each["name"]]


def mutated(source: str, mutation: dict[str, str]) -> str:
    """The source with the mutation in it. ValueError if its place is not there, or there twice."""
    if source.count(mutation["old"]) != 1:
        raise ValueError(f"{mutation['name']}: {source.count(mutation['old'])} places")
    return source.replace(mutation["old"], mutation["new"])


def survivors(chosen: Sequence[dict[str, str]]) -> Iterator[str]:
    """The names of those that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copyfile)(source, copy / name)
        (copy / "web").symlink_to(ROOT / "web")
        if not _passes(copy, QUICK):
            raise RuntimeError("the tests fail without any mutation")
        for mutation in chosen:
            file = copy / "firmware" / mutation["file"]
            healthy = file.read_text(encoding="utf-8")
            file.write_text(mutated(healthy, mutation), encoding="utf-8")
            nearest = NEAREST.get(mutation["file"], ("driver",))
            lives = all(_passes(copy, tests) for tests in (nearest, QUICK, NODE))
            file.write_text(healthy, encoding="utf-8")
            print("SURVIVES" if lives else "caught  ", mutation["name"], flush=True)
            if lives:
                yield mutation["name"]


def _passes(copy: Path, tests: Sequence[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", *(f"tests/firmware/{name}" for name in tests)]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    found = list(survivors(mutations(*sys.argv[1:2])))
    print(f"{len(found)} survive")
