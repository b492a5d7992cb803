"""What a seat owns: how much of each group, its book value, what it would raise, what a share of it is worth.

A book value is the printed price less a mortgage, buildings at cost, as in the reports of haustein (H18).
"""

from collections.abc import Collection, Sequence

from hub.domain.deeds import PRINTED
from hub.domain.ids import Seat, Space
from hub.domain.ledger import half_up
from hub.domain.shares import held_by
from hub.rules.game import Game
from hub.rules.track import Deed


def plots(game: Game, seat: Seat, group: str) -> Sequence[Space]:
    """The deeds of a group that a seat owns, in track order."""
    return game.hand(seat).plots.get(group, ())


def by_count(game: Game, deed: Deed, owner: Seat) -> tuple[int, int]:
    """How many deeds of its group the owner has, mortgaged ones too (K19), and what is printed for that many."""
    count = len(plots(game, owner, deed.group))
    return count, deed.rents[count - 1]


def stands_in_the_way(game: Game, seat: Seat, deed: Deed) -> bool:
    """Whether buildings bar mortgage and sale of a seat's deed: any in its group, on a station only its own (D10)."""
    ladder = game.rules.ladders.get(deed.kind)
    if ladder is not None and ladder.alone:
        return game.state.deeds.stage[deed.space] > 0
    return has_built(game, seat, deed.group)


def has_built(game: Game, seat: Seat, group: str) -> bool:
    """Whether any building of a seat stands in a group; buildings of other owners there do not matter (D30)."""
    built = filter(game.state.deeds.stage.__getitem__, game.rules.track.groups[group])
    return seat in map(game.state.deeds.owner.__getitem__, built)


def costs(game: Game, deed: Deed) -> Sequence[int]:
    """What each stage of a deed cost, the lowest first (K13)."""
    paid = game.state.deeds.paid[deed.space]
    return [deed.house_price if each == PRINTED else each for each in paid] if PRINTED in paid else paid


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at what was paid for them."""
    printed, hand, value = game.rules.track.deeds, game.state.deeds.hands[seat], game.hand(seat).prices
    mortgaged, paid = game.state.deeds.mortgaged, game.state.deeds.paid
    for space in hand:
        if mortgaged[space]:
            value -= printed[space].mortgage
        if paid[space]:
            value += sum(costs(game, printed[space]))
    return value


def raisable(game: Game, seat: Seat) -> int:
    """What a seat could raise from the bank with all of its deeds and buildings."""
    return raisable_on(game, seat, game.state.deeds.hands[seat])


def raisable_on(game: Game, seat: Seat, deeds: Collection[Space]) -> int:
    """What it could raise on these."""
    rules = game.rules
    return rules.mortgages.raisable(game, seat, deeds) + rules.building.raisable(game, seat, deeds)


def guide_price(game: Game, issuer: Seat) -> int:
    """The current price, rounded half up."""
    worth = game.state.ledger.balances[issuer] + estate_value(game, issuer)
    return half_up(worth, 1, game.state.shares.issued)


def price_inputs(game: Game, issuer: Seat) -> dict[str, int]:
    """The figures from which the guide price is computed."""
    return {
        "cash": game.state.ledger.balances[issuer],
        "estate": estate_value(game, issuer),
        "shares": game.state.shares.issued,
    }


def shares_value(game: Game, seat: Seat) -> int:
    """All shares that a seat holds at the guide price, its own, too: so dealing at that changes nothing."""
    return sum(count * guide_price(game, issuer) for issuer, count in held_by(game.state, seat))


def net_worth(game: Game, seat: Seat) -> int:
    """Money, deeds at the printed price less a mortgage, buildings at cost, shares, less credit (decision 0015)."""
    cash, owed = game.state.ledger.balances[seat], game.state.credit.owed[seat]
    return cash + estate_value(game, seat) + shares_value(game, seat) - owed
