"""An open offer lapses as soon as something it names has changed (classic-24) [K22].

Reactions of the editions in which players trade. Money is judged when an offer is accepted, so changes of money lapse
no offer.
"""

from collections.abc import Callable

from hub.domain.commands import Bundle
from hub.domain.decks import ReleaseCardMoved
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted
from hub.domain.ids import Account, Space
from hub.domain.offers import TradeClosed
from hub.domain.supply import StageSet
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.slots import Reaction


@part(sheet="deed_changed")
def deed_changed(game: Game, fact: DeedMoved | DeedMortgaged | MortgageLifted) -> None:
    """A deed has changed hands, or has been mortgaged or redeemed."""
    if game.state.offers.open:
        _lapse(game, lambda _, bundle: fact.deed in bundle.deeds)


@part(sheet=None)
def group_built(game: Game, fact: StageSet) -> None:
    """A building was added in the group of a deed; one that was sold does not affect the offer."""
    if game.state.offers.open and fact.stage > fact.before:
        group = set(_group(game, fact.deed))
        _lapse(game, lambda _, bundle: not group.isdisjoint(bundle.deeds))


@part(sheet=None)
def release_card_moved(game: Game, fact: ReleaseCardMoved) -> None:
    """The seat that was to give a release card no longer has it."""
    if game.state.offers.open:
        _lapse(game, lambda giver, bundle: giver == fact.source and fact.deck in bundle.release_cards)


def _group(game: Game, deed: Space) -> tuple[Space, ...]:
    """The deeds on which buildings affect this one: its group, for a station only itself (D10)."""
    printed = game.rules.track.deeds[deed]
    alone = game.rules.ladders[printed.kind].alone
    return (deed,) if alone else game.rules.track.groups[printed.group]


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
