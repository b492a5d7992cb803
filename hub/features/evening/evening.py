"""The story of an evening, put together from a log: figures, and awards for who did most of what.

Awards are friendly ones only, and nobody goes home without one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from hub.domain.corrections import Corrected
from hub.domain.deeds import DeedMoved
from hub.domain.history import effective
from hub.domain.ids import NOBODY, Seat, seat_of
from hub.domain.ledger import RENT, MoneyMoved
from hub.domain.offers import TradeClosed, TradeOffered
from hub.domain.pieces import PieceMoved, SeatJailed
from hub.domain.tasks import EstateLot
from hub.domain.turns import DiceThrown, GameWon, RentThrown
from hub.features.evening.contract import Award, AwardView, EveningView, SaleView, WealthView
from hub.features.evening.figures import PAIR, biggest_rents, dice, rents_by_space, shown_sales, sums, throws, wealth_of
from hub.records.story import Story, moves_of, story_of, undos_in
from hub.table.game.live import Played

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
