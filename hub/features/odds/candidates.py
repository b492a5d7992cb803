"""The answers that a question offers, as a bounded list: what advice compares, and what a master chooses from.

In this order: what a sensible bot would do, every answer on the buttons, with amounts in a few steps, and what may be
done before answering: building, redeeming, raising money, a trade. They are derived from a position, and therefore only
from what its seat may know.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.player import Sensible
from hub.bots.sensible.trading import SHARE_PERCENT, Deal, deal_of, deals
from hub.bots.sight import Sight
from hub.domain import commands, tasks
from hub.domain.commands import AcceptTrade, Bundle, DeclineTrade, OfferTrade, PlaceBid, SealBid, SeatCommand
from hub.domain.ids import Seat
from hub.domain.shares import SellShares
from hub.domain.tasks import DebtPending, DeedLot, Lot, Task, ThrowPending
from hub.features.odds.position import Position
from hub.rules.game import Choice, Game

CANDIDATES_MAXIMUM = 16
"""The maximum number of answers that are compared; if there are more, the first ones are."""

BID_PERCENTS = (50, 75, 100, 125, 150)
SEALED_PERCENTS = (10, 25, 50, 75, 100)
"""Bids worth comparing, in percent of what the lot is worth to a sensible bot."""

DEALS_MAXIMUM = 3
"""For how many exchanges of deeds several prices are compared."""

IDEAS: tuple[type[SeatCommand], ...] = (commands.Build, commands.Redeem, commands.UseTicket, commands.BuyRemote)
MEANS: tuple[type[SeatCommand], ...] = (
    commands.Mortgage,
    commands.SellBuilding,
    commands.SellGroup,
    commands.SellDeed,
    SellShares,
)
"""What may be done before a throw, and what raises the money for an answer."""


def candidates(position: Position, seat: Seat, *, shrewd: bool = False) -> tuple[SeatCommand, ...]:
    """What `seat` may sensibly do about the open question, the answer of a sensible bot first; none if it isn't asked.

    Trades among them share the gain equally; if `shrewd`, they are those that the other side would barely accept.
    """
    game = Game(position.rules, position.copied())
    sight, chart, task = Sight(game, seat), Chart.of(position.rules), position.state.agenda.task
    if task is None or seat not in tasks.asked(task):
        return ()
    usual = _usual(position, chart, seat)
    found = [] if usual is None else [usual]
    for choice in sight.answers():
        found += _in_steps(sight, chart, task, choice)
    if isinstance(task, ThrowPending) and OfferTrade in chart.commands:
        found += trades(sight, chart, shrewd=shrewd)
    found += _before(sight, task, usual)
    return tuple([command for command in dict.fromkeys(found) if sight.may(command)][:CANDIDATES_MAXIMUM])


def _usual(position: Position, chart: Chart, seat: Seat) -> SeatCommand | None:
    """The answer of a sensible bot, as if no other question were open."""
    state = position.copied()
    state.offers.open, state.shares.offers, state.shares.owed, state.rent_requests.open = {}, {}, {}, []
    return Sensible(chart, "usual").choose(Sight(Game(position.rules, state), seat))


def answers_to(position: Position, seat: Seat, offer: int) -> tuple[SeatCommand, ...]:
    """Yes and no to an offer of trade that was made to `seat`; none if it cannot be accepted now."""
    sight = Sight(Game(position.rules, position.copied()), seat)
    found: tuple[SeatCommand, ...] = (AcceptTrade(seat, offer), DeclineTrade(seat, offer))
    return found if all(map(sight.may, found)) else ()


def trades(sight: Sight, chart: Chart, *, shrewd: bool) -> Iterator[OfferTrade]:
    """The exchanges of the largest joint gain, at a price that shares it equally.

    If `shrewd`, the best of each kind at the best price that the other side would accept: deeds for deeds, purchases,
    and what brings most money. A deed is bought before it completes anything, while it is cheap.
    """
    swaps, purchases, sales = [deal for deal in deals(sight, chart) if deal.give], *_for_money(sight, chart)
    if not shrewd:
        gainful = [deal for deal in (*swaps, *purchases, *sales) if _joint_loss(deal) < 0]
        for deal in sorted(gainful, key=_joint_loss)[:DEALS_MAXIMUM]:
            yield _offered(sight, deal, (deal.gain - deal.gain_to) // 2)
        return
    for kind in (sorted(swaps, key=_joint_loss), sorted(purchases, key=_joint_loss), sorted(sales, key=_bearable)):
        affordable = [deal for deal in kind if _whole(sight, _bearable(deal)) <= sight.money]
        for deal in affordable[:DEALS_MAXIMUM]:
            yield _offered(sight, deal, _bearable(deal))


def _for_money(sight: Sight, chart: Chart) -> tuple[list[Deal], list[Deal]]:
    """To buy and to sell: all that a seat has of a group without buildings, unless it is the whole group."""
    owner, stage, me = sight.deeds.owner, sight.deeds.stage, sight.seat
    purchases, sales = list[Deal](), list[Deal]()
    for group in chart.groups.values():
        parts = {seat: tuple([deed for deed in group.deeds if owner[deed] == seat]) for seat in (me, *sight.others)}
        if any(map(stage.__getitem__, group.deeds)) or group.deeds in parts.values():
            continue
        for other in sight.others:
            if parts[other]:
                purchases.append(deal_of(sight, chart, other, (), parts[other]))
            if parts[me]:
                sales.append(deal_of(sight, chart, other, parts[me], ()))
    return purchases, sales


def _joint_loss(deal: Deal) -> int:
    return -deal.gain - deal.gain_to


def _bearable(deal: Deal) -> int:
    """The lowest price at which a sensible bot would agree to a deal."""
    fair = -(-(SHARE_PERCENT * deal.gain - 100 * deal.gain_to) // (100 + SHARE_PERCENT))
    return max(fair, 1 - deal.gain_to)


def _whole(sight: Sight, price: int) -> int:
    """A price in whole units of money, rounded in favour of the other side."""
    return -(-price // sight.unit) * sight.unit


def _offered(sight: Sight, deal: Deal, price: int) -> OfferTrade:
    """A deal at a price, which this seat pays, or receives if it is negative; limited to the money of the payer."""
    payer, unit = sight.seat if price > 0 else deal.to, sight.unit
    money = min(abs(_whole(sight, price)), sight.ledger.balances[payer] // unit * unit)
    mine, theirs = (money, 0) if price > 0 else (0, money)
    return OfferTrade(sight.seat, deal.to, Bundle(mine, deal.give), Bundle(theirs, deal.take))


def _in_steps(sight: Sight, chart: Chart, task: Task, choice: Choice) -> Iterable[SeatCommand]:
    """An answer; if its amount can be chosen, one for each of a few amounts."""
    command, least, most, step = choice.command, choice.minimum, choice.maximum, choice.step
    if least is None or most is None or not hasattr(command, "amount"):
        return (command,)
    amounts = {least, *_amounts(sight, chart, task, command, least, most)}
    steps = sorted({min(most, max(least, amount)) // step * step for amount in amounts})
    return [replace(command, amount=amount) for amount in steps]


def _amounts(sight: Sight, chart: Chart, task: Task, command: SeatCommand, least: int, most: int) -> Iterable[int]:
    if isinstance(command, PlaceBid) and isinstance(task, tasks.AuctionRunning):
        return [_worth(sight, chart, task.lot, least) * percent // 100 for percent in BID_PERCENTS]
    if isinstance(command, SealBid) and isinstance(task, tasks.SealedAuctionRunning):
        return [_worth(sight, chart, task.lot, most) * percent // 100 for percent in SEALED_PERCENTS]
    return ((least + most) // 2, most)


def _worth(sight: Sight, chart: Chart, lot: Lot, otherwise: int) -> int:
    """What a sensible bot would pay for a lot, as far as that can be looked up."""
    return chart.bid_limit(sight.deeds.owner, sight.seat, lot.deed) if isinstance(lot, DeedLot) else otherwise


def _before(sight: Sight, task: Task, usual: SeatCommand | None) -> Iterator[SeatCommand]:
    """What may be done before answering: building once in each group, and the cheapest ways to raise money."""
    groups, built = {space: deed.group for space, deed in sight.track.deeds.items()}, dict[str, SeatCommand]()
    for kind in IDEAS if isinstance(task, ThrowPending) else ():
        for choice in sight.free_of(kind):
            if isinstance(choice.command, commands.Build):
                built[groups[choice.command.deed]] = choice.command
            else:
                yield choice.command
    if isinstance(usual, commands.Build):
        built[groups[usual.deed]] = usual
    yield from built.values()
    if isinstance(task, DebtPending) or (isinstance(task, tasks.BuyPending) and sight.money < task.price):
        for kind in MEANS:
            cheapest_first = sorted(sight.free_of(kind), key=lambda choice: -choice.cost)
            yield from (choice.command for choice in cheapest_first)
