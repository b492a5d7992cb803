"""In a fresh checkout each worker of a whole run prepares its share of what all of them load.

Alone each would rewrite the assertions of all tests, and Hypothesis would look through all of the hub for constants to
try: seven seconds for each worker.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.assertion import rewrite
from hypothesis.internal.constants_ast import constants_from_module

HUB = Path(__file__).parents[2] / "hub"


def share(paths: Sequence[Path], worker: Mapping[str, object]) -> Sequence[Path]:
    """What falls to a worker, as pytest-xdist describes it."""
    return paths[int(str(worker["workerid"]).removeprefix("gw")) :: int(str(worker["workercount"]))]


def prepare(config: pytest.Config, tests: Sequence[Path]) -> None:
    """Prepare this worker's share of the hub and of these tests; nothing where one process has all of it to itself."""
    worker: Mapping[str, object] | None = getattr(config, "workerinput", None)
    if worker is None:
        return
    for source in share(sorted(HUB.rglob("*.py")), worker):
        module = ModuleType(source.stem)
        module.__file__ = str(source)
        constants_from_module(module)
    for test in share(tests, worker):
        folder = rewrite.get_cache_dir(test)
        rewritten = folder / f"{test.stem}{rewrite.PYC_TAIL}"
        if not rewritten.exists():
            folder.mkdir(parents=True, exist_ok=True)
            source_hash, code = rewrite._rewrite_test(test, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, source_hash, rewritten)
