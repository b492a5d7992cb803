"""What is printed on an edition's track and cards, as browsers fetch it once."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast, get_args

from hub.domain.corrections import Correction, What
from hub.domain.ids import snake
from hub.rules.arrival.risk import RiskSpace
from hub.rules.cards.effects import Effect
from hub.rules.ports import Rules
from hub.rules.track import Deed, Space
from hub.table.wire.printed_views import CardView, EditionView, SpaceView

FACES = 6


def edition_view(rules: Rules) -> EditionView:
    """Spaces, deeds and cards of an edition."""
    track = rules.track
    spaces = tuple(_space(space, track.deeds.get(space.index)) for space in track.spaces)
    cards = tuple(_card(deck, card, effect) for deck, cards in track.decks.items() for card, effect in cards.items())
    ladders = {kind: tuple(dict(stage) for stage in ladder.stages) for kind, ladder in rules.ladders.items()}
    return EditionView(
        id=rules.id,
        spaces=spaces,
        cards=cards,
        ladders=ladders,
        dice=rules.dice,
        tickets=len(track.tickets),
        goods=rules.goods,
        corrections=_corrections(rules),
        stakes=_stakes(rules),
    )


def _space(space: Space, deed: Deed | None) -> SpaceView:
    if deed is None:
        return SpaceView(space.index, space.name, space.kind, "", amount=space.amount)
    figures = (deed.price, deed.rents, deed.house_price, deed.mortgage)
    return SpaceView(space.index, space.name, space.kind, deed.group, *figures, commission=deed.commission)


def _card(deck: str, card: int, effect: Effect) -> CardView:
    figures = {name: value for name, value in asdict(effect).items() if name != "kept"}  # type: ignore[call-overload]
    return CardView(deck, card, snake(type(effect).__name__), figures)


def _corrections(rules: Rules) -> tuple[What, ...]:
    """What the banker can put right, in the order of the wire."""
    kinds = (kind for kind in get_args(Correction) if kind in rules.actions)
    return tuple(cast("What", snake(kind.__name__).removeprefix("correct_")) for kind in kinds)


def _stakes(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The table of the risk space."""
    faces = range(1, FACES + 1)
    risks = [arrival for arrival in rules.arrivals.values() if isinstance(arrival, RiskSpace)]
    return tuple(tuple(risk.stake((first, second)) for second in faces) for risk in risks[:1] for first in faces)
