"""Trade in deeds and money; a release card stays with whoever drew it (mpmp-05, mpmp-14) [P16c]."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.commands import OfferTrade
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.trade.free_trade import FreeTrade


@dataclass(frozen=True)
class DeedTrade(FreeTrade):
    """As `FreeTrade`, without release cards on either side; so none can be in an offer that is accepted."""

    def refuse_offer(self, game: Game, command: OfferTrade) -> Rejected | None:
        if command.give.release_cards or command.take.release_cards:
            return Rejected(Reason.RELEASE_CARD_KEPT)
        return super().refuse_offer(game, command)
