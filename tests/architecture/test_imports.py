"""The arrows: no wrong import, no circle, and one place where the state of a game is replaced."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest
from helpers.sources import imported_packages, nodes

BEFORE_INSTALLATION = (
    "hub/__main__.py",
    "hub/setup/bootstrap.py",
    "hub/setup/groups.py",
    "hub/setup/installer.py",
    "web/npm.py",
    "web/build_pages.py",
)
ON_THE_BOARD = ("hub/board/clock.py", "hub/board/link.py", "hub/board/outbox.py", "hub/board/wire.py")
OWN = {"hub", "npm", "build_pages"}

DEFINE_EACH_OTHER = {
    (
        "hub.server.transport.handler",
        "hub.server.transport.wsgi",
    ): "a server makes handlers, and each asks its server for places",
    ("hub.domain.facts", "hub.domain.state"): "a fact folds into the state, which is made of the slices of facts",
    ("hub.rules.game", "hub.rules.slots"): "a game has rules, which are made of slots that act on a game",
    ("hub.rules.slots", "hub.rules.track"): "rules have a track, whose cards act on a game with these rules",
    ("hub.rules.track", "hub.rules.slots"): "a track is printed again for the rules that have it",
}
"""Who imports whom for types alone, and why neither could come first."""

ELECTRONICS = "tests/emulation/model/"  # a tag has a state, too, and knows no game
RESTART = "hub/rules/game.py: Game.restart"
NAMED = re.compile(r"""\.state\b|['"]state['"]""")


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
    assert imported_packages("import a.b\ndef f():\n    from c.d import e\nfrom .f import g") == {"a", "c"}


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


@pytest.fixture(scope="module")
def at_run_time() -> grimp.ImportGraph:
    return grimp.build_graph("hub", exclude_type_checking_imports=True, cache_dir=None)


@pytest.fixture(scope="module")
def for_types() -> grimp.ImportGraph:
    """The same with what only a type checker imports."""
    return grimp.build_graph("hub", exclude_type_checking_imports=False, cache_dir=None)


def imports(graph: grimp.ImportGraph) -> set[tuple[str, str]]:
    return {(one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)}


def circle_in(edges: set[tuple[str, str]]) -> list[str]:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for one, other in edges:
        sorter.add(one, other)
    try:
        sorter.prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_nothing_goes_round_in_circles_at_run_time(at_run_time: grimp.ImportGraph) -> None:
    """Whatever is imported first, each file finds what it needs complete."""
    assert circle_in(imports(at_run_time)) == []


def test_only_these_import_each_other_for_types(at_run_time: grimp.ImportGraph, for_types: grimp.ImportGraph) -> None:
    """A new `if TYPE_CHECKING` needs a reason in the list, or is not needed."""
    assert imports(for_types) - imports(at_run_time) == DEFINE_EACH_OTHER.keys()


@pytest.mark.parametrize("pair", DEFINE_EACH_OTHER, ids=" -> ".join)
def test_each_of_them_closes_a_circle(for_types: grimp.ImportGraph, pair: tuple[str, str]) -> None:
    """What could be imported plainly is: without this import the way back is there all the same."""
    importer, imported = pair
    assert for_types.find_shortest_chain(importer=imported, imported=importer) is not None


def test_a_circle_would_be_noticed() -> None:
    """Three files that need each other are named."""
    assert set(circle_in({("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")})) == {"a", "b", "c"}


def replaced(node: ast.AST, within: str = "") -> Iterator[str]:
    """The functions in which the attribute `state` of anything is written or taken away, by their names."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            within = f"{within}.{name}".lstrip(".")
        case ast.Attribute(attr="state", ctx=ast.Store() | ast.Del()):
            yield within
        case ast.Call(args=[_, ast.Constant(value="state"), *_], func=ast.Name(id=name) | ast.Attribute(attr=name)):
            if name in {"setattr", "__setattr__", "delattr"}:
                yield within
    for child in ast.iter_child_nodes(node):
        yield from replaced(child, within)


def test_only_restart_replaces_the_state_of_a_game(root: Path) -> None:
    """A verdict that is kept for a command is never one about another state: nobody writes `game.state` elsewhere."""
    modules = [path for folder in ("hub", "tests") for path in (root / folder).rglob("*.py")]
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in modules}
    found = [
        f"{name}: {function}"
        for name, text in texts.items()
        if NAMED.search(text) and not name.startswith(ELECTRONICS)
        for function in replaced(nodes(text)[0])
    ]
    assert found == [RESTART]


@pytest.mark.parametrize(
    "statement",
    [
        "game.state = state",
        "self.live.game.state = state",
        "game.state: State = state",
        "game.state, other = state, 1",
        "for game.state in states: pass",
        "with made() as game.state: pass",
        "game.state |= state",
        "del game.state",
        "setattr(game, 'state', state)",
        "object.__setattr__(game, 'state', state)",
    ],
)
def test_a_replacement_is_found(statement: str) -> None:
    """Each way to write it is seen, with the function it stands in."""
    assert list(replaced(ast.parse(f"class A:\n  def f(self):\n    {statement}"))) == ["A.f"]


def test_looking_is_no_replacement() -> None:
    """Reading a state, and changing a slice of it as facts do, are something else."""
    assert list(replaced(ast.parse("state = game.state\ngame.state.turns.seat = 1\ngetattr(game, 'state')"))) == []
