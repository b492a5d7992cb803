"""How many answers are remembered of each client, and which is forgotten first."""

import pytest

from hub.table.answers import Answers
from hub.table.requests import BeSpeaker, SetSums
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Ack

ANNA = Audience("seat", 0)
KEPT = {True: 256, False: 64}
"""As decision 0028 has it for what was done; a table keeps fewer refusals, in memory only."""


def heard(answers: Answers, number: int, done: bool) -> bool:
    """Whether the answer to a request of Anna's is remembered."""
    return answers.known(answers.asked(ANNA, Request(f"{done}-{number}", BeSpeaker("one")))) is not None


def answered(answers: Answers, numbers: range, done: bool) -> None:
    """These requests of Anna's were answered."""
    for number in numbers:
        asked = answers.asked(ANNA, Request(f"{done}-{number}", BeSpeaker("one")))
        assert asked.number == (number if done else asked.number)
        answers.note(asked, Ack(asked.id, done, 1))


@pytest.mark.parametrize("done", [True, False])
def test_the_oldest_answer_is_the_first_to_be_forgotten(done: bool) -> None:
    """As many as are kept are all known; one more costs the oldest, never the newest, and none of the other sort."""
    answers, kept = Answers(()), KEPT[done]
    answered(answers, range(1), not done)
    answered(answers, range(kept), done)
    assert all(heard(answers, number, done) for number in range(kept))
    answered(answers, range(kept, kept + 1), done)
    assert [number for number in range(kept + 1) if not heard(answers, number, done)] == [0]
    assert heard(answers, 0, not done)


def test_what_was_stored_is_counted_on() -> None:
    """After a restart the next request takes the next number, so that it overwrites the oldest and no other."""
    before = Answers(())
    stored = [before.asked(ANNA, Request(str(number), BeSpeaker("one"))) for number in range(1)]
    after = Answers(stored)
    assert after.asked(ANNA, Request("new", BeSpeaker("one"))).number == stored[-1].number + 1
    assert after.known(after.asked(ANNA, Request("0", BeSpeaker("one")))) == Ack("0", True, 0)
    assert not isinstance(after.known(after.asked(ANNA, Request("0", SetSums(0, "round")))), Ack)
