"""Turns a set-up of a record into the corrections that lead to it, in an order in which each is possible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET

from hub.domain import corrections
from hub.domain.decks import tickets_of
from hub.domain.ids import BANK, NOBODY, POT, Account, Seat
from hub.domain.state import State
from hub.domain.tasks import ThrowPending
from hub.records.lines import BySeat, Holders, MeaninglessLine, Setup

T = TypeVar("T")


def corrections_for(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """The corrections that lead to the set-up; `state` is updated after each."""
    for correction in _corrections(setup, state):
        yield msgspec.structs.replace(correction, reason=setup.reason)


def _corrections(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """Owners before mortgages and buildings, pieces before jail; the turn comes last, since it closes open tasks."""
    yield from _deeds(setup, state)
    for seat, amount in by_seat(setup.balances):
        yield from _money(state, seat, amount)
    if setup.pot is not None:
        yield from _money(state, POT, setup.pot)
    for deck, holders in setup.release_cards.items():
        yield from _release_cards(state, deck, holders)
    for seat, count in by_seat(setup.tickets):
        change = count - len(tickets_of(state, seat))
        for _ in range(abs(change)):
            yield corrections.CorrectTicket(*((NOBODY, seat) if change > 0 else (seat, NOBODY)))
    for issuer, wanted in enumerate(setup.shares) if isinstance(setup.shares, list) else setup.shares.items():
        yield from _shares(state, issuer, wanted)
    yield from _pieces(setup, state)
    if (on_turn := setup.on_turn) is not None:
        turns, tasks = state.turns, state.agenda.tasks
        if turns.seat != on_turn or turns.faces or tasks != (ThrowPending(on_turn),):
            yield corrections.CorrectTurn(on_turn)


def by_seat(figures: BySeat) -> list[tuple[Seat, int]]:
    return list(enumerate(figures)) if isinstance(figures, list) else list(figures.items())


def _deeds(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    deeds = state.deeds
    for deed, owner in setup.owners.items():
        if _get(deeds.owner, deed) != owner:
            yield corrections.CorrectDeed(deed, owner)
    yield from _mortgages(setup, state)
    if any(_get(deeds.stage, deed) != stage for deed, stage in setup.buildings.items()):
        yield corrections.CorrectBuildings(setup.buildings)


def _mortgages(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    """The list is complete: deeds it does not name are redeemed before any are mortgaged."""
    if setup.mortgaged is UNSET:
        return
    mortgaged = state.deeds.mortgaged
    for deed in [deed for deed, held in enumerate(mortgaged) if held and deed not in setup.mortgaged]:
        yield corrections.CorrectMortgage(deed, mortgaged=False)
    for deed in setup.mortgaged:
        if not _get(mortgaged, deed):
            yield corrections.CorrectMortgage(deed, mortgaged=True)


def _money(state: State, account: Account, amount: int) -> Iterator[corrections.Correction]:
    """Money comes from the bank or goes back to it. A seat that does not exist is left to the rules to refuse."""
    known = -2 <= account < len(state.turns.out)
    change = amount - state.ledger.balances[account] if known else amount
    if change > 0:
        yield corrections.CorrectMoney(BANK, account, change)
    elif change < 0:
        yield corrections.CorrectMoney(account, BANK, -change)


def _release_cards(state: State, deck: str, holders: list[Seat]) -> Iterator[corrections.Correction]:
    """All holders of a deck's release cards: those not named give theirs back, before anybody gets one."""
    held, wanted = Counter(state.decks.held.get(deck, {}).values()), Counter(holders)
    for holder in (held - wanted).elements():
        yield corrections.CorrectReleaseCard(deck, holder, NOBODY)
    for holder in (wanted - held).elements():
        yield corrections.CorrectReleaseCard(deck, NOBODY, holder)


def _shares(state: State, issuer: Seat, wanted: Holders) -> Iterator[corrections.Correction]:
    """Holders return surplus shares to the issuer before the issuer distributes any.

    Raises MeaninglessLine if a list of all holders, with the bank last, does not add up to all shares.
    """
    held = state.shares.holdings[issuer] if 0 <= issuer < len(state.shares.holdings) else []
    if isinstance(wanted, list):
        if not held:
            raise MeaninglessLine(f"there are no shares of {issuer}")
        if sum(wanted) != sum(held):
            raise MeaninglessLine(f"shares of {issuer} are {sum(held)} in all, not {sum(wanted)}")
        wanted = dict(zip((*range(len(held) - 1), BANK), wanted, strict=True))
        del wanted[issuer]  # has the rest
    known = range(BANK, len(held) - 1)
    changes = {holder: count - (held[holder] if holder in known else 0) for holder, count in wanted.items()}
    for holder, change in sorted(changes.items(), key=lambda of: of[1]):
        if change:
            source, target = (issuer, holder) if change > 0 else (holder, issuer)
            yield corrections.CorrectShares(issuer, source, target, abs(change))


def _pieces(setup: Setup, state: State) -> Iterator[corrections.Correction]:
    for seat, space in by_seat(setup.spaces):
        if _get(state.pieces.spaces, seat) != space:
            yield corrections.CorrectPiece(seat, space)
    for seat, missed in by_seat(setup.jail):
        if _get(state.custody.missed, seat) != missed:
            jailed = missed >= 0
            yield corrections.CorrectJail(seat, jailed, missed if jailed else 0)


def _get(values: Sequence[T], index: int) -> T | None:
    """The value at an index; None if it does not exist, since the rules refuse that with a reason."""
    return values[index] if 0 <= index < len(values) else None
