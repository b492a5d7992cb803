"""Free trade: deeds, release cards and money on any agreed terms, at any free moment [K12, K14].

Rows classic-24 and classic-14. An offer lies on the table until it is answered, withdrawn or countered; it is judged
when made and again when accepted, and lapses as soon as something it names has changed [K22]. Money is judged when it
is accepted, so changes of money lapse no offer.

Deeds for a debt: what creditors would pay is set off against what they are owed (classic-28, mega-28) [K20]. So a
creditor without any cash can take deeds and release cards for all of a debt or a part of it; only what exceeds the debt
is paid in money, and what is not covered stays owed.
"""

from collections.abc import Callable, Sequence

import msgspec

from hub.domain.commands import AcceptTrade, Bundle, DeclineTrade, OfferTrade, WithdrawTrade
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.ids import Account, Seat, seat_of
from hub.domain.ledger import DebtSetOff
from hub.domain.offers import Offer, Price, TradeClosed, TradeOffered, price_of
from hub.domain.tasks import DebtPending, MortgageChoicePending, Task
from hub.rules.asking import absent, no_free_moment_for, owes, short_of
from hub.rules.assets import stands_in_the_way
from hub.rules.game import Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay
from hub.rules.slots import Reaction


def refuse_goods(game: Game, offer: Offer) -> Rejected | None:
    """Refuse goods that a side does not have, deeds of a built group, and money for nothing (classic-27).

    In some editions a release card stays with the player who drew it (mpmp-14) [P16c].
    """
    give, take = offer.give, offer.take
    if (give.release_cards or take.release_cards) and "release_cards" not in game.rules.goods:
        return Rejected(Reason.RELEASE_CARD_KEPT)
    if min(give.money, take.money) < 0:
        return Rejected(Reason.TRADE_EMPTY)
    if not (give.deeds or take.deeds or give.release_cards or take.release_cards):
        return Rejected(Reason.TRADE_ONLY_MONEY if give.money or take.money else Reason.TRADE_EMPTY)
    return _refuse_bundle(game, offer.seat, give) or _refuse_bundle(game, offer.to, take)


def refuse_price(game: Game, price: Price) -> Rejected | None:
    """Refuse a side that lacks the price, or is in debt: the money it raises goes to the creditor (classic-28)."""
    if not price.cash:
        return None
    return Rejected(Reason.OWES_MONEY) if owes(game, price.payer) else short_of(game, price.payer, price.cash)


def _refuse_bundle(game: Game, giver: Seat, bundle: Bundle) -> Rejected | None:
    track, deeds = game.rules.track, game.state.deeds
    asked_about = [task.deed for task in game.state.agenda.tasks if isinstance(task, MortgageChoicePending)]
    for deed in bundle.deeds:
        if deed not in track.deeds or bundle.deeds.count(deed) > 1:
            return Rejected(Reason.NO_SUCH_DEED, {"deed": deed})
        if deeds.owner[deed] != giver:
            return Rejected(Reason.NOT_OWNER, {"deed": deed})
        if deed in asked_about:
            return Rejected(Reason.NOT_NOW, {"deed": deed})
        if stands_in_the_way(game, giver, track.deeds[deed]):
            return Rejected(Reason.GROUP_BUILT, {"deed": deed})
    if bundle.release_cards:
        held = [deck for deck, _ in release_cards(game.state, giver)]
        if any(bundle.release_cards.count(deck) > held.count(deck) for deck in bundle.release_cards):
            return Rejected(Reason.NO_RELEASE_CARD)
    return None


def _hand_over(game: Game, giver: Seat, receiver: Seat, bundle: Bundle) -> None:
    """Release cards and deeds change hands; mortgages come with a choice (classic-26)."""
    for wanted in bundle.release_cards:
        deck, card = next(held for held in release_cards(game.state, giver) if held[0] == wanted)
        game.emit(ReleaseCardMoved(deck, card, giver, receiver))
    for deed in bundle.deeds:
        game.emit(DeedMoved(deed, giver, receiver))
        if game.state.deeds.mortgaged[deed]:
            game.rules.mortgages.inherit(game, deed, receiver)


