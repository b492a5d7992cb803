"""Shares to and from the bank at the guide price, or by sealed bids (haustein-16 to -18) [H20, H21, H22]."""

from collections.abc import Iterable

import msgspec

from hub.domain.ids import BANK, Seat
from hub.domain.share_dealing import BuyShares, SellShares, ShowInterest
from hub.domain.shares import InterestShown, PurchaseProposed, SharesMoved, bought_this_turn, held_by, sold_this_turn
from hub.domain.tasks import InterestPending, SharesLot
from hub.domain.turns import seats_from
from hub.rules.answering import answer_to
from hub.rules.asking import absent, cannot_pay, no_free_moment, not_your_turn
from hub.rules.auctions.sealed import SealedBidding
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.parts import part
from hub.rules.payments import pay, with_levy
from hub.rules.reasons import Reason, Rejected
from hub.rules.shares.holding import refuse_holding
from hub.rules.shares.price import guide_price


@part(sheet="bank_shares")
class BankShares:
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
