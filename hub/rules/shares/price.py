"""The guide price of a share: what its issuer has, divided by the number of shares (haustein-15) [H17, H18, H19]."""

from __future__ import annotations

from hub.domain.ids import Seat
from hub.domain.money import half_up
from hub.rules.game import Game


def estate_value(game: Game, seat: Seat) -> int:
    """The book value of deeds and buildings: printed price less a mortgage, buildings at cost."""
    deeds, printed = game.state.deeds, game.rules.track.deeds
    value = 0
    for space in deeds.hands[seat]:
        deed = printed[space]
        value += deed.price
        if deeds.stage[space]:
            value += deeds.stage[space] * deed.house_price
        if deeds.mortgaged[space]:
            value -= deed.mortgage
    return value


def guide_price(game: Game, issuer: Seat) -> int:
    """Live, half a unit and more rounded up."""
    worth = game.state.ledger.balances[issuer] + estate_value(game, issuer)
    return half_up(worth, 1, game.state.shares.issued)


def price_inputs(game: Game, issuer: Seat) -> dict[str, int]:
    """The figures the guide price is made of."""
    return {
        "cash": game.state.ledger.balances[issuer],
        "estate": estate_value(game, issuer),
        "shares": game.state.shares.issued,
    }
