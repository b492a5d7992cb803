"""Turns the state of a game into the flat position of the derived engine; what does not fit is refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from hub.domain.commands import Bundle
from hub.domain.deeds import PRINTED
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.offers import Offer
from hub.domain.state import State
from hub.domain.tasks import (
    AdvancePending,
    AuctionRunning,
    BuildingLot,
    BuyPending,
    DebtPending,
    DeedLot,
    DrawPending,
    MortgageChoicePending,
    OpeningThrowPending,
    PlacingPending,
    RentThrowPending,
    ShortageOpen,
    ShortagePending,
    Task,
    ThrowPending,
)
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived.tables import NotCovered, deck_names, plain
from hub.foresight.position import unseen_cards
from hub.rules.slots import Rules

Frames: TypeAlias = Mapping[type[Task], Callable[[Rules, Any], Iterable[int]]]
"""What the frame of a task holds, by its type."""

BUILDINGS = ("house", "hotel")
WAYS = {"throw": at.BY_THROW, "card": at.BY_CARD}
AMOUNT_MAXIMUM = 1 << 40
"""The derived engine cannot represent more money than this."""

NO_SEAT = plain(NOBODY)


def position_of(rules: Rules, t: at.Vector, state: State) -> at.Vector:
    """The position of a game whose edition has these tables, with bots that remember nothing. Raises NotCovered."""
    if any(state.credit.owed):
        raise NotCovered("accounts")
    s = begun(state)
    read_deeds(t, s, state, at.PAID, at.TOP_STAGE, at.GROUP_SIZE)
    for building, name in enumerate(BUILDINGS):
        s[at.STOCK + building] = state.supply.stock[name]
    read_goods(rules, s, state)
    ask(rules, s, state.agenda.tasks, FRAMES)
    return s


def read_goods(rules: Rules, s: at.Vector, state: State) -> None:
    """Fill in cards, offers, and bots that remember nothing. Raises NotCovered."""
    _decks(rules, s, state)
    _offers(rules, s, state.offers.open.values())
    s[at.LAST_OFFER] = state.offers.last_id
    forget(s)


def begun(state: State) -> at.Vector:
    """A position of which only accounts, pieces and turn are filled in. Raises NotCovered."""
    s = [0] * at.PAPER_SIZE
    turns, seats = state.turns, len(state.turns.out)
    balances = state.ledger.balances
    if max(map(abs, balances)) > AMOUNT_MAXIMUM:
        raise NotCovered("accounts")
    for seat in range(seats):
        s[at.CASH + seat], s[at.SPACE + seat] = balances[seat], state.pieces.spaces[seat]
        s[at.MISSED + seat], s[at.OUT + seat] = state.custody.missed[seat], int(turns.out[seat])
    s[at.ACCOUNTS + plain(POT)], s[at.ACCOUNTS + plain(BANK)] = balances[POT], balances[BANK]
    s[at.TURN], s[at.NUMBER], s[at.STREAK], s[at.WINNER] = turns.seat, turns.number, turns.streak, plain(turns.winner)
    s[at.DIE1], s[at.DIE2] = turns.faces[:2] if turns.faces else (0, 0)
    s[at.FIRST], s[at.ROUND], s[at.STEP] = plain(turns.first), turns.round, min(1, state.agenda.step)
    s[at.SEATS], s[at.ALIVE], s[at.LUCK] = seats, seats - sum(turns.out), 1
    return s


def forget(s: at.Vector) -> None:
    """Fill in bots that have seen nothing yet."""
    for seat in range(at.SEATS_MAXIMUM):
        s[at.SEEN + seat], s[at.CHANGES + seat], s[at.LOOKED_CHANGES + seat] = -1, 0, 0
        s[at.LOOKED_TURN + seat], s[at.MADE + seat], s[at.MADE_IN + seat] = -60, 0, 0


def seats_in(seats: Iterable[int]) -> int:
    """Seats as a list in one number."""
    return sum([seat + 1 << 4 * place for place, seat in enumerate(seats)])


def deeds_in(deeds: Iterable[int]) -> int:
    """Deeds as a list in one number. Raises NotCovered for more than fit in."""
    chosen = [*deeds]
    if len(chosen) > at.DEEDS_MAXIMUM:
        raise NotCovered("so many deeds in an offer")
    return sum([deed << 6 * place for place, deed in enumerate(chosen)])


def cards_in(rules: Rules, cards: Iterable[str]) -> int:
    """Release cards by deck, one bit each. Raises NotCovered for two of one deck."""
    chosen = [*cards]
    if len(set(chosen)) < len(chosen):
        raise NotCovered("two release cards of a deck")
    return sum([1 << deck_names(rules).index(deck) for deck in chosen])


def read_deeds(t: at.Vector, s: at.Vector, state: State, paid_at: int, stages: int, enough: int) -> None:
    """Fill in who has what, and what is built there; at `paid_at` are building costs, `stages` for each deed.

    A group counts as complete with as many deeds as the tables say at `enough`.
    """
    deeds = state.deeds
    s[at.OWNER : at.OWNER + at.SPACES_MAXIMUM] = [NO_SEAT] * at.SPACES_MAXIMUM
    for deed in range(t[at.SPACES]):
        owner = plain(deeds.owner[deed])
        s[at.OWNER + deed], s[at.STAGE + deed] = owner, deeds.stage[deed]
        s[at.LENT] |= deeds.mortgaged[deed] << deed
        s[at.BUILT] |= (deeds.stage[deed] > 0) << deed
        for stage, paid in enumerate(deeds.paid[deed]):
            s[paid_at + deed * stages + stage] = t[at.HOUSE_PRICE + deed] if paid == PRINTED else paid
        s[at.HANDS] += owner * t[at.WEIGHT + deed]
        if owner != NO_SEAT:
            s[at.COUNT + t[at.GROUP + deed] * at.SEATS_MAXIMUM + owner] += 1
            s[at.HAND + owner] |= 1 << deed
        elif t[at.PRICE + deed]:
            s[at.UNSOLD] += 1
    for group in range(t[at.GROUPS]):
        for seat in range(at.SEATS_MAXIMUM):
            whole = s[at.COUNT + group * at.SEATS_MAXIMUM + seat] >= t[enough + group]
            s[at.WHOLE + seat] |= whole << t[at.GROUPS] - 1 - group


def _decks(rules: Rules, s: at.Vector, state: State) -> None:
    decks = state.decks
    for number, deck in enumerate(deck_names(rules)):
        pile, place = decks.piles[deck], at.PILE + number * at.CARDS_MAXIMUM
        s[place : place + len(pile)] = pile
        s[at.PILE_LENGTH + number] = len(pile)
        s[at.UNSEEN + number] = unseen_cards(decks, deck)
        s[at.HOLDER + number] = next(iter(decks.held[deck].values()), NO_SEAT)


def _offers(rules: Rules, s: at.Vector, offers: Iterable[Offer]) -> None:
    for offer in offers:
        if s[at.OFFERS] == at.OFFERS_MAXIMUM // 2:
            raise NotCovered("so many open offers")
        place = at.OFFER + s[at.OFFERS] * at.OFFER_SIZE
        s[at.OFFERS] += 1
        give, take = bundle_in(rules, offer.give), bundle_in(rules, offer.take)
        s[place : place + at.OFFER_SIZE] = [offer.id, offer.seat, offer.to, *give, *take, offer.answers]


def bundle_in(rules: Rules, bundle: Bundle) -> tuple[int, int, int]:
    """One side of an offer: money, deeds, cards. Raises NotCovered."""
    return bundle.money, deeds_in(bundle.deeds), cards_in(rules, bundle.release_cards)


def ask(rules: Rules, s: at.Vector, tasks: Sequence[Task], frames: Frames) -> None:
    """Put the open tasks on the stack. Raises NotCovered for those that have no frame."""
    s[at.TOP] = at.EMPTY
    if len(tasks) > at.TASKS_MAXIMUM // 2:
        raise NotCovered("so many open tasks")
    for task in tasks:
        figures = frames.get(type(task))
        if figures is None:
            raise NotCovered(type(task).__name__)
        s[at.TOP] += at.FRAME
        frame = [*figures(rules, task)]
        s[s[at.TOP] : s[at.TOP] + len(frame)] = frame


def _advance(_rules: Rules, task: AdvancePending) -> Iterable[int]:
    if task.by not in WAYS:
        raise NotCovered(task.by)
    return (
        at.ADVANCE,
        task.seat,
        task.space,
        task.salary,
        task.rent_factor,
        task.rent_throw_factor,
        WAYS[task.by],
    )


def _auction(_rules: Rules, task: AuctionRunning) -> Iterable[int]:
    match task.lot:
        case DeedLot(deed=deed):
            lot = deed
        case BuildingLot(building=building):
            lot = -1 - BUILDINGS.index(building)
        case _:
            raise NotCovered("such a lot")
    return at.AUCTION, NO_SEAT, lot, seats_in(task.bidders), task.minimum, task.high, plain(task.leader)


def _opening(_rules: Rules, task: OpeningThrowPending) -> Iterable[int]:
    sums = sum([total << 4 * place for place, (_, total) in enumerate(task.thrown)])
    return at.OPENING, NO_SEAT, seats_in(task.seats), seats_in(seat for seat, _ in task.thrown), sums


def wishes(wants: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Fill in who wants scarce buildings, and how many."""
    return seats_in(seat for seat, _ in wants), sum([count << 7 * place for place, (_, count) in enumerate(wants)])


