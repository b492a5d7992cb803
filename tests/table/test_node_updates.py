"""The firmware of a node is renewed from the device page: asked for once, for a node that is there and real."""

import pytest
from helpers.seated import Seated
from msgspec import structs

from hub.table.interfaces.board import Update
from hub.table.requests import UpdateNode


def updates(seated: Seated) -> list[Update | None]:
    """What `/device` shows of each node."""
    return [node.update for node in seated.table.device().nodes]


def test_it_is_shown_and_asked_for_once(seated: Seated) -> None:
    """The same request again begins no second update, and while one is under way another is refused."""
    assert seated.ask(UpdateNode("node-1"), request="update-1").ok
    assert updates(seated) == [None, Update("stop"), None, None]
    assert seated.ask(UpdateNode("node-1"), request="update-1").ok
    assert seated.ask(UpdateNode("node-2")).reason == "no_update"


@pytest.mark.parametrize("changed", [{"link": "lost"}, {"simulated": True}, {"node": "elsewhere"}])
def test_a_node_that_is_away_or_simulated_is_not_renewed(seated: Seated, changed: dict[str, object]) -> None:
    """Nothing is begun, and nothing is stored."""
    seated.board.statuses[0] = structs.replace(seated.board.statuses[0], **changed)
    assert seated.ask(UpdateNode("node-0")).reason == "no_update"
    assert not any(updates(seated))
