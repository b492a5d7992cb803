"""Breaks a copy of the project in each way that is listed beside this file, and prints what no test notices.

`python3 hub test seeded [--near] [NAME…]`: rooms, or words in the names of faults; all, unless any is given. The tests
named with a fault are asked first, then the rest of `python3 hub test`; with `--near` the latter is left out. What
survives with a reason is tried only if it is named.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from faults import ROOT, Fault, place, rooms, sources

COPIES = min(os.cpu_count() or 1, 4)
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "--rung=gate", "-p", "no:cacheprovider")
REST = ("-n", str(COPIES), "--dist=loadfile", "--ignore=tests/analysis")
VITEST = (sys.executable, "web/npm.py", "run", "test", "--")
BUILD = (sys.executable, "web/npm.py", "run", "build")
NOTHING_FAILED, FAILED = 0, {1, 2, 4}
"""Pytest's exit codes, 2 and 4 for what cannot even be imported; all others are our own mistakes."""


def chosen(words: Sequence[str]) -> list[Fault]:
    """The faults of these rooms or with these words in their names."""
    known = rooms()
    parts = [word for word in words if word not in known]
    return [
        fault
        for room, faults in known.items()
        for fault in faults
        if (not words and not fault.survives) or room in words or any(part in fault.name for part in parts)
    ]


def copied(folder: Path) -> Path:
    """A copy of the project as it is here, with what is installed and built borrowed."""
    for path in sources():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path, follow_symlinks=False)
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    shutil.copytree(ROOT / "web" / "dist", folder / "web" / "dist")
    subprocess.run(("git", "init", "-q"), cwd=folder, check=True)
    subprocess.run(("git", "add", "-A"), cwd=folder, check=True)
    return folder


def nearest(fault: Fault) -> tuple[str, ...]:
    """The tests named with the fault; else those that import the broken module."""
    if fault.tests:
        return fault.tests
    module = ".".join(place(fault).with_suffix("").parts)
    tests = [path for path in sources() if path.parts[0] == "tests" and path.match("test_*.py")]
    return tuple(path.as_posix() for path in tests if module in (ROOT / path).read_text(encoding="utf-8"))


def stages(fault: Fault, near: bool) -> Iterator[tuple[str, ...]]:
    """The commands to run one after the other until one fails."""
    tests, in_pages = nearest(fault), fault.file.startswith("web/")
    if vitest := tuple(test for test in tests if test.startswith("web/")):
        yield (*VITEST, *(test.removeprefix("web/") for test in vitest))
    if pytest := tuple(test for test in tests if not test.startswith("web/")):
        if in_pages:
            yield BUILD
        yield (*PYTEST, *pytest)
    if not near:
        if in_pages:
            yield VITEST
            yield BUILD
        yield (*PYTEST, *REST)


def passes(copy: Path, command: Sequence[str]) -> bool:
    """Whether a command succeeds there. Raises RuntimeError if it found nothing to do."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in {NOTHING_FAILED, *FAILED}:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout[-2_000:]}{done.stderr[-2_000:]}")
    return done.returncode == NOTHING_FAILED


def survives(copy: Path, fault: Fault, near: bool) -> bool:
    """Whether no test notices the fault; afterwards the copy is whole again."""
    path = place(fault)
    (copy / path).write_text((ROOT / path).read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")
    try:
        return all(passes(copy, command) for command in stages(fault, near))
    finally:
        shutil.copy2(ROOT / path, copy / path)


def survivors(faults: Sequence[Fault], near: bool) -> Iterable[Fault]:
    """Try all, as many at a time as there are processors. Raises RuntimeError if the tests fail without any fault."""
    free: SimpleQueue[Path] = SimpleQueue()

    def tried(fault: Fault) -> Fault | None:
        copy = free.get()
        try:
            lives = survives(copy, fault, near)
        finally:
            free.put(copy)
        print("SURVIVES" if lives else "caught  ", fault.name, flush=True)
        return fault if lives else None

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(COPIES) as pool:
        for number in range(COPIES):
            free.put(copied(Path(folder, str(number))))
        first = {command for fault in faults for command in stages(fault, near=True)}
        if not near and not all(passes(Path(folder, "0"), command) for command in sorted(first)):
            raise RuntimeError("the tests fail without any fault")
        return [fault for fault in pool.map(tried, faults) if fault]


def main(arguments: Sequence[str]) -> int:
    """Print what survives; returns the exit code."""
    faults = chosen([word for word in arguments if word != "--near"])
    lives = survivors(faults, "--near" in arguments)
    print(f"{len(lives)} of {len(faults)} survive", *(f"  {fault.name}: {fault.hurts}" for fault in lives), sep="\n")
    return int(any(not fault.survives for fault in lives))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
