"""What is printed in an edition, as browsers fetch it once: spaces, deeds, cards, dice, ladders."""

from __future__ import annotations

from msgspec import Struct

from hub.domain.corrections import What
from hub.rules.slots import Good


class SpaceView(Struct, frozen=True):
    """One space of the printed track. `group` names a colour; `price` and `rents` are empty where there is no deed.

    `commission` is what a remote buyer pays the visitor; only what has one is claimed. `english` is the name for those
    who read English, empty where there is none but the printed one.
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
    """A card's effect, put into words by the client: text key and figures."""

    deck: str
    card: int
    effect: str
    args: dict[str, int]


class EditionView(Struct, frozen=True):
    """What is printed: fetched once over `GET /api/editions/<id>`, never changes while a game runs.

    `ladders` says by kind of deed what is there at each stage (building -> count); `dice` what is on the six
    faces of each die, pips as a number or the name of a symbol; `tickets` how many there are; `goods` is
    what may be traded besides money, empty where nothing is traded. `corrections` can be made by the banker. `stakes`
    is the table of the risk space, a row for each face of the first die; empty where there is none. `texts` are what an
    edition by somebody else brings along, by language and key; `own` is what a family calls and colours things on its
    own tables, by key (`group.brown`, `colour.brown`, `card.chance.3`), and `pictures` are the places that have one.
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
