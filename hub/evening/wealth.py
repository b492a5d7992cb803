"""Net worth over time: cash, deeds and buildings at book value, shares in others at their guide price, less credit.

A book value is the printed price less a mortgage, buildings at cost, as in the reports of haustein (H18).
"""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.ids import Seat
from hub.domain.turns import TurnBegan, solvent
from hub.evening.contract import WealthView
from hub.export.story import moves_of
from hub.rules.assets import estate_value
from hub.rules.game import Game
from hub.rules.shares.price import guide_price
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


def net_worth(game: Game, seat: Seat) -> int:
    """What a seat has. Its own shares are left out: they represent what is already counted."""
    state = game.state
    held = 0
    if state.shares.issued:
        issuers = [issuer for issuer in solvent(state) if issuer != seat and state.shares.holdings[issuer][seat]]
        held = sum(state.shares.holdings[issuer][seat] * guide_price(game, issuer) for issuer in issuers)
    return state.ledger.balances[seat] + estate_value(game, seat) + held - state.credit.owed[seat]


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
