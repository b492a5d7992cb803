"""No file needs another that needs it: none at run time, and for types only where two things define each other."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

DEFINE_EACH_OTHER = {
    (
        "hub.server.transport.handler",
        "hub.server.transport.wsgi",
    ): "a server makes handlers, and each asks its server for places",
    ("hub.domain.facts", "hub.domain.state"): "a fact folds into the state, which is made of the slices of facts",
    ("hub.rules.handlers", "hub.rules.game"): "a handler acts on a game, whose rules are made of handlers",
    ("hub.rules.slots", "hub.rules.game"): "a slot acts on a game, whose rules are made of slots",
    ("hub.rules.slots", "hub.rules.track"): "rules have a track, whose cards act on a game with these rules",
    ("hub.rules.track", "hub.rules.slots"): "a track is printed again for the rules that have it",
}
"""Who imports whom for types alone, and why neither could come first."""


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
