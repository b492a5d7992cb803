"""The printed parts of an edition, which browsers fetch once: spaces, deeds, cards, dice, ladders."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.corrections import What
from hub.rules.slots import Good


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
