"""Net worth: cash, deeds and buildings at book value, shares in others at their guide price, less credit.

A book value is the printed price less a mortgage, buildings at cost, as in the reports of haustein (H18).
"""

from hub.domain.ids import Seat
from hub.domain.turns import solvent
from hub.rules.assets import estate_value
from hub.rules.game import Game
from hub.rules.shares.price import guide_price


def net_worth(game: Game, seat: Seat) -> int:
    """What a seat has. Its own shares are left out: they represent what is already counted."""
    state = game.state
    held = 0
    if state.shares.issued:
        issuers = [issuer for issuer in solvent(state) if issuer != seat and state.shares.holdings[issuer][seat]]
        held = sum(state.shares.holdings[issuer][seat] * guide_price(game, issuer) for issuer in issuers)
    return state.ledger.balances[seat] + estate_value(game, seat) + held - state.credit.owed[seat]
