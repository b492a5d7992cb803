"""The guide price of a share: what its issuer has, divided by the number of shares (haustein-15) [H17, H18, H19]."""

from hub.domain.ids import Seat
from hub.domain.money import half_up
from hub.rules.assets import estate_value
from hub.rules.game import Game


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
