"""What happens at a table, from one view of a viewer to the next."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from hub.domain.ids import NOBODY
from hub.domain.ledger import RENT
from hub.table.wire.contract import FeedLine, SeatView, View

Event: TypeAlias = Literal["turn", "throw", "rent", "auction", "bankrupt", "won"]
EVENTS: tuple[Event, ...] = get_args(Event)
KEYS: dict[str, Event] = {
    "turn_began": "turn",
    "dice_thrown": "throw",
    "auction_opened": "auction",
    "sealed_auction_opened": "auction",
    "seat_bankrupted": "bankrupt",
    "game_won": "won",
}


class Happening(Struct, frozen=True, omit_defaults=True):
    """One event, as it is shown: `who` it is about, and for a rent who gets the `amount`, in the edition's unit."""

    event: Event
    who: str = ""
    colour: str = ""
    faces: str = ""
    to: str = ""
    amount: int = 0


class Happenings:
    """Notices what is new. What was there at the first look, or before a game was resumed, is old."""

    def __init__(self) -> None:
        self._game: str | None = None
        self._last: int | None = None

    def since(self, view: View) -> list[Happening]:
        """What has happened since the last look at a view of a viewer, the oldest first."""
        newest = max((line.move for line in view.feed), default=-1)
        known, self._last = self._last, newest
        same, self._game = view.game == self._game, view.game
        if known is None:
            return []
        new = [line for line in view.feed if not line.undone and (line.move > known or not same)]
        return [happening for line in new for happening in _happening(line, view.seats)]


def _happening(line: FeedLine, seats: tuple[SeatView, ...]) -> Iterator[Happening]:
    args, formula = line.args, line.explanation.formula if line.explanation else ""
    if line.key == "money_moved" and formula.startswith(RENT):
        payer, payee = seat_of(seats, args["payer"]), seat_of(seats, args["payee"])
        if payer and payee:
            yield Happening("rent", payer.name, payer.colour, to=payee.name, amount=int(args["amount"]))
    elif event := KEYS.get(line.key):
        who = seat_of(seats, args.get("seat", args.get("seller", NOBODY)))
        named = (who.name, who.colour) if who else ("", "")
        yield Happening(event, *named, faces=str(args.get("faces", "")))


def seat_of(seats: tuple[SeatView, ...], number: object) -> SeatView | None:
    """The seat of this number; None for the bank and for nobody."""
    return next((seat for seat in seats if seat.seat == number), None)
