"""What pages and buttons show while throws add up to one move, and how the hub picks cards."""

import pytest
from helpers.seated import Seated

from hub.domain.commands import Advance, Draw, Throw
from hub.domain.tasks import AdvancePending, DrawPending, ThrowAgainPending
from hub.table.interfaces.board import ButtonEvent
from hub.table.requests import Begin, ChooseEdition

EDITION = "mpmp"


@pytest.fixture
def moving(seated: Seated) -> tuple[Seated, int]:
    """A game in which throws add up, and whose turn it is."""
    seated.do(ChooseEdition(EDITION))
    seated.do(Begin())
    return seated, seated.view().on_turn


def test_stops_are_shown_until_the_piece_is_put_down(moving):
    """After 3 + 3 and 4 + 4 spaces 6 and 14 are passed; once the piece stands on 17 there is nothing to show."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    assert table.view().stops == (6,)
    table.play(Throw(seat, (4, 4)))
    table.play(Throw(seat, (2, 1)))
    view = table.view()
    assert (view.stops, view.prompt.task) == ((6, 14), AdvancePending(seat, 17, "throw"))
    table.play(Advance(seat))
    assert table.view().stops == ()


def test_a_move_of_one_throw_has_no_stops(moving):
    """Neither has the move of a card."""
    table, seat = moving
    table.play(Throw(seat, (2, 1)))
    assert table.view().stops == ()


def test_the_feed_tells_each_stop(moving):
    """One line for the double and one for the space it passes."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    assert [line.key for line in table.view().feed[-2:]] == ["dice_thrown", "stop_passed"]
    assert table.view().feed[-1].args == {"seat": seat, "space": 6, "steps": 6}


def test_a_die_button_throws_on(moving):
    """The console's button throws again too, and its lamps blink for it."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    assert table.view().prompt.task == ThrowAgainPending(seat)
    assert table.board.shown["node-0"].lamps["die1"] == "blink"
    table.board.report(ButtonEvent("node-0", "die1", "short"))
    assert [line.key for line in table.view().feed].count("dice_thrown") == 2


def test_undo_takes_back_one_throw_of_the_move(moving):
    """The throws before it still count."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    table.play(Throw(seat, (4, 4)))
    table.undo()
    assert (table.view().stops, table.view().prompt.task) == ((6,), ThrowAgainPending(seat))


def test_the_hub_picks_the_card_whoever_asks(moving):
    """A card named by a browser is not the one that is drawn, save by chance; the stored command names what was."""
    table, seat = moving
    drawn = set()
    for _ in range(12):
        table.play(Throw(seat, (1, 6)))
        table.play(Advance(seat))
        assert isinstance(table.view().prompt.task, DrawPending)
        table.play(Draw(seat, 4))
        drawn.add(next(line.args["card"] for line in table.view().feed[::-1] if line.key == "card_drawn"))
        for _ in range(3):
            table.undo()
    assert len(drawn) > 1
