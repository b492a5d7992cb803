"""What people chose at a table: whether they want to know who is winning, and which seats may ask for advice."""

from msgspec import Struct

from hub.domain.ids import Seat
from hub.table.state import StoredSetting, TableState


class OddsSettings(Struct, frozen=True):
    """`on`: the odds are shown; `declined` is the game whose players did without them to its end.

    The phones of the persons in `advised` may ask for advice, as long as the odds are on.
    """

    on: bool = False
    declined: str | None = None
    advised: frozenset[int] = frozenset()


ODDS = StoredSetting("odds", OddsSettings())
SETTINGS = (ODDS,)


def advised(table: TableState) -> tuple[Seat, ...]:
    """The seats whose phones may ask for advice, while the odds are on."""
    persons = ODDS.at(table).advised
    return tuple(seat for seat, one in enumerate(table.lobby.seats) if one.person in persons)


def may_ask(table: TableState, seat: Seat) -> bool:
    """Whether a seat may ask for advice in the running game."""
    return wanted_in_game(table) and seat in advised(table)


def wanted_in_game(table: TableState) -> bool:
    """Whether the odds are on, and were before the game at the table was over."""
    odds, game = ODDS.at(table), table.lobby.game
    return odds.on and game is not None and odds.declined != game
