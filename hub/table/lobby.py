"""Who sits at the table: names, colours, shapes and the tags under their pieces; the edition; which game runs.

The lobby is a small document, always replaced as a whole. Changes are pure functions: they return the next lobby or a
refusal. Requests make them (`hub.table.requests.seats`).
"""

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from hub.table.interfaces.board import is_random
from hub.table.names import NAME_LENGTH_MAXIMUM, are_alike, is_fit
from hub.table.wire.audience import Refusal, TableReason, refusal
from hub.table.wire.contract import BotKind, Colour, GoingSeconds, Shape, SpokenLanguage, Sums

COLOURS: tuple[Colour, ...] = get_args(Colour)
SHAPES: tuple[Shape, ...] = get_args(Shape)
Look = TypeVar("Look", Colour, Shape)
DEVICE_LENGTH_MINIMUM = 16  # shorter names could be guessed to take the seat of another device


class LobbySeat(Struct, frozen=True):
    """One player. `person` identifies them wherever they sit, and is never reused at this table.

    `tag` is the uid under the piece, None until it is enrolled; `bot` is the kind of bot that plays the seat, if any;
    `sums` is what a child works out before paying. `came` is the mark of the device with which they sat down by
    themselves.
    """

    person: int
    name: str
    colour: Colour
    shape: Shape
    tag: str | None = None
    bot: BotKind | None = None
    sums: Sums | None = None
    came: str = ""


class Lobby(Struct, frozen=True):
    """`game` is the id of the game at the table, None while people gather; `people` counts all who ever took a seat.

    `enrolling` is the seat whose piece is awaited on a reader. `going_s` is how many seconds the hub waits before each
    call of an open auction. `trusted` are the packages whose editions the banker trusts, with id and version. `design`
    is the design that the workshop put on the table last, by its name in the lobby (`hub.table.changes.editions`). With
    `real_dice` people throw dice of their own; with an `open_door` phones without a code may sit down and knock.
    `language` is that of the banker's tablet.
    """

    edition: str
    seats: tuple[LobbySeat, ...] = ()
    game: str | None = None
    enrolling: int | None = None
    house_rules: tuple[str, ...] = ()
    people: int = 0
    going_s: GoingSeconds = 0
    trusted: tuple[str, ...] = ()
    real_dice: bool = False
    open_door: bool = True
    design: str = ""
    language: SpokenLanguage = ""

    def seat_of(self, uid: str) -> int | None:
        return next((index for index, seat in enumerate(self.seats) if seat.tag == uid), None)

    def seat_of_mark(self, mark: str) -> int | None:
        """The seat of the person who sat down with the device of this mark, None if there is none."""
        return next((index for index, seat in enumerate(self.seats) if mark and seat.came == mark), None)


def mark_of(device: str) -> str:
    """A digest that identifies a device without storing its secret name; empty if that name is too easy to guess."""
    return hashlib.sha256(device.encode()).hexdigest() if len(device) >= DEVICE_LENGTH_MINIMUM else ""


def seated(edition: str, names: Sequence[str]) -> Lobby:
    """A lobby of people with these names, in this order; nothing else is known of them."""
    seats = [
        LobbySeat(place + 1, name, COLOURS[place % len(COLOURS)], SHAPES[place % len(SHAPES)])
        for place, name in enumerate(names)
    ]
    return Lobby(edition, tuple(seats), people=len(seats))


def with_another_seat(
    lobby: Lobby, name: str, colour: Colour | None, shape: Shape | None, seats_maximum: int
) -> Lobby | Refusal:
    """The lobby with a player at the end of the turn order; their piece is awaited next, unless another one is."""
    if len(lobby.seats) >= seats_maximum:
        return refusal(TableReason.TABLE_FULL, most=seats_maximum)
    colour = colour or _first_free(COLOURS, [seat.colour for seat in lobby.seats])
    shape = shape or _first_free(SHAPES, [seat.shape for seat in lobby.seats])
    index = len(lobby.seats)
    if rejected := refuse_look(lobby, index, name, colour, shape):
        return rejected
    person = lobby.people + 1
    seats = (*lobby.seats, LobbySeat(person, name.strip(), colour, shape))
    asked = index if lobby.enrolling is None else lobby.enrolling
    return msgspec.structs.replace(lobby, seats=seats, people=person, enrolling=asked)


def await_tag(lobby: Lobby, seat: int | None) -> Lobby | Refusal:
    """Wait for the piece of this seat on a reader; None stops waiting."""
    if seat is not None and (rejected := refuse_seat(lobby, seat)) is not None:
        return rejected
    return msgspec.structs.replace(lobby, enrolling=seat)


def bind_tag(lobby: Lobby, seat: int, uid: str) -> Lobby | Refusal:
    """Enrol a tag as the piece of a seat; then the piece of the next seat without one is awaited, if there is one."""
    if rejected := refuse_seat(lobby, seat):
        return rejected
    if is_random(uid):
        return refusal(TableReason.TAG_RANDOM)
    holder = lobby.seat_of(uid)
    if holder is not None and holder != seat:
        return refusal(TableReason.TAG_TAKEN, seat=holder)
    bound = with_seat(lobby, seat, tag=uid)
    behind = [i % len(bound.seats) for i in range(seat + 1, seat + len(bound.seats))]
    following = next((index for index in behind if bound.seats[index].tag is None), None)
    asked = following if lobby.enrolling == seat else lobby.enrolling
    return msgspec.structs.replace(bound, enrolling=asked)


def with_seat(lobby: Lobby, index: int, **changes: Any) -> Lobby:
    seat = msgspec.structs.replace(lobby.seats[index], **changes)
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:index], seat, *lobby.seats[index + 1 :]))


def _first_free(values: tuple[Look, ...], taken: list[Look]) -> Look:
    return next(value for value in values if value not in taken)


def refuse_seat(lobby: Lobby, index: int) -> Refusal | None:
    return None if 0 <= index < len(lobby.seats) else refusal(TableReason.NO_SUCH_SEAT)


def refuse_look(lobby: Lobby, index: int, name: str, colour: Colour, shape: Shape) -> Refusal | None:
    """Refused if this cannot be the name of the seat, or if somebody else has name, colour or shape."""
    name = name.strip()
    if not is_fit(name):
        return refusal(TableReason.NAME_UNFIT, most=NAME_LENGTH_MAXIMUM)
    others = [seat for other, seat in enumerate(lobby.seats) if other != index]
    if any(are_alike(seat.name, name) for seat in others):
        return refusal(TableReason.NAME_TAKEN)
    if any(seat.colour == colour for seat in others):
        return refusal(TableReason.COLOUR_TAKEN)
    if any(seat.shape == shape for seat in others):
        return refusal(TableReason.SHAPE_TAKEN)
    return None
