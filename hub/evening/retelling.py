"""The way through a game, step by step: what stood on the table after each move, as changes between key frames.

A long game has some thousand steps, so a browser fetches parts as it comes to them; each part begins with the whole
frame before its first step. Lines of the feed are those that the asking audience may know.
"""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.custody import FREE
from hub.domain.history import Move
from hub.domain.ids import POT
from hub.domain.state import State, empty, evolve
from hub.domain.turns import TurnBegan
from hub.evening.contract import Change, FrameView, RetellingView, StepView
from hub.evening.evening import undos_in
from hub.export.story import moves_of
from hub.table.game.feed import fact_line, shown_facts
from hub.table.game.live import Played
from hub.table.ports.storage import StoredEntry
from hub.table.wire.audience import Audience

PART = 100
"""Steps told at once: some 50 kB."""

LISTS = ("balances", "spaces", "out", "jailed", "owners", "stages", "mortgaged")
"""The lists of a frame whose changes are told place by place."""


def retelling_of(played: Played, first: int, audience: Audience) -> RetellingView:
    """The steps from `first` on, at most `PART` of them. A `first` beyond the end is the end."""
    told = moves_of(played)
    first = max(0, min(first, len(told)))
    state = empty()
    for _, move in told[:first]:
        _fold(state, move)
    return RetellingView(
        game=played.record.id,
        undos=undos_in(played),
        count=len(told),
        turns=tuple(_turns(told)),
        first=first,
        frame=frame_of(state),
        steps=tuple(_steps(state, told[first : first + PART], played, audience)),
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
    state: State, told: tuple[tuple[StoredEntry, Move], ...], played: Played, audience: Audience
) -> Iterator[StepView]:
    before = frame_of(state)
    for stored, move in told:
        _fold(state, move)
        after = frame_of(state)
        known = filter(audience.may_know, shown_facts(move))
        yield StepView(
            changes=tuple(_changes(before, after)),
            pot=after.pot,
            on_turn=after.on_turn,
            faces=after.faces,
            lines=tuple(fact_line(stored.seq, fact, played.rules.rows) for fact in known),
        )
        before = after


def _changes(before: FrameView, after: FrameView) -> Iterator[Change]:
    """Place by place. The set-up, which changes how long the lists are, tells every place."""
    for name in LISTS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield from ((name, at, int(value)) for at, value in enumerate(new) if at >= len(old) or old[at] != value)


def _fold(state: State, move: Move) -> None:
    for fact in move.facts:
        evolve(state, fact)


def _turns(told: tuple[tuple[StoredEntry, Move], ...]) -> Iterator[int]:
    """With which step each turn begins."""
    for step, (_, move) in enumerate(told):
        yield from (step for fact in move.facts if isinstance(fact, TurnBegan))
