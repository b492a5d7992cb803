"""Net worth over time."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.turns import TurnBegan
from hub.features.evening.contract import WealthView
from hub.records.story import moves_of
from hub.rules.game import Game
from hub.rules.worth import net_worth
from hub.table.game.live import Played


def wealth_of(played: Played) -> WealthView:
    """The net worth of all seats at the end of each turn."""
    ends = list(_ends(played))
    by_seat = [[worth[seat] for _, _, worth in ends] for seat in range(len(played.record.names))]
    return WealthView(
        turns=tuple(turn for turn, _, _ in ends),
        at_ms=tuple(at_ms for _, at_ms, _ in ends),
        seats=tuple(map(tuple, by_seat)),
    )


def _ends(played: Played) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Turn, time and net worth by seat whenever a turn ends; the last is the one that runs."""
    game, at_ms, seats = Game(played.rules), played.record.started_ms, range(len(played.record.names))
    moves = moves_of(played)
    for stored, move in moves:
        for fact in move.facts:
            if isinstance(fact, TurnBegan):
                yield game.state.turns.number, at_ms, tuple(net_worth(game, seat) for seat in seats)
            fact.fold(game.state)
        at_ms = stored.at_ms
    if moves:
        yield game.state.turns.number, at_ms, tuple(net_worth(game, seat) for seat in seats)
