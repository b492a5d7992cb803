"""Shares from player to player at any price, when one of the two is on turn (haustein-14) [H12, H16].

The supervision publishes number and issuer, but not the price. One offer from one seat to another at a time.
"""

from hub.domain.ids import Seat
from hub.domain.share_dealing import AcceptShares, DeclineShares, OfferShares, WithdrawShares
from hub.domain.shares import ShareOffer, ShareOfferClosed, SharesMoved, SharesOffered
from hub.rules.asking import absent, cannot_pay, no_free_moment_for
from hub.rules.game import Game
from hub.rules.handlers import Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.shares.holding import refuse_holding


@part(sheet="share_trade")
class ShareTrade:
    """An offer is judged when it is made and again when it is accepted."""

    def handlers(self) -> Handlers:
        return (
            Handler(OfferShares, self.refuse_offer, self.offer),
            Handler(AcceptShares, self.refuse_accept, self.accept),
            Handler(DeclineShares, self.refuse_answer, self.decline),
            Handler(WithdrawShares, self.refuse_withdraw, self.withdraw),
        )

    def refuse_offer(self, game: Game, command: OfferShares) -> Rejected | None:
        seat, to = command.seat, command.to
        if rejected := absent(game, seat) or no_free_moment_for(game, to):
            return rejected
        if seat == to:
            return Rejected(Reason.TRADE_WITH_ONESELF)
        if any((offer.seat, offer.to) == (seat, to) for offer in game.state.shares.offers.values()):
            return Rejected(Reason.TRADE_TWICE)
        offer = self._offer(game, command)
        return refuse_trade(game, offer) or refuse_price(game, offer, seat)

    def offer(self, game: Game, command: OfferShares) -> None:
        game.emit(SharesOffered(self._offer(game, command)))

    def refuse_accept(self, game: Game, command: AcceptShares) -> Rejected | None:
        if rejected := self.refuse_answer(game, command):
            return rejected
        offer = game.state.shares.offers[command.offer]
        rejected = no_free_moment_for(game, command.seat) or refuse_trade(game, offer)
        return rejected or refuse_price(game, offer, offer.buyer)

    def accept(self, game: Game, command: AcceptShares) -> None:
        offer = game.state.shares.offers[command.offer]
        game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "accepted"))
        game.emit(SharesMoved(offer.issuer, offer.seller, offer.buyer, offer.count, "trade"))
        inputs = {"issuer": offer.issuer, "count": offer.count}
        pay(game, offer.buyer, offer.seller, offer.price, "share_trade", inputs)

    def refuse_answer(self, game: Game, command: AcceptShares | DeclineShares) -> Rejected | None:
        offer = game.state.shares.offers.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.to != command.seat else None

    def decline(self, game: Game, command: DeclineShares) -> None:
        offer = game.state.shares.offers[command.offer]
        game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "declined"))

    def refuse_withdraw(self, game: Game, command: WithdrawShares) -> Rejected | None:
        offer = game.state.shares.offers.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.seat != command.seat else None

    def withdraw(self, game: Game, command: WithdrawShares) -> None:
        offer = game.state.shares.offers[command.offer]
        game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "withdrawn"))

    def _offer(self, game: Game, command: OfferShares) -> ShareOffer:
        number = game.state.shares.last_offer + 1
        seat, to, issuer = command.seat, command.to, command.issuer
        return ShareOffer(number, seat, to, issuer, command.amount, command.price, command.selling)


@part(sheet=None)
def offers_lapse(game: Game, fact: SharesMoved) -> None:
    """Reaction: an offer lapses when its seller now has fewer shares than it names (K22)."""
    held = game.state.shares.holdings[fact.issuer]
    for offer in list(game.state.shares.offers.values()):
        if offer.issuer == fact.issuer and offer.seller == fact.source and held[offer.seller] < offer.count:
            game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "lapsed"))


def refuse_trade(game: Game, offer: ShareOffer) -> Rejected | None:
    """Refuse if neither side is on turn, a negative price, and shares that the seller does not have."""
    if game.state.turns.seat not in (offer.seat, offer.to):
        return Rejected(Reason.NOT_YOUR_TURN)
    if offer.price < 0:
        return Rejected(Reason.AMOUNT_UNFIT, {"most": game.state.ledger.balances[offer.buyer]})
    return refuse_holding(game, offer.seller, offer.issuer, offer.count)


def refuse_price(game: Game, offer: ShareOffer, seat: Seat) -> Rejected | None:
    """Refuse a buyer who is in debt, or lacks the price and its levy; a seller pays nothing."""
    if seat != offer.buyer or not offer.price:
        return None
    return cannot_pay(game, seat, offer.price, "share_trade")
