"""A class is found by its name: none of the hub stands twice, and none has to be guessed. A name has one value."""

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

GUESSED = {"Which", "Where", "Here", "Elsewhere", "There", "Can", "Asides", "Seen", "Past", "Other", "Rest", "Thing"}
"""Words that say nothing of what a class is."""


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
    assert sum("class " in source for source in sources.values()) > 300
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
