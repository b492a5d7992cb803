"""The glossary names things once, by words that code, texts and documents really use; retired words stay away."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from helpers.sources import nodes, prose

TERM = re.compile(r"^\| (?P<german>[^|]+) \| (?P<names>[^|]+) \|", re.MULTILINE)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
TEST = re.compile(r"^ *def test_(\w+)", re.MULTILINE)
KEY = re.compile(r"[\"'][a-z_.]+[\"']")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*", re.DOTALL)
FOLDERS = ("hub", "firmware", "hardware", "requirements", "tests")
RETIRED = {
    r"anew": "again, or regenerated",
    r"amiss": "wrong, a problem, or diagnose",
    r"automatic players?": "bot",
    r"robots?": "bot",
    r"whys": "explanations",
    r"obey(s|ed)?": "handle, or follow",
    r"(is|are|was|were|be|been) told(?! (apart|from|to|so|that|what|which|why|how|when))": "is shown, is reported",
    r"(he|him|his|himself)": "they: people are they",
    r"of before": "older",
    r"gone around": "worked around",
    r"is a sentence": "is a declaration",
    r"takes? in a game": "import a game",
    r"played and proved": "implemented and tested",
    r"tak(en|ing) up": "resumed; upcast, for an older format",
    r"stands? in (\[|`)": "is described in",
    r"beside the (prompt|question)": "besides the prompt; what may be done there are side questions",
    r"reader slots?": "reader window: a slot is a place in the rules",
}
"""Patterns of words that one of another name has replaced in documents, help, comments and docstrings."""
ANY_RETIRED = re.compile(rf"(?<!\w)(?:{'|'.join(RETIRED)})(?!\w)")

RETIRED_NAMES = {
    "told": "shown",
    "whys": "explanations",
    "anew": "again",
    "amiss": "problem",
    "robot": "bot",
    "proved": "tested",
    "obey": "handle",
    "his": "their",
}
"""Words that no name or key in the code of hub and pages is made of, each with the one to use."""

ONE_THING = {
    "settle": (
        r"hub/editions/|rules/(debts|trade)\.py|sensible/(debts|player)\.py",
        "debts are settled, tasks closed",
    ),
    "claim": (
        r"hub/editions/euronopoly/|(sensible/(claims|player)|rules/(claims|corrections/mending))\.py",
        "the right to the rest of a group; a rent is requested",
    ),
    "claims": (
        r"hub/editions/euronopoly/|(sensible/(chart|claims|player)|rules/(claims|corrections/mending))\.py",
        "see claim",
    ),
    "slot": (r"hub/(rules|editions|table/views|features/odds)/", "a place in the rules; readers have windows"),
    "gate": (r"hub/(setup|features/flashing)/", "the checks that a change must pass"),
    "ports": (
        r"hub/(board|simulated_board|commands|composition|features/(doctor|flashing))/|command\.py|hub/cli\.py|interfaces/board\.py",
        "where cables end; what a package asks of others is its interfaces",
    ),
    "action": (r"hub/(table|server|features)/|commands/|cli\.py", "what a browser asks for; rules have handlers"),
}
"""Words that mean one thing, by where that thing lives, and what it is."""


def names(page: str) -> list[str]:
    """The names of a glossary, without those of its own head."""
    cells = [row["names"] for row in TERM.finditer(page) if row["german"] not in ("Deutsch", "---")]
    return [re.sub(r" \(.*\)", "", name).split(": ")[-1].strip() for cell in cells for name in cell.split(", ")]


def words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def unused(page: str, used: set[str]) -> list[str]:
    """Names of which a word occurs nowhere, in singular or plural."""
    known = used | {word.removesuffix("s") for word in used}
    return [name for name in names(page) if not words(name) <= known]


def help_of(source: str) -> str:
    given = [node for node in nodes(source) if isinstance(node, ast.keyword) and node.arg in ("help", "description")]
    given += [node for node in nodes(source) if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HELP"]
    return "\n".join(ast.unparse(node.value) for node in given)


def retired(text: str) -> list[str]:
    if not ANY_RETIRED.search(text.lower()):
        return []  # nearly always, and one look is ten times as fast as seventeen
    return [f"{word}: {better}" for word, better in RETIRED.items() if re.search(rf"(?i)(?<!\w){word}(?!\w)", text)]


def named_in(source: str) -> tuple[set[str], set[str]]:
    """The words that the names of a module are made of, and its keys: names on the wire, in exports and in texts."""
    found = [(token.type, token.string) for token in tokenize.generate_tokens(io.StringIO(source).readline)]
    names = {string for kind, string in found if kind == tokenize.NAME}
    keys = {string for kind, string in found if kind == tokenize.STRING and KEY.fullmatch(string)}
    return set[str]().union(*map(words, names)), set[str]().union(*map(words, keys))


def strays(sources: Mapping[str, str]) -> Iterator[str]:
    """Names made of a retired word, or of one that means something else there."""
    for path, source in sources.items():
        if not words(source) & (RETIRED_NAMES.keys() | ONE_THING.keys()):
            continue  # most have none, and taking one apart takes a while
        used, keys = named_in(source)
        for word, better in RETIRED_NAMES.items():
            if word in used or word in keys:
                yield f"{path}: {word}, better {better}"
        for word, (home, meaning) in ONE_THING.items():
            if word in used and not re.search(home, path):
                yield f"{path}: {word} is for {meaning}"


@pytest.fixture(scope="module")
def glossary(root: Path) -> str:
    return (root / "hub" / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def read(root: Path) -> dict[str, str]:
    """What people read, by its file: documents, the help of commands, comments and docstrings."""
    here = Path(__file__).name
    pages = {path: path.read_text(encoding="utf-8") for name in FOLDERS for path in (root / name).rglob("*.md")}
    pages |= {path: path.read_text(encoding="utf-8") for path in root.glob("*.md")}
    sources = {path: path.read_text(encoding="utf-8") for name in FOLDERS for path in (root / name).rglob("*.py")}
    pages |= {path: prose(source) for path, source in sources.items() if path.name != here}
    pages |= {path: pages[path] + help_of(sources[path]) for path in (root / "hub" / "commands").glob("*.py")}
    web = [path for kind in ("ts", "svelte") for path in (root / "web" / "src").rglob(f"*.{kind}")]
    pages |= {path: "\n".join(COMMENT.findall(path.read_text(encoding="utf-8"))) for path in web}
    return {str(path.relative_to(root)): text for path, text in pages.items()}


def test_no_name_stands_for_two_things(glossary: str) -> None:
    """Each name has one row."""
    found = names(glossary)
    assert len(found) > 100
    assert sorted({name for name in found if found.count(name) > 1}) == []


def test_every_name_is_used(root: Path, glossary: str) -> None:
    """Each word of a name is in the code of hub, firmware or pages, in their texts or in another document."""
    sources = [
        path
        for folder, kinds in (("hub", "py md"), ("firmware", "py"), ("web/src", "ts svelte json"))
        for kind in kinds.split()
        for path in (root / folder).rglob(f"*.{kind}")
        if path.name != "GLOSSARY.md"
    ]
    used = set[str]().union(*(words(path.read_text(encoding="utf-8")) for path in sources))
    assert unused(glossary, used) == []


def test_retired_words_stay_away(read: dict[str, str]) -> None:
    """Documents, commands, comments and docstrings say it in the words that replaced them."""
    assert {path: found for path, text in read.items() if (found := retired(text))} == {}


def test_names_of_tests_say_it_in_the_same_words(root: Path) -> None:
    """They are read as sentences: a list of what holds."""
    tests = [path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py")]
    sentences = [name.replace("_", " ") for source in tests for name in TEST.findall(source)]
    assert len(sentences) > 2_000
    assert [sentence for sentence in sentences if retired(sentence)] == []


def test_a_word_names_one_thing(root: Path) -> None:
    """No name or key in the hub's code is made of a retired word, no name of one that belongs to something else."""
    sources = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in (root / "hub").rglob("*.py")}
    assert list(strays(sources)) == []


