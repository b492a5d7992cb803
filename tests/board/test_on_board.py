"""The files that are copied onto a node: MicroPython's grammar and library only; nodes of real firmware run them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import hub.board
from hub.board import ON_BOARD

FOLDER = Path(hub.board.__file__).parent
ALLOWED_IMPORTS = {"binascii", "json"}


@pytest.mark.parametrize("name", ON_BOARD)
def test_no_file_asks_more_than_the_board_has(name):
    """No annotations, no f-strings, no imports but each other and MicroPython's; under 400 lines; a stub beside it."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    assert len(source.splitlines()) < 400
    assert not [node for node in nodes if isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.AsyncFunctionDef)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    assert not [node.name for node in functions if node.returns or any(arg.annotation for arg in node.args.args)]
    for node in nodes:
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= ALLOWED_IMPORTS
        elif isinstance(node, ast.ImportFrom):
            assert (node.level, f"{node.module}.py" in ON_BOARD) == (1, True)
    assert (FOLDER / name).with_suffix(".pyi").exists()


@pytest.mark.gate
def test_the_stubs_name_what_is_there():
    """Every public name of a stub exists, with the arguments the stub promises; nothing public is missing from it."""
    modules = [f"hub.board.{Path(name).stem}" for name in ON_BOARD]
    command = [sys.executable, "-m", "mypy.stubtest", *modules]
    pytest.importorskip("mypy.stubtest", reason="mypy is not installed")
    done = subprocess.run(command, cwd=FOLDER.parents[1], capture_output=True, text=True, timeout=150, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
