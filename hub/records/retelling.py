"""The way through a game, step by step: what stood on the table after each move, as changes between key frames.

A long game has some thousand steps, so a browser fetches parts as it comes to them; each part begins with the whole
frame before its first step. Lines of the feed are those that the asking audience may know.
"""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from hub.domain.history import Move
from hub.domain.ids import POT, Holder
from hub.domain.pieces import FREE
from hub.domain.state import State, fold
from hub.domain.turns import TurnBegan
from hub.records.story import moves_of, undos_in
from hub.table.game.feed import shown_lines
from hub.table.game.live import Played
from hub.table.interfaces.storage import StoredEntry
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine

PART = 100
"""Steps in one answer: some 50 kB."""


class FrameView(Struct, frozen=True, kw_only=True):
    """The table at one moment, by seat or space. `owners` are -1 for nobody, `faces` the last throw of this turn."""

    balances: tuple[int, ...]
    pot: int
    spaces: tuple[int, ...]
    out: tuple[bool, ...]
    jailed: tuple[bool, ...]
    owners: tuple[Holder, ...]
    stages: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    on_turn: Holder
    faces: tuple[int, ...]


Change: TypeAlias = tuple[str, int, int]
"""A list of a frame by its name, a place in it, and its value now."""


class StepView(Struct, frozen=True, kw_only=True):
    """One move: its lines of the feed, what it changed, and `pot`, `on_turn` and `faces`, changed or not."""

    changes: tuple[Change, ...]
    pot: int
    on_turn: Holder
    faces: tuple[int, ...]
    lines: tuple[FeedLine, ...]


class RetellingView(Struct, frozen=True, kw_only=True):
    """A part of the way through a game: `frame` is the table before step `first`, `steps` lead on from there.

    `count` is how many steps there are in all, `turns` with which of them each turn begins. See `undos_in` for
    `undos`.
    """

    game: str
    undos: int
    count: int
    turns: tuple[int, ...]
    first: int
    frame: FrameView
    steps: tuple[StepView, ...]


LISTS = ("balances", "spaces", "out", "jailed", "owners", "stages", "mortgaged")
"""The lists of a frame whose changes are given by index."""


def retelling_of(played: Played, first: int, audience: Audience) -> RetellingView:
    """The steps from `first` on, at most `PART` of them. A `first` beyond the end is the end."""
    moves = moves_of(played)
    first = max(0, min(first, len(moves)))
    state = fold(fact for _, move in moves[:first] for fact in move.facts)
    turns = (step for step, (_, move) in enumerate(moves) for fact in move.facts if isinstance(fact, TurnBegan))
    return RetellingView(
        game=played.record.id,
        undos=undos_in(played),
        count=len(moves),
        turns=tuple(turns),
        first=first,
        frame=frame_of(state),
        steps=tuple(_steps(state, moves[first : first + PART], played, audience)),
    )


def frame_of(state: State) -> FrameView:
    """What can be seen on the table."""
    deeds = state.deeds
    return FrameView(
        balances=tuple(state.ledger.balances[:POT]),
        pot=state.ledger.balances[POT],
        spaces=tuple(state.pieces.spaces),
        out=tuple(state.turns.out),
        jailed=tuple(missed != FREE for missed in state.custody.missed),
        owners=tuple(deeds.owner),
        stages=tuple(deeds.stage),
        mortgaged=tuple(deeds.mortgaged),
        on_turn=state.turns.seat,
        faces=state.turns.shown,
    )


def _steps(
    state: State, moves: tuple[tuple[StoredEntry, Move], ...], played: Played, audience: Audience
) -> Iterator[StepView]:
    before = frame_of(state)
    for stored, move in moves:
        for fact in move.facts:
            fact.fold(state)
        after = frame_of(state)
        yield StepView(
            changes=tuple(_changes(before, after)),
            pot=after.pot,
            on_turn=after.on_turn,
            faces=after.faces,
            lines=tuple(
                line for fact, line in shown_lines(stored.seq, move, played.rules.rows) if audience.may_know(fact)
            ),
        )
        before = after


def _changes(before: FrameView, after: FrameView) -> Iterator[Change]:
    """By index. The set-up, which changes how long the lists are, gives every index."""
    for name in LISTS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield from ((name, at, int(value)) for at, value in enumerate(new) if at >= len(old) or old[at] != value)