def test_pages_say_it_in_the_same_words(root: Path) -> None:
    """Nothing in the code of the pages is called by a retired word."""
    pages = [path for kind in ("ts", "svelte") for path in (root / "web" / "src").rglob(f"*.{kind}")]
    found = {str(path.relative_to(root)): words(COMMENT.sub("", path.read_text(encoding="utf-8"))) for path in pages}
    assert len(found) > 250
    assert {name: old for name, used in found.items() if (old := used & RETIRED_NAMES.keys())} == {}


def test_locale_keys_say_it_in_the_same_words(root: Path) -> None:
    """Keys of texts are made of no retired word; those that speak of claims are not about rents."""
    texts = root / "web" / "src" / "locales"
    keys = [
        key
        for name in ("en", "lab.en", "sheet.en", "terminal.en", "trust.en")
        for key in json.loads((texts / f"{name}.json").read_text("utf-8"))
    ]
    old = [key for key in keys if words(key) & RETIRED_NAMES.keys()]
    assert old == []
    assert [key for key in keys if "claim" in key and "rent" in key] == []


def test_an_unused_name_is_found() -> None:
    """A name counts as used in any case and number, and only whole."""
    page = "| Deutsch | name | meaning |\n| Feld | space, long space (x) | |\n| Los | lot: start | |\n"
    assert names(page) == ["space", "long space", "start"]
    assert unused(page, words("LongSpaces starting")) == ["start"]


def test_help_is_read_and_code_is_not() -> None:
    """Of a command line what it shows counts, of a module comments and docstrings, and words only whole."""
    for shown in ('add("x", help="what is amiss")', 'HELP = "what is amiss"'):
        assert retired(help_of(shown)) == ["amiss: wrong, a problem, or diagnose"]
    assert retired(help_of("found.amiss = bool(find(amiss=1))")) == []
    assert retired(prose('"""The hiss of rain."""\nhis = "anew"  # anew\n')) == ["anew: again, or regenerated"]
    assert retired("Somebody who loses his place, for he is told so.") != []


def test_a_word_in_the_wrong_place_is_found() -> None:
    """Where the thing lives the word may be used, elsewhere not; a retired one nowhere but on a wire."""
    assert list(strays({"hub/rules/debts.py": "def settle_debts(): ..."})) == []
    assert len(list(strays({"hub/rules/auctions/x.py": "def settle(): ...", "hub/store/x.py": "told = Whys()"}))) == 3
    assert list(strays({"hub/board/x.py": "status.why"})) == []
    assert len(list(strays({"hub/features/export/x.py": 'column("told"), say("told to " + "go on")'}))) == 1
