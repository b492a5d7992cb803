"""Undo and redo as log entries, held against a simple model: a list with a finger in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.domain.commands import Advance
from hub.domain.history import Move, Redone, Undone, effective, effective_facts
from hub.domain.turns import TurnBegan


def move(number: int) -> Move:
    return Move(Advance(0), (TurnBegan(0, number),))


STEPS = st.lists(st.one_of(st.just("move"), st.integers(1, 4), st.just("redo")), max_size=60)


@given(STEPS)
def test_effective_log_equals_a_list_with_a_redo_stack(steps):
    """Whatever is done, undone and redone, the moves in force are those of the model."""
    entries, done, taken_back, number = [], [], [], 0
    for step in steps:
        if step == "move":
            number += 1
            entries.append(move(number))
            done.append(number)
            taken_back = []
        elif step == "redo":
            if taken_back:
                entries.append(Redone())
                done += taken_back.pop()
        elif step <= len(done):
            entries.append(Undone(step))
            taken_back.append(done[-step:])
            done = done[:-step]
    assert done == [fact.number for fact in effective_facts(entries)]
    assert taken_back == [[entries[i].facts[0].number for i in group] for group in effective(entries).redo]


@pytest.mark.parametrize("entries", [[Undone(1)], [move(1), Undone(2)], [move(1), Undone(0)], [move(1), Redone()]])
def test_impossible_entries_are_named(entries):
    """A log that undoes or redoes what is not there is broken, and says where."""
    with pytest.raises(ValueError, match="entry"):
        effective(entries)


def test_what_was_taken_back_last_comes_back_first():
    """Two moves are undone one after the other: the first redo brings back the older one."""
    entries = [move(1), move(2), Undone(1), Undone(1), Redone()]
    assert [fact.number for fact in effective_facts(entries)] == [1]
    assert [fact.number for fact in effective_facts([*entries, Redone()])] == [1, 2]


def test_a_new_move_forgets_what_could_be_redone():
    """After undo and a different move there is nothing to redo."""
    assert effective([move(1), Undone(1), move(2)]).redo == []
