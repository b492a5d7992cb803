"""The printed track and cards of an edition, which browsers fetch once."""

from __future__ import annotations

from typing import cast, get_args

from msgspec.structs import asdict

from hub.domain.corrections import What
from hub.domain.ids import snake
from hub.domain.unions import AnyCorrection
from hub.rules.arrival.risk import RiskSpace
from hub.rules.cards.effects import Effect
from hub.rules.slots import Rules
from hub.rules.track import Deed, Space
from hub.table.wire.printed_views import CardView, EditionView, SpaceView

FACES = 6
PICTURE = "picture."


def edition_view(rules: Rules) -> EditionView:
    """Spaces, deeds and cards of an edition, with the texts that a third-party edition brings along."""
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
        texts={language: dict(said) for language, said in track.printing.words.items()},
        own={key: text for key, text in track.own.items() if not key.startswith(PICTURE)},
        pictures=tuple(key.removeprefix(PICTURE) for key in track.own if key.startswith(PICTURE)),
    )


def _space(space: Space, deed: Deed | None) -> SpaceView:
    if deed is None:
        return SpaceView(space.index, space.name, space.kind, "", amount=space.amount, english=space.english)
    figures = (deed.price, deed.rents, deed.house_price, deed.mortgage)
    group, commission = deed.group, deed.commission
    return SpaceView(space.index, space.name, space.kind, group, *figures, commission=commission, english=space.english)


def _card(deck: str, card: int, effect: Effect) -> CardView:
    return CardView(deck, card, snake(type(effect).__name__), asdict(effect))


def _corrections(rules: Rules) -> tuple[What, ...]:
    """The kinds of correction available to the banker, in the order of the wire."""
    kinds = (kind for kind in get_args(AnyCorrection) if kind in rules.handlers)
    return tuple(cast("What", snake(kind.__name__).removeprefix("correct_")) for kind in kinds)


def _stakes(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The table of the risk space, one row per face of the first die; empty if there is no such space."""
    faces = range(1, FACES + 1)
    risks = [arrival for arrival in rules.arrivals.values() if isinstance(arrival, RiskSpace)]
    return tuple(tuple(risk.stake((first, second)) for second in faces) for risk in risks[:1] for first in faces)
