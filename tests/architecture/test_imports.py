"""The arrows: import-linter would catch a wrong one, and some files get by with the standard library."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BEFORE_INSTALLATION = (
    "hub/__main__.py",
    "hub/setup/bootstrap.py",
    "hub/setup/installer.py",
    "web/npm.py",
    "web/build_pages.py",
)
ON_THE_BOARD = ("hub/board/clock.py", "hub/board/link.py", "hub/board/outbox.py", "hub/board/wire.py")
OWN = {"hub", "npm", "build_pages"}


def imported_packages(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return {
        name.split(".")[0] for name in plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    }


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / "lint-imports"
    return subprocess.run([program, "--no-cache", "--no-logo"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("hub/domain/seeded.py", "import hub.rules", "each floor of the hub"),
        ("hub/rules/seeded.py", "import hub.table", "each floor of the hub"),
        ("hub/table/seeded.py", "import hub.editions", "only the command line"),
        ("hub/board/seeded.py", "import hub.server", "each floor of the hub"),
        ("hub/server/http/seeded.py", "import hub.server.sockets", "inside the server"),
        ("hub/editions/seeded.py", "import hub.store", "an edition knows no table"),
        ("hub/rules/seeded.py", "from random import choice", "no clock, no chance"),
        ("hub/domain/seeded.py", "import time", "no clock, no chance"),
        ("hub/server/seeded.py", "import hub.setup.bootstrap", "nothing of the hub depends"),
    ],
)
def test_a_wrong_arrow_is_caught(tmp_path: Path, root: Path, module: str, line: str, contract: str) -> None:
    """A seeded wrong import breaks exactly the contract that forbids it."""
    shutil.copytree(root / "hub", tmp_path / "hub", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    (tmp_path / module).write_text(line + "\n")
    linted = lint(tmp_path)
    broken = [text for text in " ".join(linted.stdout.split()).split("]") if "BROKEN" in text]
    assert linted.returncode == 1, linted.stdout + linted.stderr
    assert contract in " ".join(broken)


@pytest.mark.parametrize("name", BEFORE_INSTALLATION)
def test_what_runs_before_the_installation_needs_nothing_installed(root: Path, name: str) -> None:
    """The bootstrap and the build scripts import the standard library and each other only."""
    assert imported_packages((root / name).read_text()) <= sys.stdlib_module_names | OWN


def test_an_import_in_a_function_is_seen() -> None:
    """The check above sees every form of import."""
    assert imported_packages("import a.b\ndef f():\n    from c.d import e") == {"a", "c"}


def test_old_pythons_can_read_the_refusal(root: Path) -> None:
    """The file that refuses old Pythons has only syntax they know."""
    assert ast.parse((root / "hub" / "__main__.py").read_text(), feature_version=(3, 5)).body


def test_what_runs_on_the_board_has_its_grammar(root: Path) -> None:
    """Firmware and the link code that both ends run keep to the grammar of MicroPython."""
    modules = [*(root / "firmware").rglob("*.py"), *(root / name for name in ON_THE_BOARD)]
    assert all(ast.parse(path.read_text(), feature_version=(3, 8)).body for path in modules)


def test_no_module_hides_one_of_the_standard_library(root: Path) -> None:
    """`python3 hub` puts `hub/` on the path for a moment, so nothing in it bears the name of a standard module."""
    names = {path.stem for path in (root / "hub").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert "domain" in names
    assert names & sys.stdlib_module_names == set()
