"""People of the club's bench: what they ask is answered once, however the answer reads."""

import json
from typing import Any

import pytest
from bench.club_load import People, Unexpected


class Tablet:
    """A device that has a view, and keeps what it was told to send."""

    def __init__(self) -> None:
        self.versions, self.sent = [1], list[str]()
        self.replied: Any = None

    def send(self, text: str) -> None:
        self.sent.append(text)

    def asked(self) -> str:
        return str(json.loads(self.sent[-1][self.sent[-1].index("[") :])[1]["id"])


def watching() -> tuple[People, Tablet]:
    """Nobody acts where bots play, until the last word."""
    people, tablet = People("7", watch=True), Tablet()
    people.sit(tablet)  # type: ignore[arg-type]
    people._due = 0.0
    return people, tablet


def test_the_end_of_an_evening_is_answered_also_where_the_game_is_over() -> None:
    """Bots have finished their game: it cannot be interrupted, and nobody waits for another answer."""
    people, tablet = watching()
    people.last({"do": "freeze"})
    people.act(more=True)
    assert not people.quiet
    tablet.replied({"id": tablet.asked(), "ok": False, "reason": "no_game"})
    assert people.quiet
    assert people.asked == []


def test_what_could_not_be_stored_is_asked_again_under_the_same_id() -> None:
    """The table may be just moving to another process."""
    people, tablet = watching()
    people.last({"do": "freeze"})
    people.act(more=True)
    first = tablet.asked()
    tablet.replied({"id": first, "ok": False, "reason": "not_stored"})
    people._due = 0.0
    people.act(more=False)
    assert (len(tablet.sent), tablet.asked()) == (2, first)
    tablet.replied({"id": first, "ok": True})
    assert (people.quiet, people.asked) == (True, [first])


def test_a_refusal_that_nobody_expects_ends_the_run() -> None:
    """It is not taken for a lost line: coming again and asking again would go on for ever."""
    people, tablet = watching()
    people.last({"do": "freeze"})
    people.act(more=True)
    with pytest.raises(Unexpected, match="not_allowed"):
        tablet.replied({"id": tablet.asked(), "ok": False, "reason": "not_allowed"})
    assert not isinstance(Unexpected(), AssertionError | OSError)
