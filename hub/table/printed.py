"""What is printed on an edition's track and cards, as browsers fetch it once."""

from __future__ import annotations

from dataclasses import asdict

from hub.domain.ids import snake
from hub.rules.cards.effects import Effect
from hub.rules.ports import Rules
from hub.rules.track import Deed, Space
from hub.table.contract import CardView, EditionView, SpaceView


def edition_view(rules: Rules) -> EditionView:
    """Spaces, deeds and cards of an edition."""
    track = rules.track
    spaces = tuple(_space(space, track.deeds.get(space.index)) for space in track.spaces)
    cards = tuple(_card(deck, card, effect) for deck, cards in track.decks.items() for card, effect in cards.items())
    ladders = {kind: tuple(dict(stage) for stage in ladder.stages) for kind, ladder in rules.ladders.items()}
    return EditionView(rules.id, spaces, cards, ladders, rules.dice, len(track.tickets), rules.goods)


def _space(space: Space, deed: Deed | None) -> SpaceView:
    if deed is None:
        return SpaceView(space.index, space.name, space.kind, "", amount=space.amount)
    figures = (deed.price, deed.rents, deed.house_price, deed.mortgage)
    return SpaceView(space.index, space.name, space.kind, deed.group, *figures)


def _card(deck: str, card: int, effect: Effect) -> CardView:
    figures = {name: value for name, value in asdict(effect).items() if name != "kept"}  # type: ignore[call-overload]
    return CardView(deck, card, snake(type(effect).__name__), figures)
