"""Judging and carrying out an exchange between two seats."""

from hub.domain.commands import Bundle
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMoved
from hub.domain.ids import Seat
from hub.domain.offers import Offer
from hub.domain.tasks import MortgageChoicePending
from hub.rules.asking import owes, short_of
from hub.rules.game import Game
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import stands_in_the_way
from hub.rules.trade.price import Price


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


def carry_out(game: Game, offer: Offer, price: Price) -> None:
    """Money moves once, net; deeds and release cards change hands; mortgages come with a choice (classic-26)."""
    seat, to = offer.seat, offer.to
    pay(game, price.payer, price.payee, price.cash, "trade", {"offer": offer.id})
    _hand_over(game, seat, to, offer.give)
    _hand_over(game, to, seat, offer.take)


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
    for wanted in bundle.release_cards:
        deck, card = next(held for held in release_cards(game.state, giver) if held[0] == wanted)
        game.emit(ReleaseCardMoved(deck, card, giver, receiver))
    for deed in bundle.deeds:
        game.emit(DeedMoved(deed, giver, receiver))
        if game.state.deeds.mortgaged[deed]:
            game.rules.mortgages.inherit(game, deed, receiver)
