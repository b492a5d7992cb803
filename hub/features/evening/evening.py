"""The story of an evening, put together from a log: figures, and awards for who did most of what.

Figures are how the dice fell, what the spaces earned, all auctions, and net worth over time. Awards are friendly ones
only, and nobody goes home without one.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from hub.domain.corrections import Corrected
from hub.domain.deeds import DeedMoved
from hub.domain.history import effective
from hub.domain.ids import NOBODY, Seat, seat_of
from hub.domain.ledger import RENT, MoneyMoved
from hub.domain.offers import TradeClosed, TradeOffered
from hub.domain.pieces import PieceMoved, SeatJailed
from hub.domain.tasks import DeedLot, EstateLot, Lot
from hub.domain.turns import DiceThrown, GameWon, OpeningThrown, RentThrown, TurnBegan
from hub.features.evening.contract import (
    Award,
    AwardView,
    DieView,
    EveningView,
    RentView,
    SaleView,
    SpaceRentView,
    SumsView,
    Verdict,
    WealthView,
)
from hub.records.story import Story, moves_of, sales, sealed_sales, story_of, undos_in
from hub.rules.assets import net_worth
from hub.rules.game import Game
from hub.rules.slots import Printed
from hub.table.game.live import Played

EXPECTED_MINIMUM = 5
"""With fewer expected of each kind the test says nothing (the usual rule of thumb)."""

ODD, UNEVEN = 0.05, 0.01
"""So rare by chance that it is worth a remark, or another die."""

FACES = range(1, 7)
PAIR = 2
"""The dice of a throw whose sum and doubles are counted; a speed die comes after them."""

BIGGEST = 5


def deviation(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def by_chance(figure: float, freedom: int) -> float:
    """How likely chance alone yields this figure or a greater one, with so many degrees of freedom.

    The closed forms for one and two degrees of freedom, and the recurrence from each to the next but one.
    """
    half = figure / 2
    start = 2 - freedom % 2
    found = math.exp(-half) if start == 2 else math.erfc(math.sqrt(half))
    for degrees in range(start, freedom, 2):
        found += half ** (degrees / 2) * math.exp(-half) / math.gamma(degrees / 2 + 1)
    return min(1.0, found)


def verdict(counts: Sequence[int]) -> Verdict:
    if sum(counts) < EXPECTED_MINIMUM * len(counts):
        return "few"
    likely = by_chance(deviation(counts), len(counts) - 1)
    return "even" if likely >= ODD else "odd" if likely >= UNEVEN else "uneven"


def throws(story: Story) -> Iterator[DiceThrown | OpeningThrown | RentThrown]:
    for shown in story.facts:
        if isinstance(shown.fact, DiceThrown | OpeningThrown | RentThrown):
            yield shown.fact


def dice(story: Story) -> tuple[DieView, ...]:
    """One per kind of dice and source, as first thrown; dice alike are one, since nobody can tell them apart."""
    counts: dict[tuple[Printed, str], Counter[int]] = {}
    for fact in throws(story):
        for printed, face in zip(story.rules.dice, fact.faces, strict=False):
            counts.setdefault((printed, fact.source), Counter())[face] += 1
    return tuple(_die(*kind, tuple(counter[face] for face in FACES)) for kind, counter in counts.items())


def sums(story: Story) -> SumsView:
    """Sums and doubles of all throws with two dice or more."""
    pairs = [fact.faces[:PAIR] for fact in throws(story) if len(fact.faces) >= PAIR]
    counter = Counter(map(sum, pairs))
    doubles = sum(first == second for first, second in pairs)
    return SumsView(throws=len(pairs), doubles=doubles, counts=tuple(counter[total] for total in range(2, 13)))


def _die(printed: Printed, source: str, counts: tuple[int, ...]) -> DieView:
    figure = deviation(counts)
    return DieView(
        printed=printed,
        source=source,  # type: ignore[arg-type]  # as the fact has it
        counts=counts,
        chi=round(figure * 100),
        permille=round(by_chance(figure, len(counts) - 1) * 1000),
        verdict=verdict(counts),
    )


def rents(story: Story) -> Iterator[RentView]:
    for shown in story.facts:
        fact = shown.fact
        if isinstance(fact, MoneyMoved) and fact.purpose.startswith(RENT):
            yield RentView(fact.inputs["deed"], fact.payer, fact.payee, fact.amount, shown.turn, shown.move)


def biggest_rents(story: Story) -> tuple[RentView, ...]:
    """The highest first; of equal ones the earlier first."""
    return tuple(sorted(rents(story), key=lambda rent: -rent.amount)[:BIGGEST])


def rents_by_space(story: Story) -> tuple[SpaceRentView, ...]:
    """Every deed of the track, also those that earned nothing."""
    earned: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for rent in rents(story):
        earned[rent.deed] += rent.amount
        times[rent.deed] += 1
    moved = (shown.fact for shown in story.facts if isinstance(shown.fact, PieceMoved))
    landed = Counter(fact.space for fact in moved if fact.by != "correction")
    return tuple(SpaceRentView(deed, earned[deed], times[deed], landed[deed]) for deed in story.rules.track.deeds)


def shown_sales(story: Story) -> tuple[SaleView, ...]:
    """In the order in which they were opened."""
    return tuple(view for _, view in sorted([*_open(story), *_sealed(story)], key=lambda one: one[0]))


def _open(story: Story) -> Iterator[tuple[int, SaleView]]:
    for sale in sales(story):
        view = SaleView(
            lot=sale.lot,
            sealed=False,
            turn=sale.opened.turn,
            outcome=sale.outcome,
            winner=sale.winner,
            price=sale.price,
            printed=printed_price(story, sale.lot),
            bids=sum(amount is not None for _, _, amount in sale.bids),
        )
        yield sale.opened.move, view


def _sealed(story: Story) -> Iterator[tuple[int, SaleView]]:
    for sale in sealed_sales(story):
        closed = sale.closed
        view = SaleView(
            lot=sale.fact.lot,
            sealed=True,
            turn=sale.opened.turn,
            outcome=sale.outcome,
            winner=closed.seat if closed else NOBODY,
            price=closed.amount if closed else 0,
            printed=printed_price(story, sale.fact.lot),
            bids=sum(amount > 0 for _, reveal in sale.reveals for amount in reveal.amounts),
        )
        yield sale.opened.move, view


def printed_price(story: Story, lot: Lot) -> int:
    """The printed prices of the deeds in a lot, 0 if there are none."""
    deeds = (lot.deed,) if isinstance(lot, DeedLot) else lot.deeds if isinstance(lot, EstateLot) else ()
    return sum(story.rules.track.deeds[deed].price for deed in deeds)


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


INVESTED = frozenset({"building", "building_auction"})
GIVEN = frozenset({"tax", "bail", "risk_loss", "card_pay", "card_repairs", "card_per_stage", "card_great_repairs"})
WALKED = frozenset({"throw", "mogul", "bus", "triple", "ticket"})
EITHER_WAY = frozenset({"ticket"})
"""Moves along one side of the track, ahead or back (D18): the piece went the shorter way."""

Tally = Counter[Seat]


def evening_of(played: Played) -> EveningView:
    """What everybody may know of a game so far, in figures."""
    story, shown, record = story_of(played), moves_of(played), played.record
    wealth, sold = wealth_of(played), shown_sales(story)
    winners = [shown.fact.seat for shown in story.facts if isinstance(shown.fact, GameWon)]
    return EveningView(
        game=record.id,
        edition=played.rules.board,
        printed=record.edition,
        names=record.names,
        started_ms=record.started_ms,
        ended_ms=shown[-1][0].at_ms if shown else record.started_ms,
        turns=story.turns[-1].turn if story.turns else 0,
        moves=len(shown),
        undos=undos_in(played),
        throws=sum(1 for _ in throws(story)),
        winner=winners[-1] if winners else NOBODY,
        whole=len(shown) == len(effective(stored.entry for stored in played.entries).moves),
        wealth=wealth,
        rents=rents_by_space(story),
        biggest=biggest_rents(story),
        dice=dice(story),
        sums=sums(story),
        sales=sold,
        awards=awards(story, wealth, sold),
    )


def awards(story: Story, wealth: WealthView, sold: tuple[SaleView, ...]) -> tuple[AwardView, ...]:
    """Each with all who share it. Those whom no award found get the one for good company, for their throws."""
    given = [view for award, tally in _tallies(story, wealth, sold).items() if (view := _best(award, tally))]
    found = {seat for view in given for seat in view.seats}
    thrown = Counter(fact.seat for fact in throws(story))
    left = [seat for seat in range(len(story.record.names)) if seat not in found and thrown[seat]]
    return (*given, *(AwardView("company", (seat,), thrown[seat]) for seat in left))


def _best(award: Award, tally: Tally) -> AwardView | None:
    most = max(tally.values(), default=0)
    return AwardView(award, tuple(sorted(seat for seat in tally if tally[seat] == most)), most) if most > 0 else None


def _tallies(story: Story, wealth: WealthView, sold: tuple[SaleView, ...]) -> Mapping[Award, Tally]:
    """What is counted for each award; nothing is for the last."""
    tallies: dict[Award, Tally] = {award: Counter() for award in get_args(Award)}
    tallies |= {"bargain": _bargains(story, sold), "comeback": _comebacks(wealth), "trader": _trades(story)}
    corrections = {shown.move for shown in story.facts if isinstance(shown.fact, Corrected)}
    for shown in story.facts:
        if shown.move in corrections:
            continue  # the banker put something right: nobody achieved that
        for award, seat, figure in _counted(story, shown.fact):
            tallies[award][seat] += figure
    return tallies


def _counted(story: Story, fact: object) -> Iterator[tuple[Award, Seat, int]]:
    match fact:
        case MoneyMoved(purpose=purpose, payer=payer, payee=payee, amount=amount):
            if purpose.startswith(RENT):
                if payee >= 0:  # a debt may have passed to the bank
                    yield "landlord", seat_of(payee), amount
                yield "guest", seat_of(payer), amount
            elif purpose in INVESTED:
                yield "builder", seat_of(payer), amount
            elif purpose in GIVEN and payer >= 0 and payee < 0:
                yield "patron", seat_of(payer), amount
        case DeedMoved(source=source, target=target) if source == NOBODY != target:
            yield "collector", target, 1
        case PieceMoved(seat=seat, origin=origin, space=space, by=by) if by in WALKED:
            count = len(story.rules.track.spaces)
            ahead = (space - origin) % count
            yield "traveller", seat, min(ahead, count - ahead) if by in EITHER_WAY else ahead
        case SeatJailed(seat=seat, by=by) if by != "correction":
            yield "jailbird", seat, 1
        case DiceThrown(seat=seat, faces=faces) | RentThrown(seat=seat, faces=faces) if (
            len(faces) >= PAIR and faces[0] == faces[1]
        ):
            yield "doubles", seat, 1


def _bargains(story: Story, sold: tuple[SaleView, ...]) -> Tally:
    """The most that anybody saved in one auction; what a mortgage has taken out of a deed was not saved."""
    best: Tally = Counter()
    for sale in sold:
        if sale.outcome == "sold" and sale.printed:
            winner, lot = seat_of(sale.winner), sale.lot
            mortgaged = lot.mortgaged if isinstance(lot, EstateLot) else ()
            worth = sale.printed - sum(story.rules.track.deeds[deed].mortgage for deed in mortgaged)
            best[winner] = max(best[winner], worth - sale.price)
    return best


def _comebacks(wealth: WealthView) -> Tally:
    """How far somebody climbed who had been below what all began with, from the lowest point to the end."""
    climbed: Tally = Counter()
    for seat, worth in enumerate(wealth.seats):
        if worth and 0 < min(worth) < worth[0]:
            climbed[seat] = worth[-1] - min(worth)
    return climbed


def _trades(story: Story) -> Tally:
    made: Tally = Counter()
    offered: dict[int, tuple[Seat, Seat]] = {}
    for shown in story.facts:
        match shown.fact:
            case TradeOffered(offer=offer):
                offered[offer.id] = offer.seat, offer.to
            case TradeClosed(offer=number, how="accepted"):
                made.update(offered[number])
    return made
