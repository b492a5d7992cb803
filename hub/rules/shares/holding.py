"""Whether a holder can give shares away, checked by all rules that move shares."""

from hub.domain.ids import Account, Seat
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected


def refuse_holding(game: Game, holder: Account, issuer: Seat, count: int) -> Rejected | None:
    """Refuse shares of an unknown issuer, and more than the holder has."""
    holdings = game.state.shares.holdings
    if not 0 <= issuer < len(holdings):
        return Rejected(Reason.NO_SUCH_SEAT)
    held = holdings[issuer][holder]
    return None if 0 < count <= held else Rejected(Reason.NO_SHARES_HELD, {"held": held})
