"""The rebuild sheet: the state as things on a table, for setting up the wooden board again on another evening.

Fetched when somebody prints it. It holds only what everybody at the table may know, and nothing that only the hub
knows, such as the next card.
"""

from __future__ import annotations

from msgspec import Struct

from hub.domain.decks import release_cards
from hub.domain.ids import BANK, POT, Account, Seat, Space, seat_of
from hub.domain.state import State
from hub.domain.tasks import AnyTask
from hub.domain.tickets import tickets_of
from hub.table.game.live import LiveGame
from hub.table.wire.contract import DeedView


class SharesHeld(Struct, frozen=True):
    """`count` shares of an issuer, held by one seat or by the bank."""

    issuer: Seat
    count: int


class RentOpen(Struct, frozen=True):
    """A rent that `payee` can still ask `payer` for, in the edition's unit of money."""

    payer: Seat
    payee: Account
    amount: int


class RebuildSeat(Struct, frozen=True, kw_only=True):
    """What lies in front of a player. `misses`, `owed` and `skips` are as in `SeatView`.

    `release_cards` has the deck of each card; `reports` says whether a report is owed.
    """

    seat: Seat
    out: bool
    balance: int
    space: Space
    misses: int
    deeds: tuple[DeedView, ...]
    release_cards: tuple[str, ...]
    tickets: int
    shares: tuple[SharesHeld, ...]
    reports: bool
    owed: int
    skips: int


class RebuildView(Struct, frozen=True, kw_only=True):
    """The whole table. `tasks` has the kinds of open tasks, the open question first; `tickets` counts the pile.

    `stock` is the bank's supply of each limited kind of building, `bank` the shares it holds.
    """

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[RebuildSeat, ...]
    on_turn: Seat
    turn: int
    streak: int
    tasks: tuple[AnyTask, ...]
    pot: int
    stock: dict[str, int]
    tickets: int
    bank: tuple[SharesHeld, ...]
    rents: tuple[RentOpen, ...]


def rebuild_view(live: LiveGame) -> RebuildView:
    state, rules = live.game.state, live.game.rules
    return RebuildView(
        edition=rules.board,
        house_rules=rules.agreed,
        seats=tuple(_seat(state, seat) for seat in range(len(state.pieces.spaces))),
        on_turn=state.turns.seat,
        turn=state.turns.number,
        streak=state.turns.streak,
        tasks=tuple(reversed(state.agenda.tasks)),
        pot=state.ledger.balances[POT],
        stock=dict(state.supply.stock),
        tickets=len(state.tickets.pile),
        bank=_shares(state, BANK),
        rents=tuple(RentOpen(seat_of(due.payer), seat_of(due.payee), due.amount) for due in state.rent_requests.open),
    )


def _seat(state: State, seat: Seat) -> RebuildSeat:
    return RebuildSeat(
        seat=seat,
        out=state.turns.out[seat],
        balance=state.ledger.balances[seat],
        space=state.pieces.spaces[seat],
        misses=state.custody.missed[seat],
        deeds=tuple(
            DeedView(deed, owner, state.deeds.mortgaged[deed], state.deeds.stage[deed])
            for deed, owner in enumerate(state.deeds.owner)
            if owner == seat
        ),
        release_cards=tuple(deck for deck, _ in release_cards(state, seat)),
        tickets=len(tickets_of(state, seat)),
        shares=_shares(state, seat),
        reports=seat in state.shares.owed,
        owed=state.credit.owed[seat],
        skips=state.turns.skips[seat],
    )


def _shares(state: State, holder: Account) -> tuple[SharesHeld, ...]:
    held = ((issuer, holders[holder]) for issuer, holders in enumerate(state.shares.holdings))
    return tuple(SharesHeld(issuer, count) for issuer, count in held if count)
