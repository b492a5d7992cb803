"""One idea per file: the hard limits of the style charter, 400 lines a file and 60 lines a function."""

import ast
from collections.abc import Iterator
from pathlib import Path

from helpers.sources import nodes

FILE_LINES = 400
FUNCTION_LINES = 60
PYTHON = ("hub", "firmware", "hardware", "tests")
GENERATED = ("web/src/wire.ts",)


def long_functions(source: str) -> list[str]:
    functions = (node for node in nodes(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = ((node, (node.end_lineno or node.lineno) - node.lineno + 1) for node in functions)
    return [f"{node.name} at {node.lineno}: {length}" for node, length in lengths if length > FUNCTION_LINES]


def is_long(text: str) -> bool:
    return len(text.splitlines()) > FILE_LINES


def python_files(root: Path) -> list[Path]:
    found = [path for folder in PYTHON for path in (root / folder).rglob("*.py")]
    return [*found, *(root / "web").glob("*.py")]


def page_files(root: Path) -> Iterator[Path]:
    """Every source file of the pages but the generated ones; locales are data."""
    for path in (root / "web" / "src").rglob("*"):
        if path.suffix in {".ts", ".svelte", ".css"} and path.relative_to(root).as_posix() not in GENERATED:
            yield path


def test_no_file_is_beyond_its_budget(root: Path) -> None:
    """No file of logic is longer than 400 lines."""
    files = [*python_files(root), *page_files(root)]
    assert len(files) > 20
    assert [str(path.relative_to(root)) for path in files if is_long(path.read_text(encoding="utf-8"))] == []


def test_no_function_is_beyond_its_budget(root: Path) -> None:
    """No Python function is longer than 60 lines."""
    found = {
        str(path.relative_to(root)): long_functions(path.read_text(encoding="utf-8")) for path in python_files(root)
    }
    assert {path: functions for path, functions in found.items() if functions} == {}


def test_a_long_function_is_found() -> None:
    """A function of 61 lines is one too long, wherever it hides; one of 60 is not."""
    body = "        x()\n"
    nested = "class A:\n    async def f(self):\n" + body * FUNCTION_LINES
    assert long_functions(nested) == ["f at 2: 61"]
    assert long_functions(nested.removesuffix(body)) == []


def test_a_long_file_is_found() -> None:
    """A file of 401 lines is one too long; one of 400 is not."""
    assert is_long("x\n" * (FILE_LINES + 1))
    assert not is_long("x\n" * FILE_LINES)
