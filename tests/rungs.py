"""The three rungs of the tests, and which of them each folder belongs to.

`python3 hub test quick` runs `quick`, `python3 hub test` also `gate`, and `python3 hub test all` everything. A folder
below one that is listed may be listed itself; a marker named like a rung, on a test, a class or a module, outweighs the
folder. A test without a rung is an error. Without `--rung` pytest runs whatever it is given. What each rung takes is in
`tests/bench/gate_figures.txt`; `--measured FILE.csv` measures again (`tests/helpers/measured.py`).
"""

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RUNGS = ("quick", "gate", "all")

FOLDERS = {
    "analysis": ("quick", "what formatters, type checkers and the tests of the pages say"),
    "architecture": ("quick", "what a change breaks first: names, sizes, imports, documents"),
    "bench": ("gate", "runs hubs and measures them"),
    "board": ("quick", "a board link against boards in the same process"),
    "bots": ("quick", "single choices of bots"),
    "browser": ("gate", "needs Chromium"),
    "browser/engines": ("all", "needs Firefox and WebKit"),
    "cli": ("gate", "starts the program"),
    "domain": ("quick", "the smallest parts"),
    "editions": ("quick", "every row of every rulebook"),
    "features": ("quick", "features in the same process"),
    "features/camera": ("gate", "renders photographs"),
    "features/export": ("gate", "writes workbooks and reads them back"),
    "features/printing": ("gate", "prints sheets and reads them back"),
    "firmware": ("quick", "single modules of a node"),
    "firmware/image": ("all", "an emulated chip starts the official image"),
    "fuzz": ("gate", "many examples"),
    "games": ("quick", "recorded games"),
    "hardware": ("gate", "draws the board"),
    "network": ("gate", "hubs in network namespaces"),
    "packaging": ("gate", "builds and installs"),
    "pictures": ("gate", "many examples"),
    "properties": ("gate", "many examples"),
    "records": ("quick", "records are read and played"),
    "rules": ("quick", "every rule"),
    "seeded_faults": ("quick", "the list of what the tests have to notice"),
    "server": ("quick", "a server in the same process"),
    "store": ("quick", "stores in memory and in files"),
    "table": ("quick", "a table in the same process"),
    "web_contract": ("quick", "what hub and pages have agreed upon"),
}
"""The rung of every folder with tests, and why."""


OF_A_FEATURE = re.compile(r"^(?:from|import) (?:hub\.)?features\.(\w+)", re.MULTILINE)
OF_TESTS = re.compile(r"^from (\w+(?:\.\w+)*) import (.+)$", re.MULTILINE)
"""What a module needs of a feature or its tests, and of other tests and helpers, wherever it is used."""

MARKED = re.compile(rf"^pytestmark = pytest\.mark\.({'|'.join(RUNGS)})\b", re.MULTILINE)
"""The marker of a whole module."""


def folder_rung(path: Path) -> str | None:
    """The rung of the nearest folder of a file that is listed; None if none is."""
    inside = path.relative_to(TESTS).parent
    return next((FOLDERS[str(place)][0] for place in (inside, *inside.parents) if str(place) in FOLDERS), None)


def rung_of(item: pytest.Item) -> str | None:
    """The rung of a test: that of its nearest marker, else that of its folder; with a browser it is never quick."""
    marks = (mark.name for node in reversed(item.listchain()) for mark in reversed(node.own_markers))
    rung = next((name for name in marks if name in RUNGS), None) or folder_rung(item.path)
    return "gate" if rung == "quick" and item.get_closest_marker("browser") else rung


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rung` chooses how much is run."""
    parser.addoption("--rung", choices=RUNGS, help="run the tests of this rung and of those below it")


IN_A_FEATURE = re.compile(r"\bfeatures[./](\w+)")


def names_gone_feature(place: str) -> bool:
    """Whether a path or a module is in a feature that the hub has no longer."""
    return not all(map(is_there, IN_A_FEATURE.findall(place)))


ONLY_IN_PAGES = ("device", "look", "sums")
"""Features of which the hub knows nothing."""


def is_there(feature: str) -> bool:
    """Whether the hub has a feature (`hub.features`), or the pages one that only they have."""
    if feature in ONLY_IN_PAGES:
        return (TESTS.parent / "web" / "src" / "features" / feature).exists()
    return (TESTS.parent / "hub" / "features" / feature).exists() or (TESTS / "features" / f"{feature}.py").exists()


def needed_features(path: Path) -> set[str]:
    """The features that a module of tests imports, itself or through others."""
    seen, waiting = set[Path](), [path]
    while waiting:
        one = waiting.pop()
        seen.add(one)
        waiting += [other for other in _imported(one)[1] if other not in seen]
    return {feature for one in seen for feature in _imported(one)[0]}


@cache
def _imported(path: Path) -> tuple[set[str], list[Path]]:
    source = path.read_text(encoding="utf-8")
    named = ((module.replace(".", "/"), names.split(", ")) for module, names in OF_TESTS.findall(source))
    others = (TESTS / f"{place}.py" for module, names in named for place in (module, *(f"{module}/{n}" for n in names)))
    return set(OF_A_FEATURE.findall(source)), [other for other in others if other.is_file()]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files that need a feature which is gone, or have no test of a low enough rung, are not even imported."""
    chosen = config.getoption("rung")
    if collection_path.suffix != ".py" or TESTS not in collection_path.parents:
        return None
    source = collection_path.read_text(encoding="utf-8")
    if not all(map(is_there, needed_features(collection_path))):
        return True
    if chosen in {None, RUNGS[-1]}:
        return None
    low = RUNGS[: RUNGS.index(chosen) + 1]
    own = MARKED.search(source)
    if (own[1] if own else folder_rung(collection_path)) in low:
        return None
    return None if any(f"mark.{rung}" in source for rung in low) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to a higher rung or a feature that is gone; a test that belongs to no rung is an error."""
    gone = [
        item for item in items if not all(is_there(name) for mark in item.iter_markers("feature") for name in mark.args)
    ]
    items[:] = [item for item in items if item not in gone]
    config.hook.pytest_deselected(items=gone)
    rungs = {item: rung_of(item) for item in items if TESTS in item.path.parents}
    if homeless := [item.nodeid for item, rung in rungs.items() if rung is None]:
        raise pytest.UsageError(f"No rung in tests/rungs.py and no marker of one: {', '.join(homeless)}")
    if chosen := config.getoption("rung"):
        low = RUNGS[: RUNGS.index(chosen) + 1]
        left = [item for item, rung in rungs.items() if rung not in low]
        items[:] = [item for item in items if rungs.get(item) in {None, *low}]
        config.hook.pytest_deselected(items=left)