@part(sheet="free_trade")
class FreeTrade(Part):
    """One open offer from one seat to another at a time; a counter-offer takes the place of the offer it answers.

    Money goes in multiples of `unit`, the smallest note there is (D40).
    """

    unit: int = 1

    def handlers(self) -> Handlers:
        return (
            Handler(OfferTrade, self.refuse_offer, self.offer),
            Handler(AcceptTrade, self.refuse_accept, self.accept),
            Handler(DeclineTrade, self.refuse_answer, self.decline),
            Handler(WithdrawTrade, self.refuse_withdraw, self.withdraw),
        )

    def refuse_offer(self, game: Game, command: OfferTrade) -> Rejected | None:
        seat, to = command.seat, command.to
        if rejected := absent(game, seat) or no_free_moment_for(game, to):
            return rejected
        if seat == to:
            return Rejected(Reason.TRADE_WITH_ONESELF)
        if command.answers:
            answered = game.state.offers.open.get(command.answers)
            if answered is None or (answered.seat, answered.to) != (to, seat):
                return Rejected(Reason.OFFER_GONE)
        if any((offer.seat, offer.to) == (seat, to) for offer in game.state.offers.open.values()):
            return Rejected(Reason.TRADE_TWICE)
        offer = self._offer(game, command)
        if offer.give.money % self.unit or offer.take.money % self.unit:
            return Rejected(Reason.MONEY_NOT_A_MULTIPLE, {"unit": self.unit})
        if rejected := refuse_goods(game, offer):
            return rejected
        price = self.price(game, offer)
        return refuse_price(game, price) if price.payer == seat else None

    def offer(self, game: Game, command: OfferTrade) -> None:
        if command.answers:
            game.emit(TradeClosed(command.answers, command.seat, "countered"))
        game.emit(TradeOffered(self._offer(game, command)))

    def refuse_accept(self, game: Game, command: AcceptTrade) -> Rejected | None:
        if rejected := self.refuse_answer(game, command):
            return rejected
        offer = game.state.offers.open[command.offer]
        rejected = no_free_moment_for(game, command.seat) or refuse_goods(game, offer)
        return rejected or refuse_price(game, self.price(game, offer))

    def accept(self, game: Game, command: AcceptTrade) -> None:
        offer = game.state.offers.open[command.offer]
        price = self.price(game, offer)
        game.emit(TradeClosed(offer.id, command.seat, "accepted"))
        self.settle_debts(game, price)
        pay(game, price.payer, price.payee, price.cash, "trade", {"offer": offer.id})
        _hand_over(game, offer.seat, offer.to, offer.give)
        _hand_over(game, offer.to, offer.seat, offer.take)

    def refuse_answer(self, game: Game, command: AcceptTrade | DeclineTrade) -> Rejected | None:
        offer = game.state.offers.open.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.to != command.seat else None

    def decline(self, game: Game, command: DeclineTrade) -> None:
        game.emit(TradeClosed(command.offer, command.seat, "declined"))

    def refuse_withdraw(self, game: Game, command: WithdrawTrade) -> Rejected | None:
        offer = game.state.offers.open.get(command.offer)
        return Rejected(Reason.OFFER_GONE) if offer is None or offer.seat != command.seat else None

    def withdraw(self, game: Game, command: WithdrawTrade) -> None:
        game.emit(TradeClosed(command.offer, command.seat, "withdrawn"))

    def price(self, game: Game, offer: Offer) -> Price:
        return price_of(offer)

    def settle_debts(self, game: Game, price: Price) -> None:
        """Nothing is set off: debts are paid in money."""

    def _offer(self, game: Game, command: OfferTrade) -> Offer:
        number = game.state.offers.last_id + 1
        return Offer(number, command.seat, command.to, command.give, command.take, command.answers)


@part(sheet="trade_for_debts")
class TradeForDebts(FreeTrade):
    """Like `FreeTrade`, but a side to which the other owes something pays with that debt first."""

    def price(self, game: Game, offer: Offer) -> Price:
        agreed = price_of(offer)
        owed = sum([task.due.amount for task in _debts(game.state.agenda.tasks, agreed)])
        return msgspec.structs.replace(agreed, set_off=min(agreed.amount, owed))

    def settle_debts(self, game: Game, price: Price) -> None:
        """Deduct what is set off from the debts, in the order in which they are due."""
        left = price.set_off
        for task in _debts(game.tasks, price):
            if part := min(left, task.due.amount):
                left -= part
                rest = msgspec.structs.replace(task.due, amount=task.due.amount - part)
                place = game.tasks.index(task)
                game.tasks[place : place + 1] = [DebtPending(task.seat, rest)] if rest.amount else []
                game.emit(DebtSetOff(task.seat, seat_of(rest.payee), part, rest.amount))


def _debts(tasks: Sequence[Task], price: Price) -> list[DebtPending]:
    """What the payee owes the payer, the next to be paid first."""
    debts = [task for task in reversed(tasks) if isinstance(task, DebtPending)]
    return [task for task in debts if (task.seat, task.due.payee) == (price.payee, price.payer)]


@part(sheet="deed_changed")
def deed_changed(game: Game, fact: DeedMoved | DeedMortgaged | MortgageLifted) -> None:
    """A deed has changed hands, or has been mortgaged or redeemed."""
    if game.state.offers.open:
        _lapse(game, lambda _, bundle: fact.deed in bundle.deeds)


@part(sheet=None)
def group_built(game: Game, fact: StageSet) -> None:
    """A building was added in the group of a deed; one that was sold does not affect the offer."""
    if game.state.offers.open and fact.stage > fact.before:
        printed = game.rules.track.deeds[fact.deed]
        alone = game.rules.ladders[printed.kind].alone  # as a station: buildings there affect no other deed (D10)
        group = {fact.deed} if alone else {*game.rules.track.groups[printed.group]}
        _lapse(game, lambda _, bundle: not group.isdisjoint(bundle.deeds))


@part(sheet=None)
def release_card_moved(game: Game, fact: ReleaseCardMoved) -> None:
    """The seat that was to give a release card no longer has it."""
    if game.state.offers.open:
        _lapse(game, lambda giver, bundle: giver == fact.source and fact.deck in bundle.release_cards)


def _lapse(game: Game, concerned: Callable[[Account, Bundle], bool]) -> None:
    for offer in list(game.state.offers.open.values()):
        if concerned(offer.seat, offer.give) or concerned(offer.to, offer.take):
            game.emit(TradeClosed(offer.id, offer.seat, "lapsed", offer.to))


OFFERS_LAPSE = (
    Reaction(DeedMoved, deed_changed),
    Reaction(DeedMortgaged, deed_changed),
    Reaction(MortgageLifted, deed_changed),
    Reaction(StageSet, group_built),
    Reaction(ReleaseCardMoved, release_card_moved),
)
"""The reactions of an edition with trade."""
