"""Other tools have nothing to say: of format, style, imports and types, on a node, on the pages, and in their tests."""

import subprocess
import sys
from pathlib import Path

import pytest

from hub.setup.bootstrap import ROOT

MODULE = (sys.executable, "-m")
TYPED = (
    "hub",
    "hardware",
    "requirements",
    "tests/gate.py",
    "tests/helpers/cited_rows.py",
    "web/npm.py",
    "web/build_pages.py",
    "web/wire_types.py",
)


def case(rung: str, name: str, *command: str) -> object:
    return pytest.param(command, id=name, marks=getattr(pytest.mark, rung))


def types(rung: str, platform: str) -> object:
    """Types as a platform has them, with a cache of its own: a shared one would be rebuilt for each platform.

    What only another platform reaches is unreachable there, so only here it is a fault.
    """
    return case(
        rung,
        f"mypy {platform}",
        *MODULE,
        "mypy",
        f"--platform={platform}",
        *([] if sys.platform == platform else ["--no-warn-unreachable"]),
        f"--cache-dir=.mypy_cache/{platform}",
        *TYPED,
    )


TOOLS = (
    case("quick", "ruff format", *MODULE, "ruff", "format", "--check", "."),
    case("quick", "ruff check", *MODULE, "ruff", "check", "."),
    case("quick", "lint-imports", str(Path(sys.executable).with_name("lint-imports")), "--no-logo"),
    types("quick", "linux"),
    types("all", "win32"),
    types("all", "darwin"),
    case("gate", "pyright", sys.executable, "tests/analysis/firmware_types.py"),
    case("gate", "svelte-check", sys.executable, "web/npm.py", "run", "check"),
    case("gate", "vitest", sys.executable, "web/npm.py", "run", "test", "--", "--maxWorkers=1"),
)


@pytest.mark.flaky(reruns=0)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("command", TOOLS)
def test_a_tool_has_nothing_to_say(command: tuple[str, ...]) -> None:
    """It succeeds; otherwise the test says what it said."""
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        pytest.fail(done.stdout.decode(errors="replace"), pytrace=False)
