"""Stepping through a game shows what stood on the table after each move, and what whoever asks may know of it."""

import msgspec
import pytest
from helpers.logged import logged, recorded

from hub.domain.commands import SealBid
from hub.domain.secrecy import circle_of
from hub.domain.state import fold
from hub.editions import EDITIONS
from hub.records.retelling import LISTS, PART, frame_of, retelling_of
from hub.records.story import moves_of, story_of
from hub.table.wire.audience import Audience

RETOLD = ("classic/undone-5", "mpmp/fallen-a-5", "haustein/mixed-4", "mega/corrected-3", "euronopoly/mixed-4")
VIEWER = Audience("viewer")
SECRET = 7_654_321
SEALED = next(rules.id for rules in EDITIONS.values() if SealBid in rules.handlers)
BIDDING = (
    f'{{"record": 1, "edition": "{SEALED}", "seats": ["Anna", "Ben", "Carla"]}}',
    '{"setup": {"balances": [9000000, 9000000, 9000000], "on_turn": 0}}',
    '{"command": "throw", "seat": 0, "faces": [1, 2]}',
    '{"command": "advance", "seat": 0}',
    f'{{"command": "seal_bid", "seat": 0, "amount": {SECRET}, "nonce": "{0:032x}"}}',
)


def walked(played, audience=VIEWER):
    """All steps, part after part, as a page puts them together: the table after each, and the lines that tell it."""
    first, count, table, lines = 0, 1, None, []
    while first < count:
        part = retelling_of(played, first, audience)
        count = part.count
        frame = {name: list(getattr(part.frame, name)) for name in LISTS}
        assert table in (None, frame), "a part begins where the one before it ended"
        table = frame
        for step in part.steps:
            for name, place, value in step.changes:
                table[name][place : place + 1] = [value]
            lines.extend(step.lines)
        first += PART
    return table, lines


@pytest.mark.parametrize("name", RETOLD)
def test_all_steps_lead_to_the_end(name):
    """Key frames and changes agree, and the last of them is the state of the game; taken back moves are left out."""
    played, game = recorded(name)
    table, lines = walked(played)
    end = frame_of(game.game.state)
    assert {name: list(map(int, values)) for name, values in table.items()} == {
        name: list(map(int, getattr(end, name))) for name in LISTS
    }
    assert sum(end.balances) + end.pot == -game.game.state.ledger.balances[-1]
    assert {line.key for line in lines} >= {"turn_began", "dice_thrown", "money_moved"}


def test_a_step_in_the_middle_is_the_table_of_that_moment():
    """Wherever a part begins, its frame is what the moves before it fold to."""
    played, game = recorded("haustein/mixed-4")
    moves = game.moves[:77]
    shown = retelling_of(played, 77, VIEWER)
    assert shown.frame == frame_of(fold(fact for _, facts in moves for fact in facts))


def test_turns_say_with_which_step_they_begin():
    """The slider can jump from turn to turn."""
    played, _ = recorded("classic/undone-5")
    shown = retelling_of(played, 10_000, VIEWER)
    assert len(shown.turns) == story_of(played).turns[-1].turn
    assert shown.first == shown.count == len(moves_of(played))
    assert shown.steps == ()


def test_lines_are_those_of_who_asks():
    """What two agreed on for shares is shown to them and to the banker, not to others."""
    played, game = recorded("haustein/mixed-4")
    private = [circle for fact in game.facts() if (circle := circle_of(fact)) is not None and circle.banker]
    assert private
    seat = private[0].seats[0]
    counts = [len(walked(played, audience)[1]) for audience in (VIEWER, Audience("seat", seat), Audience("banker"))]
    assert counts[0] < counts[1] <= counts[2] == counts[0] + len(private)


def test_nothing_is_shown_of_bids_that_are_not_revealed():
    """The steps do not go beyond the first of them, for whomever."""
    played, _ = logged(BIDDING)
    for audience in (VIEWER, Audience("seat", 1), Audience("banker")):
        shown = retelling_of(played, 0, audience)
        assert shown.count == len(played.entries) - 1
        assert str(SECRET).encode() not in msgspec.json.encode(shown)
