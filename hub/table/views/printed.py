"""The printed track and cards of an edition, which browsers fetch once, and what a rebuild sheet is printed from.

A rebuild sheet is for setting up the wooden board again on another evening. It holds only what everybody at the table
may know, and nothing that only the hub knows, such as the next card.
"""

from __future__ import annotations

from typing import cast, get_args

from msgspec import Struct
from msgspec.structs import asdict

from hub.domain.corrections import What
from hub.domain.ids import Account, Seat, seat_of, snake
from hub.domain.tasks import AnyTask
from hub.domain.unions import AnyCorrection
from hub.rules.arrival import RiskSpace
from hub.rules.slots import Good, Rules
from hub.rules.track import Deed, Space
from hub.table.game.live import LiveGame

FACES = 6
PICTURE = "picture."


def edition_view(rules: Rules) -> EditionView:
    """Spaces, deeds and cards of an edition, with the texts that a third-party edition brings along."""
    track = rules.track
    spaces = tuple(_space(space, track.deeds.get(space.index)) for space in track.spaces)
    cards = tuple(
        CardView(deck, card, snake(type(effect).__name__), asdict(effect))
        for deck, effects in track.decks.items()
        for card, effect in effects.items()
    )
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
    return SpaceView(space.index, space.name, space.kind, group, *figures, commission=commission)


def _corrections(rules: Rules) -> tuple[What, ...]:
    """The kinds of correction available to the banker, in the order of the wire."""
    kinds = (kind for kind in get_args(AnyCorrection) if kind in rules.handlers)
    return tuple(cast("What", snake(kind.__name__).removeprefix("correct_")) for kind in kinds)


def _stakes(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The table of the risk space, one row per face of the first die; empty if there is no such space."""
    faces = range(1, FACES + 1)
    risks = [arrival for arrival in rules.arrivals.values() if isinstance(arrival, RiskSpace)]
    return tuple(tuple(risk.stake((first, second)) for second in faces) for risk in risks[:1] for first in faces)


class SpaceView(Struct, frozen=True):
    """One space of the printed track. `group` names a colour; `price` and `rents` are empty where there is no deed.

    `commission` is what a remote buyer pays the visitor; only groups whose deeds have one can be claimed. `english` is
    the English name, empty if there is only the printed one.
    """

    space: int
    name: str
    kind: str
    group: str
    price: int = 0
    rents: tuple[int, ...] = ()
    house_price: int = 0
    mortgage: int = 0
    amount: int = 0
    commission: int = 0
    english: str = ""


class CardView(Struct, frozen=True):
    """A card's effect as text key and figures, which the client puts into words."""

    deck: str
    card: int
    effect: str
    args: dict[str, int]


class EditionView(Struct, frozen=True):
    """The printed parts of an edition, fetched once over `GET /api/editions/<id>`; constant while a game runs.

    `ladders` has, by kind of deed, the buildings at each stage (building -> count); `dice` the six faces of each die,
    pips as a number or the name of a symbol; `tickets` is their number; `goods` are what may be traded besides money,
    empty where there is no trade. `corrections` are those available to the banker. `stakes` is the table of the risk
    space, one row for each face of the first die, empty if there is none. `texts` are brought along by a third-party
    edition, by language and key; `own` are a family's names and colours on its own tables, by key (`group.brown`,
    `colour.brown`, `card.chance.3`), and `pictures` are the places that have a picture.
    """

    id: str
    spaces: tuple[SpaceView, ...]
    cards: tuple[CardView, ...]
    ladders: dict[str, tuple[dict[str, int], ...]]
    dice: tuple[tuple[str, ...], ...]
    tickets: int
    goods: tuple[Good, ...]
    corrections: tuple[What, ...]
    stakes: tuple[tuple[int, ...], ...]
    texts: dict[str, dict[str, str]] = {}
    own: dict[str, str] = {}
    pictures: tuple[str, ...] = ()


class RentOpen(Struct, frozen=True):
    """A rent that `payee` can still ask `payer` for, in the edition's unit of money."""

    payer: Seat
    payee: Account
    amount: int


class RebuildView(Struct, frozen=True):
    """`edition` is the board; `tasks` has the kinds of open tasks, the open question first."""

    edition: str
    tasks: tuple[AnyTask, ...]
    rents: tuple[RentOpen, ...]


def rebuild_view(live: LiveGame) -> RebuildView:
    state, dues = live.game.state, live.game.state.rent_requests.open
    rents = tuple(RentOpen(seat_of(due.payer), seat_of(due.payee), due.amount) for due in dues)
    return RebuildView(live.game.rules.board, tuple(reversed(state.agenda.tasks)), rents)
