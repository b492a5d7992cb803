"""Fuzzing guided by coverage, for as long as somebody likes: `python tests/fuzz/guided.py --runs 1000000`.

Atheris (`pip install -e .[fuzz]`, Linux) mutates the seeds towards code that was not reached yet. Each target runs in a
process of its own; an input that breaks one is kept in the folder named, and belongs into `tests/fuzz/cases` once it is
mended. What was learnt stays in the same folder, so that the next run goes on from there.
"""

import argparse
import importlib.util
import json
import logging
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve()
TESTS = HERE.parents[1]
NAMES = ("codec", "link", "record", "request", "tables", "commands", "stored", "moved")
LENGTHS = {
    "codec": 2048,
    "link": 1024,
    "record": 6000,
    "request": 4096,
    "tables": 12_000,
    "commands": 6000,
    "stored": 800,
    "moved": 60_000,
}
GUIDES = {
    "commands": ["hub.rules", "hub.domain", "hub.table.changes"]
}  # views are made with each input and teach nothing
STRUCTURED, GROWTH = 0.7, 40  # how often a value is changed rather than bytes; how much bytes may grow at once
FIGURE = re.compile(r"stat::(\w+):\s+(\d+)")


def fuzz(target: str, arguments: Sequence[str]) -> None:
    """Never returns: libFuzzer ends the process."""
    import atheris
    from fuzz.mutations import mutated

    with atheris.instrument_imports(include=GUIDES.get(target, ["hub"])):
        from fuzz.targets import TARGETS

    def mutator(data: bytes, size_maximum: int, seed: int) -> bytes:
        chance = random.Random(seed)
        found = mutated(target, data, chance) if chance.random() < STRUCTURED else data
        return (found if found != data else atheris.Mutate(data, len(data) + GROWTH))[:size_maximum]

    logging.disable()
    atheris.Setup([sys.argv[0], *arguments], TARGETS[target], custom_mutator=mutator)
    atheris.Fuzz()


def prepare(target: str, folder: Path) -> tuple[Path, Path]:
    """The seeds as files, and the words in libFuzzer's own spelling."""
    from fuzz.seeds import seeds, words

    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(target)):
        (corpus / f"seed-{number}").write_bytes(seed)
    dictionary = folder / f"{target}.words"
    dictionary.write_text("".join(f'"{word}"\n' for word in sorted(words(target))), encoding="ascii")
    return corpus, dictionary


def run(target: str, runs: int, folder: Path) -> dict[str, object]:
    """One target in a process of its own; returns its figures."""
    corpus, dictionary = prepare(target, folder)
    options = [f"-runs={runs}", f"-max_len={LENGTHS[target]}", f"-dict={dictionary}", f"-artifact_prefix={folder}/"]
    command = [sys.executable, HERE, "--only", target, *options, "-print_final_stats=1", "-timeout=20", corpus]
    began = time.monotonic()
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS.parent), str(TESTS)))},
    )
    figures = dict(FIGURE.findall(done.stderr))
    inputs = int(figures.get("number_of_executed_units", 0))
    if done.returncode:
        (folder / f"{target}.log").write_text(done.stderr + done.stdout, encoding="utf-8")
    seconds = round(time.monotonic() - began, 1)
    return {"target": target, "inputs": inputs, "seconds": seconds, "broken": done.returncode != 0}


def main() -> int:
    """Run all targets, or those that are named, and print one line of JSON for each."""
    if sys.argv[1:2] == ["--only"]:
        fuzz(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description="Feed the readers of the hub with anything at all.")
    parser.add_argument("target", nargs="*", choices=[[], *NAMES], help="which (all)")
    parser.add_argument("--runs", type=int, default=250_000, metavar="N", help="inputs for each target (250000)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="where inputs that were found are kept (a new one)")
    options = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        parser.error("atheris is missing: install the extra `fuzz`")
    folder = options.folder or Path(tempfile.mkdtemp(prefix="bankhalter-fuzz-"))
    print(f"inputs are kept in {folder}", file=sys.stderr)
    broken = False
    for target in options.target or NAMES:
        figures = run(target, options.runs, folder)
        broken = broken or bool(figures["broken"])
        print(json.dumps(figures), flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.path[:0] = [str(TESTS.parent), str(TESTS)]
    sys.exit(main())