def _shortage(_rules: Rules, task: ShortagePending) -> Iterable[int]:
    building, asked = BUILDINGS.index(task.building), seats_in(task.seats)
    return at.SHORTAGE, NO_SEAT, building, task.stock, asked, *wishes(task.wants), task.deed


def _dealing(_rules: Rules, task: ShortageOpen) -> Iterable[int]:
    return at.DEALING, NO_SEAT, BUILDINGS.index(task.building), 0, 0, *wishes(task.wants)


def _placing(_rules: Rules, task: PlacingPending) -> Iterable[int]:
    return at.PLACING, task.seat, BUILDINGS.index(task.building), task.count, int(task.paid), task.amount


FRAMES: Frames = {
    OpeningThrowPending: _opening,
    ThrowPending: lambda _rules, task: (at.THROW, task.seat),
    AdvancePending: _advance,
    DrawPending: lambda rules, task: (at.DRAW, task.seat, deck_names(rules).index(task.deck)),
    BuyPending: lambda _rules, task: (at.BUY, task.seat, task.deed),
    AuctionRunning: _auction,
    RentThrowPending: lambda _rules, task: (at.RENT_THROW, task.seat, task.deed, task.factor),
    DebtPending: lambda _rules, task: (at.DEBT, task.seat, plain(task.due.payee), task.due.amount),
    MortgageChoicePending: lambda _rules, task: (at.CHOICE, task.seat, task.deed, int(task.bought)),
    ShortagePending: _shortage,
    ShortageOpen: _dealing,
    PlacingPending: _placing,
}
