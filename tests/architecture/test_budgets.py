"""One idea per file, within hard limits, and a class is found by its name: none stands twice, or has to be guessed."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from helpers.sources import nodes

FILE_LINES = 400
FUNCTION_LINES = 60
PYTHON = ("hub", "firmware", "hardware", "requirements", "tests")
GENERATED = ("web/src/wire.ts",)

GUESSED = {"Which", "Where", "Here", "Elsewhere", "There", "Can", "Asides", "Seen", "Past", "Other", "Rest", "Thing"}
"""Words that say nothing of what a class is."""


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


def found(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The classes at the top of modules that stand twice or are named by such a word, with their modules."""
    names = [
        (node.name, path)
        for path, source in sources.items()
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    ]
    twice = {name for name, times in Counter(name for name, _ in names).items() if times > 1}
    return {name: [path for same, path in names if same == name] for name, _ in names if name in twice | GUESSED}


def test_every_class_has_a_name_of_its_own(root: Path) -> None:
    """Whoever reads `Places` or `Step` in one module knows it in the next."""
    sources = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in (root / "hub").rglob("*.py")}
    assert sum("class " in source for source in sources.values()) > 200
    assert found(sources) == {}


def test_a_name_that_stands_twice_or_says_nothing_is_found() -> None:
    """Both are, and others are not."""
    sources = {"a.py": "class Step: ...\nclass Where: ...", "b.py": "class Step: ...\nclass Fact: ..."}
    assert found(sources) == {"Step": ["a.py", "b.py"], "Where": ["a.py"]}


def given_twice(source: str) -> list[str]:
    """The names that a module gives a value twice: whoever reads the first one is misled."""
    given = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    names = (one for node in given for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name))
    return [name for name, times in Counter(one.id for one in names).items() if times > 1]


def test_no_constant_is_overwritten(root: Path) -> None:
    """Two modules that became one may each have brought a time to wait by the same name."""
    assert given_twice("A, B = 1, 2\nC = 3\nB = 4") == ["B"]
    assert not [path for path in (root / "hub").rglob("*.py") if given_twice(path.read_text(encoding="utf-8"))]
