"""Set-ups of a record: complete lists where seats are counted, and lists that say which deeds or holders there are."""

import json
from typing import Any

import pytest

from hub.editions import EDITIONS
from hub.records.lines import RecordFault
from hub.records.playing import replay
from hub.records.position import RecordPosition


def set_up(edition: str, *setups: dict[str, Any]) -> RecordPosition:
    """Where these set-ups lead, one after another, with two seats."""
    header = {"record": 1, "edition": edition, "seats": 2}
    return replay(map(json.dumps, [header, *({"setup": setup} for setup in setups)]), EDITIONS).position()


@pytest.mark.parametrize(
    ("edition", "field", "listed", "named"),
    [
        ("classic", "balances", [40, 1500], {"0": 40}),
        ("classic", "spaces", [0, 5], {"1": 5}),
        ("classic", "jail", [-1, 2], {"1": 2}),
        ("mega", "tickets", [2, 0], {"0": 2}),
        ("haustein", "shares", [[20, 3, 2], [0, 25, 0]], {"0": {"1": 3, "-1": 2}}),
        ("haustein", "shares", {"0": [20, 3, 2]}, {"0": {"1": 3, "-1": 2}}),
    ],
)
def test_a_list_of_all_seats_is_as_good_as_a_map(edition, field, listed, named):
    """It leads to the same position, by the same corrections."""
    wanted = set_up(edition, {field: named, "on_turn": 0})
    assert set_up(edition, {field: listed, "on_turn": 0}) == wanted
    assert wanted != set_up(edition, {"on_turn": 0})


def test_a_list_takes_back_what_it_does_not_give():
    """Out of jail, no ticket, no share elsewhere."""
    assert set_up("classic", {"jail": {"0": 1}}, {"jail": [-1, -1]}).jail == {}
    assert set_up("mega", {"tickets": {"0": 2}}, {"tickets": [0, 1]}).tickets == {1: 1}
    back = set_up("haustein", {"shares": {"0": {"1": 3}}}, {"shares": [[25, 0, 0], [0, 25, 0]]})
    assert back.shares == {0: (25, 0, 0), 1: (0, 25, 0)}


@pytest.mark.parametrize(
    ("edition", "setup", "words"),
    [
        ("classic", {"balances": [1, 2, 3]}, "the list of balances is too long: it has 3 of 2 seats"),
        ("classic", {"spaces": [1]}, "the list of spaces is too short: it has 1 of 2 seats"),
        ("classic", {"jail": [-1]}, "the list of jail is too short"),
        ("classic", {"jail": []}, "jail is empty and says nothing"),
        ("mega", {"tickets": [1, 1, 1]}, "the list of tickets is too long"),
        ("haustein", {"shares": [[25, 0, 0]]}, "the list of shares is too short: it has 1 of 2 issuers"),
        ("haustein", {"shares": {"0": [25, 0]}}, "the list of shares of 0 is too short: it has 2 of 2 seats and the"),
        ("haustein", {"shares": {"0": [24, 0, 0]}}, "shares of 0 are 25 in all, not 24"),
        ("haustein", {"shares": {"2": [0, 0, 0]}}, "there are no shares of 2"),
        ("classic", {"release_cards": {"wishes": []}}, "there is no deck 'wishes'"),
    ],
)
def test_a_list_that_does_not_fit_is_a_fault(edition, setup, words):
    """It is said what is wrong with it, and nothing is set up."""
    with pytest.raises(RecordFault) as fault:
        set_up(edition, setup)
    assert words in fault.value.text


OWNED = {"owners": {"1": 0, "5": 0, "15": 1}, "mortgaged": [1, 15]}


def test_mortgaged_is_the_whole_list():
    """What it does not name is redeemed; without it everything stays."""
    assert set_up("classic", OWNED, {"mortgaged": [5, 15]}).mortgaged == (5, 15)
    assert set_up("classic", OWNED, {"mortgaged": []}).mortgaged == ()
    assert set_up("classic", OWNED, {"on_turn": 0}).mortgaged == (1, 15)
    assert set_up("classic", OWNED, {"owners": {"1": -1}, "mortgaged": [15]}).mortgaged == (15,)


def test_release_cards_are_all_of_their_deck():
    """Who is not named has none of it; other decks stay."""
    held = {"release_cards": {"chance": [0], "community": [1]}}
    assert set_up("classic", held, {"release_cards": {"chance": [1]}}).release_cards == {
        "chance": (1,),
        "community": (1,),
    }
    assert set_up("classic", held, {"release_cards": {"chance": []}}).release_cards == {"community": (1,)}
