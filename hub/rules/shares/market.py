"""Shares to and from the bank (haustein-16 to -18) [H20, H21, H22], and between players (haustein-14) [H12, H16].

Of a deal between players the supervision publishes number and issuer, but not the price. One offer from one seat to
another at a time.
"""

from collections.abc import Iterable

import msgspec

from hub.domain.ids import BANK, Account, Seat
from hub.domain.shares import (
    AcceptShares,
    BuyShares,
    DeclineShares,
    InterestShown,
    OfferShares,
    PurchaseProposed,
    SellShares,
    ShareOffer,
    ShareOfferClosed,
    SharesMoved,
    SharesOffered,
    ShowInterest,
    WithdrawShares,
    bought_this_turn,
    held_by,
    sold_this_turn,
)
from hub.domain.tasks import InterestPending, SharesLot
from hub.domain.turns import seats_from
from hub.rules.asking import absent, answer_to, cannot_pay, no_free_moment, no_free_moment_for, not_your_turn
from hub.rules.assets import guide_price
from hub.rules.auctions.sealed import SealedBidding
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay, with_levy


def refuse_holding(game: Game, holder: Account, issuer: Seat, count: int) -> Rejected | None:
    """Refuse shares of an unknown issuer, and more than the holder has."""
    holdings = game.state.shares.holdings
    if not 0 <= issuer < len(holdings):
        return Rejected(Reason.NO_SUCH_SEAT)
    held = holdings[issuer][holder]
    return None if 0 < count <= held else Rejected(Reason.NO_SHARES_HELD, {"held": held})


@part(sheet="bank_shares")
class BankShares(Part):
    """In one's own turn: up to `sales` shares sold to the bank, up to `purchases` bought from it.

    A purchase is proposed first; others who want those shares bid against the proposer.
    """

    bidding: SealedBidding
    sales: int
    purchases: int

    def handlers(self) -> Handlers:
        return (
            Handler(SellShares, self.refuse_sale, self.sell, free=self.free_sales),
            Handler(BuyShares, self.refuse_purchase, self.buy, free=self.free_purchases),
            answer_to(InterestPending, ShowInterest, self.show, self.refuse_interest, self.answers_interest),
        )

    def refuse_sale(self, game: Game, command: SellShares) -> Rejected | None:
        seat, amount = command.seat, command.amount
        if rejected := absent(game, seat) or not_your_turn(game, seat) or no_free_moment(game):
            return rejected
        most = self.sales - sold_this_turn(game.state, seat)
        if not 0 < amount <= most:
            return Rejected(Reason.TOO_MANY_SHARES, {"most": most})
        return refuse_holding(game, seat, command.issuer, amount)

    def sell(self, game: Game, command: SellShares) -> None:
        seat, issuer, count = command.seat, command.issuer, command.amount
        price = guide_price(game, issuer)
        game.emit(SharesMoved(issuer, seat, BANK, count, "sale"))
        inputs = {"issuer": issuer, "count": count, "price": price}
        pay(game, BANK, seat, count * price, "share_sale", inputs)

    def refuse_purchase(self, game: Game, command: BuyShares) -> Rejected | None:
        seat, issuer, amount = command.seat, command.issuer, command.amount
        if rejected := absent(game, seat) or not_your_turn(game, seat) or no_free_moment(game):
            return rejected
        rejected = refuse_holding(game, BANK, issuer, amount)
        return rejected or self._unfit(game, seat, issuer, amount, amount * guide_price(game, issuer))

    def buy(self, game: Game, command: BuyShares) -> None:
        seat, issuer, count = command.seat, command.issuer, command.amount
        price = count * guide_price(game, issuer)
        game.emit(PurchaseProposed(seat, issuer, count, price))
        others = seats_from(game.state, seat)[1:]
        able = tuple([other for other in others if self._unfit(game, other, issuer, count, price) is None])
        self._ask(game, InterestPending(seat, issuer, count, price, able))

    def refuse_interest(self, game: Game, command: ShowInterest, task: InterestPending) -> Rejected | None:
        return None if command.seat in task.waiting else Rejected(Reason.NOT_ASKED)

    def show(self, game: Game, command: ShowInterest, task: InterestPending) -> None:
        game.emit(InterestShown(command.seat, command.interested))
        waiting = tuple(seat for seat in task.waiting if seat != command.seat)
        interested = (*task.interested, command.seat) if command.interested else task.interested
        self._ask(game, msgspec.structs.replace(task, waiting=waiting, interested=interested))

    def answers_interest(self, game: Game, task: InterestPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(ShowInterest(seat, interested=True), role="ok", cost=task.price, purpose="share_purchase")
        yield Choice(ShowInterest(seat, interested=False), role="cancel")

    def free_sales(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if game.state.turns.seat != seat:
            return
        left = self.sales - sold_this_turn(game.state, seat)
        for issuer, count in held_by(game.state, seat):
            price = guide_price(game, issuer)
            most = max(1, min(left, count))
            yield Choice(SellShares(seat, issuer, 1), cost=-price, minimum=1, maximum=most, purpose="share_sale")

    def free_purchases(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if game.state.turns.seat != seat:
            return
        left = self.purchases - bought_this_turn(game.state, seat)
        for issuer, count in held_by(game.state, BANK):
            if issuer != seat:
                price = guide_price(game, issuer)
                payable = game.state.ledger.balances[seat] // max(1, with_levy(game, seat, price, "share_purchase"))
                most = max(1, min(left, count, payable))
                yield Choice(BuyShares(seat, issuer, 1), cost=price, minimum=1, maximum=most, purpose="share_purchase")

    def _unfit(self, game: Game, seat: Seat, issuer: Seat, count: int, price: int) -> Rejected | None:
        """The reason why a seat cannot be interested in these shares, or None."""
        if seat == issuer:
            return Rejected(Reason.OWN_SHARES)
        most = self.purchases - bought_this_turn(game.state, seat)
        if not 0 < count <= most:
            return Rejected(Reason.TOO_MANY_SHARES, {"most": most})
        return cannot_pay(game, seat, price, "share_purchase")

    def _ask(self, game: Game, task: InterestPending) -> None:
        """Ask the next seat; after the last the buyer gets the shares at the guide price, or all who want them bid."""
        if task.waiting:
            game.ask(task)
        elif not task.interested:
            inputs = {"issuer": task.issuer, "count": task.count}
            pay(game, task.buyer, BANK, task.price, "share_purchase", inputs)
            game.emit(SharesMoved(task.issuer, BANK, task.buyer, task.count, "purchase"))
        else:
            bidders = [seat for seat in seats_from(game.state, task.buyer) if seat in (task.buyer, *task.interested)]
            lot = SharesLot(task.issuer, task.count)
            self.bidding.open(game, "first_price", lot, BANK, bidders, minimum=task.price)


@part(sheet="share_trade")
class ShareTrade(Part):
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
