"""Who sits at the table: names, colours, shapes and the tags under their pieces; the edition; which game runs.

The lobby is a small document, replaced whole. Changes are pure: they return the next lobby or the reason why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from hub.table.wire.contract import BotKind, Colour, Shape, Sums
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import AddSeat, ChangeSeat, MoveSeat, RemoveSeat, SetBot, SetSums

COLOURS: tuple[Colour, ...] = get_args(Colour)
SHAPES: tuple[Shape, ...] = get_args(Shape)
NAME_LENGTH_MAXIMUM = 20

Look = TypeVar("Look", Colour, Shape)


class LobbySeat(Struct, frozen=True):
    """One player: `person` stays the same wherever he sits, and nobody else at this table ever gets it.

    `tag` is the uid under the piece, None until it is enrolled; `bot` answers for the seat, if any; `sums` is what a
    child on it works out before it pays.
    """

    person: int
    name: str
    colour: Colour
    shape: Shape
    tag: str | None = None
    bot: BotKind | None = None
    sums: Sums | None = None


class Lobby(Struct, frozen=True):
    """`game` is the running game, None while people gather; `people` counts all who ever took a seat.

    `enrolling` is the seat whose piece is awaited on a reader.
    """

    edition: str
    seats: tuple[LobbySeat, ...] = ()
    game: str | None = None
    enrolling: int | None = None
    house_rules: tuple[str, ...] = ()
    people: int = 0

    def seat_of(self, uid: str) -> int | None:
        """The seat whose piece carries this tag."""
        return next((index for index, seat in enumerate(self.seats) if seat.tag == uid), None)


def seated(edition: str, names: Sequence[str]) -> Lobby:
    """People of these names in this order, of whom nothing else is known."""
    seats = [
        LobbySeat(place + 1, name, COLOURS[place % len(COLOURS)], SHAPES[place % len(SHAPES)])
        for place, name in enumerate(names)
    ]
    return Lobby(edition, tuple(seats), people=len(seats))


def add_seat(lobby: Lobby, action: AddSeat, seats_maximum: int) -> Lobby | Refusal:
    """A new player at the end of the turn order, asked for a piece if nobody else is being asked."""
    if len(lobby.seats) >= seats_maximum:
        return refusal(TableReason.TABLE_FULL, most=seats_maximum)
    colour = action.colour or _first_free(COLOURS, [seat.colour for seat in lobby.seats])
    shape = action.shape or _first_free(SHAPES, [seat.shape for seat in lobby.seats])
    index = len(lobby.seats)
    rejected = _refuse_look(lobby, index, action.name, colour, shape)
    if rejected is not None:
        return rejected
    person = lobby.people + 1
    seats = (*lobby.seats, LobbySeat(person, action.name.strip(), colour, shape))
    asked = index if lobby.enrolling is None else lobby.enrolling
    return msgspec.structs.replace(lobby, seats=seats, people=person, enrolling=asked)


def change_seat(lobby: Lobby, action: ChangeSeat) -> Lobby | Refusal:
    """Another name or look; allowed at any time."""
    rejected = _refuse_index(lobby, action.seat) or _refuse_look(
        lobby, action.seat, action.name, action.colour, action.shape
    )
    look = {"name": action.name.strip(), "colour": action.colour, "shape": action.shape}
    return rejected or _with_seat(lobby, action.seat, **look)


def set_bot(lobby: Lobby, action: SetBot) -> Lobby | Refusal:
    """Another one answers for the seat; allowed at any time."""
    return _refuse_index(lobby, action.seat) or _with_seat(lobby, action.seat, bot=action.bot)


def set_sums(lobby: Lobby, action: SetSums) -> Lobby | Refusal:
    """Another task for the child on the seat, or none; allowed at any time."""
    return _refuse_index(lobby, action.seat) or _with_seat(lobby, action.seat, sums=action.sums)


def remove_seat(lobby: Lobby, action: RemoveSeat) -> Lobby | Refusal:
    """The seats behind move up."""
    rejected = _refuse_index(lobby, action.seat)
    if rejected is not None:
        return rejected
    seats = tuple(seat for index, seat in enumerate(lobby.seats) if index != action.seat)
    return msgspec.structs.replace(lobby, seats=seats, enrolling=None)


def move_seat(lobby: Lobby, action: MoveSeat) -> Lobby | Refusal:
    """Another place in the turn order."""
    rejected = _refuse_index(lobby, action.seat) or _refuse_index(lobby, action.to)
    if rejected is not None:
        return rejected
    seats = list(lobby.seats)
    seats.insert(action.to, seats.pop(action.seat))
    return msgspec.structs.replace(lobby, seats=tuple(seats), enrolling=None)


def await_tag(lobby: Lobby, seat: int | None) -> Lobby | Refusal:
    """Wait for a piece of this seat on a reader, or stop waiting."""
    if seat is not None and (rejected := _refuse_index(lobby, seat)) is not None:
        return rejected
    return msgspec.structs.replace(lobby, enrolling=seat)


def bind_tag(lobby: Lobby, seat: int, uid: str) -> Lobby | Refusal:
    """This tag is the piece of this seat from now on; the next seat without a piece is asked, if there is one."""
    rejected = _refuse_index(lobby, seat)
    if rejected is not None:
        return rejected
    holder = lobby.seat_of(uid)
    if holder is not None and holder != seat:
        return refusal(TableReason.TAG_TAKEN, seat=holder)
    bound = _with_seat(lobby, seat, tag=uid)
    behind = [i % len(bound.seats) for i in range(seat + 1, seat + len(bound.seats))]
    following = next((index for index in behind if bound.seats[index].tag is None), None)
    asked = following if lobby.enrolling == seat else lobby.enrolling
    return msgspec.structs.replace(bound, enrolling=asked)


def _with_seat(lobby: Lobby, index: int, **changes: Any) -> Lobby:
    """The lobby with one seat that is otherwise."""
    seat = msgspec.structs.replace(lobby.seats[index], **changes)
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:index], seat, *lobby.seats[index + 1 :]))


def _first_free(values: tuple[Look, ...], taken: list[Look]) -> Look:
    return next(value for value in values if value not in taken)


def _refuse_index(lobby: Lobby, index: int) -> Refusal | None:
    return None if 0 <= index < len(lobby.seats) else refusal(TableReason.NO_SUCH_SEAT)


def _refuse_look(lobby: Lobby, index: int, name: str, colour: Colour, shape: Shape) -> Refusal | None:
    name = name.strip()
    if not 0 < len(name) <= NAME_LENGTH_MAXIMUM or not name.isprintable():
        return refusal(TableReason.NAME_UNFIT, most=NAME_LENGTH_MAXIMUM)
    others = [seat for other, seat in enumerate(lobby.seats) if other != index]
    if any(seat.name.casefold() == name.casefold() for seat in others):
        return refusal(TableReason.NAME_TAKEN)
    if any(seat.colour == colour for seat in others):
        return refusal(TableReason.COLOUR_TAKEN)
    if any(seat.shape == shape for seat in others):
        return refusal(TableReason.SHAPE_TAKEN)
    return None
