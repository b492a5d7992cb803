"""A board that comes while people play: offered to the banker, used without a loss, read like the first one."""

from helpers.seated import ANNA, Seated
from msgspec import structs

from hub.domain.commands import Throw
from hub.table.interfaces.board import NodeChanged, OfferChanged, TagEvent
from hub.table.requests import Play, UseBoard
from hub.table.wire.audience import Audience


def test_the_banker_is_offered_a_board_in_a_running_game(playing: Seated):
    """Views say so as soon as the board does; a phone cannot decide it, the banker can, and the game stays."""
    before = playing.view().seats
    playing.board.offered = ("port-9",)
    assert playing.board.listener is not None
    playing.board.listener.board_event(OfferChanged(), None)
    assert playing.view().board.offered
    assert not UseBoard().open_to(Audience("seat", 0))
    playing.do(UseBoard())
    assert not playing.view().board.offered
    assert playing.view().seats == before


def test_another_board_takes_over_in_the_middle_of_a_move(playing: Seated):
    """What lay on the former readers is forgotten, the new ones are mapped, and the piece there ends the move."""
    playing.lay("04DD", 7)
    playing.do(Play(Throw(0, (1, 2))))
    listener, former = playing.board.listener, playing.board.statuses
    assert listener is not None
    playing.board.statuses = []
    for node in former:
        listener.board_event(NodeChanged(node.node, "lost"), None)
    assert (playing.view().board.state, playing.view().board.unknown_tags) == ("none", ())
    playing.board.statuses = [structs.replace(node, node=f"real-{index}") for index, node in enumerate(former)]
    for node in playing.board.statuses:
        listener.board_event(NodeChanged(node.node, "up"), None)
    assert playing.view().board.state == "up"
    playing.board.report(TagEvent("real-0", 3, ANNA, True))
    assert playing.view().seats[0].space == 3


def test_a_map_is_kept_while_one_of_its_nodes_is_there(playing: Seated):
    """A node that is replaced by another leaves the map as it was learnt."""
    assert playing.board.listener is not None
    playing.board.statuses[3] = structs.replace(playing.board.statuses[3], node="node-9")
    playing.board.listener.board_event(NodeChanged("node-9", "up"), None)
    playing.do(Play(Throw(0, (1, 2))))
    playing.lay(ANNA, 3)
    assert playing.view().seats[0].space == 3
    playing.board.report(TagEvent("node-9", 0, ANNA, True))
    assert playing.view().board.wrong is None
