"""The stack of tasks, the last one open, and lists of seats in one number."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    ALIVE,
    DEBT,
    FAULT,
    FRAME,
    OUT,
    SEATS,
    STACK,
    STACK_END,
    TASK,
    TOP,
    WHO,
    Vector,
)


def push(
    s: Vector, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, g: int = 0
) -> None:
    """Put a task on top, to be answered before all others."""
    f = s[TOP] + FRAME
    if f == STACK_END:
        s[FAULT] = 1
        return
    s[TOP] = f
    s[f : f + FRAME] = (kind, seat, a, b, c, d, e, g)


def pop(s: Vector) -> int:
    """Close the open task; returns where its figures are stored until another one is opened."""
    f = s[TOP]
    s[TOP] = f - FRAME
    return f


def remove_frame(s: Vector, f: int) -> None:
    """Close a task that waits below others."""
    for i in range(f, s[TOP]):
        s[i] = s[i + FRAME]
    s[TOP] -= FRAME


def owes(s: Vector, seat: int) -> bool:
    """Whether a seat has an unpaid debt."""
    for f in range(STACK, s[TOP] + 1, FRAME):
        if s[f + TASK] == DEBT and s[f + WHO] == seat:
            return True
    return False


def solvent_from(s: Vector, first: int) -> int:
    """The seats still in the game, clockwise from `first`, as a list."""
    found = 0
    shift = 0
    seat = first
    for _ in range(s[SEATS]):
        if not s[OUT + seat]:
            found |= (seat + 1) << shift
            shift += 4
        seat = seat + 1 if seat + 1 < s[SEATS] else 0
    return found


def list_length(seats: int) -> int:
    """How many seats a list holds."""
    count = 0
    while seats:
        seats >>= 4
        count += 1
    return count


def without(seats: int, seat: int) -> int:
    """A list without one seat."""
    left = 0
    shift = 0
    while seats:
        if (seats & 15) - 1 != seat:
            left |= (seats & 15) << shift
            shift += 4
        seats >>= 4
    return left


def last_one(s: Vector) -> bool:
    """Whether only one seat is left in the game."""
    return s[ALIVE] == 1


def lowest_bit(bits: int) -> int:
    """The index of the lowest bit that is set; there must be one."""
    return (bits & -bits).bit_length() - 1
