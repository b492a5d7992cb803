"""Turns a set-up of a record into the corrections that lead to it, in an order in which each is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from hub.domain.corrections import (
    CorrectBuildings,
    CorrectDeed,
    Correction,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectShares,
    CorrectTicket,
    CorrectTurn,
)
from hub.domain.ids import BANK, NOBODY, POT, Account, Seat
from hub.domain.state import State
from hub.domain.tasks import ThrowPending
from hub.domain.tickets import tickets_of
from hub.records.faults import Senseless
from hub.records.lines import BySeat, Holders, Setup


def corrections(setup: Setup, state: State) -> Iterator[Correction]:
    """What has to be corrected so that the position is the one set up; `state` follows along meanwhile.

    Owners come before mortgages and buildings, pieces before jail, the turn last, because it drops what was asked.
    """
    yield from _deeds(setup, state)
    for seat, amount in by_seat(setup.balances):
        yield from _money(state, seat, amount, setup.reason)
    if setup.pot is not None:
        yield from _money(state, POT, setup.pot, setup.reason)
    for deck, holders in setup.release_cards.items():
        yield from _release_cards(state, deck, holders, setup.reason)
    for seat, count in by_seat(setup.tickets):
        yield from _tickets(state, seat, count, setup.reason)
    for issuer, wanted in enumerate(setup.shares) if isinstance(setup.shares, list) else setup.shares.items():
        yield from _shares(state, issuer, wanted, setup.reason)
    yield from _pieces(setup, state)
    if setup.on_turn is not None and not _about_to_throw(state, setup.on_turn):
        yield CorrectTurn(setup.on_turn, setup.reason)


def by_seat(figures: BySeat) -> list[tuple[Seat, int]]:
    """(seat, figure) of each seat that is named."""
    return list(enumerate(figures)) if isinstance(figures, list) else list(figures.items())


def _deeds(setup: Setup, state: State) -> Iterator[Correction]:
    deeds = state.deeds
    for deed, owner in setup.owners.items():
        if _get(deeds.owner, deed) != owner:
            yield CorrectDeed(deed, owner, setup.reason)
    yield from _mortgages(setup, state)
    if any(_get(deeds.stage, deed) != stage for deed, stage in setup.buildings.items()):
        yield CorrectBuildings(setup.buildings, setup.reason)


def _mortgages(setup: Setup, state: State) -> Iterator[Correction]:
    """The list is whole: what it does not name is redeemed, before anything is mortgaged."""
    if setup.mortgaged is UNSET:
        return
    mortgaged = state.deeds.mortgaged
    for deed in [deed for deed, held in enumerate(mortgaged) if held and deed not in setup.mortgaged]:
        yield CorrectMortgage(deed, mortgaged=False, reason=setup.reason)
    for deed in setup.mortgaged:
        if not _get(mortgaged, deed):
            yield CorrectMortgage(deed, mortgaged=True, reason=setup.reason)


def _money(state: State, account: Account, amount: int, reason: str) -> Iterator[Correction]:
    """Money comes from the bank or goes back to it. A seat that does not exist is left to the rules to refuse."""
    known = -2 <= account < len(state.turns.out)
    change = amount - state.ledger.balances[account] if known else amount
    if change > 0:
        yield CorrectMoney(BANK, account, change, reason)
    elif change < 0:
        yield CorrectMoney(account, BANK, -change, reason)


def _release_cards(state: State, deck: str, holders: list[Seat], reason: str) -> Iterator[Correction]:
    """All holders of a deck's release cards: who is not named gives theirs back, before anybody gets one."""
    held, wanted = Counter(state.decks.held.get(deck, {}).values()), Counter(holders)
    for holder in (held - wanted).elements():
        yield CorrectReleaseCard(deck, holder, NOBODY, reason)
    for holder in (wanted - held).elements():
        yield CorrectReleaseCard(deck, NOBODY, holder, reason)


def _tickets(state: State, seat: Seat, count: int, reason: str) -> Iterator[Correction]:
    """Tickets come from the pile or go back to it."""
    change = count - len(tickets_of(state, seat))
    for _ in range(abs(change)):
        yield CorrectTicket(NOBODY, seat, reason) if change > 0 else CorrectTicket(seat, NOBODY, reason)


def _shares(state: State, issuer: Seat, wanted: Holders, reason: str) -> Iterator[Correction]:
    """Holders give back to the issuer what they have too many of, before they give any out.

    Raises Senseless where a list of all holders, the bank last, is not of all shares.
    """
    held = state.shares.holdings[issuer] if 0 <= issuer < len(state.shares.holdings) else []
    if isinstance(wanted, list):
        if not held:
            raise Senseless(f"there are no shares of {issuer}")
        if sum(wanted) != sum(held):
            raise Senseless(f"shares of {issuer} are {sum(held)} in all, not {sum(wanted)}")
        wanted = dict(zip((*range(len(held) - 1), BANK), wanted, strict=True))
        del wanted[issuer]  # has the rest
    known = range(BANK, len(held) - 1)
    changes = {holder: count - (held[holder] if holder in known else 0) for holder, count in wanted.items()}
    for holder, change in sorted(changes.items(), key=lambda of: of[1]):
        if change:
            source, target = (issuer, holder) if change > 0 else (holder, issuer)
            yield CorrectShares(issuer, source, target, abs(change), reason)


def _pieces(setup: Setup, state: State) -> Iterator[Correction]:
    for seat, space in by_seat(setup.spaces):
        if _get(state.pieces.spaces, seat) != space:
            yield CorrectPiece(seat, space, setup.reason)
    for seat, missed in by_seat(setup.jail):
        if _get(state.custody.missed, seat) != missed:
            jailed = missed >= 0
            yield CorrectJail(seat, jailed, missed if jailed else 0, setup.reason)


def _about_to_throw(state: State, seat: Seat) -> bool:
    return state.turns.seat == seat and not state.turns.faces and state.agenda.tasks == (ThrowPending(seat),)


def _get(values: list[int] | list[bool], index: int) -> int | None:
    """The value at an index, None for what does not exist: the rules refuse it with a reason."""
    return values[index] if 0 <= index < len(values) else None
