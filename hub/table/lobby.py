"""Who sits at the table: names, colours, shapes and the tags under their pieces; the edition; which game runs.

The lobby is a small document, always replaced as a whole. Changes are pure functions: they return the next lobby or a
refusal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from hub.table.interfaces.board import is_random
from hub.table.names import NAME_LENGTH_MAXIMUM, are_alike, is_fit
from hub.table.wire.advice_requests import SetAdvice
from hub.table.wire.contract import BotKind, Colour, GoingSeconds, Shape, Sums
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import AddSeat, ChangeSeat, MoveSeat, RemoveSeat, SetBot, SetSums, SitDown

COLOURS: tuple[Colour, ...] = get_args(Colour)
SHAPES: tuple[Shape, ...] = get_args(Shape)
Look = TypeVar("Look", Colour, Shape)
DEVICE_LENGTH_MINIMUM = 16  # shorter names could be guessed to take the seat of another device


class LobbySeat(Struct, frozen=True):
    """One player. `person` identifies them wherever they sit, and is never reused at this table.

    `tag` is the uid under the piece, None until it is enrolled; `bot` is the kind of bot that plays the seat, if any;
    `sums` is what a child works out before paying; with `advice` the seat's phones may ask for advice. `came` is the
    mark of the device with which they sat down by themselves.
    """

    person: int
    name: str
    colour: Colour
    shape: Shape
    tag: str | None = None
    bot: BotKind | None = None
    sums: Sums | None = None
    advice: bool = False
    came: str = ""


class Lobby(Struct, frozen=True):
    """`game` is the id of the game at the table, None while people gather; `people` counts all who ever took a seat.

    `enrolling` is the seat whose piece is awaited on a reader. `outlook` says whether the odds are shown; `declined` is
    the game whose players did without them to its end. `going_s` is how many seconds the hub waits before each call of
    an open auction. `trusted` are the packages whose editions the banker trusts, with id and version. `design` is the
    design that the workshop put on the table last, by its name in the lobby (`hub.table.changes.designs`). With
    `real_dice` people throw dice of their own; with an `open_door` phones without a code may sit down and knock.
    """

    edition: str
    seats: tuple[LobbySeat, ...] = ()
    game: str | None = None
    enrolling: int | None = None
    house_rules: tuple[str, ...] = ()
    people: int = 0
    outlook: bool = False
    going_s: GoingSeconds = 0
    declined: str | None = None
    trusted: tuple[str, ...] = ()
    real_dice: bool = False
    open_door: bool = True
    design: str = ""

    def seat_of(self, uid: str) -> int | None:
        """The seat whose piece carries this tag."""
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


def add_seat(lobby: Lobby, action: AddSeat, seats_maximum: int) -> Lobby | Refusal:
    """Add a player at the end of the turn order; their piece is awaited next, unless another one is."""
    if len(lobby.seats) >= seats_maximum:
        return refusal(TableReason.TABLE_FULL, most=seats_maximum)
    colour = action.colour or _first_free(COLOURS, [seat.colour for seat in lobby.seats])
    shape = action.shape or _first_free(SHAPES, [seat.shape for seat in lobby.seats])
    index = len(lobby.seats)
    if rejected := _refuse_look(lobby, index, action.name, colour, shape):
        return rejected
    person = lobby.people + 1
    seats = (*lobby.seats, LobbySeat(person, action.name.strip(), colour, shape))
    asked = index if lobby.enrolling is None else lobby.enrolling
    return msgspec.structs.replace(lobby, seats=seats, people=person, enrolling=asked)


def sit_down(lobby: Lobby, action: SitDown, seats_maximum: int) -> Lobby | Refusal:
    """Add a player who entered their own name; a repeated request leads to the same seat."""
    mark = mark_of(action.device)
    if not mark:
        return refusal(TableReason.BAD_REQUEST)
    if any(seat.came == mark for seat in lobby.seats):
        return lobby
    if not lobby.open_door:
        return refusal(TableReason.DOOR_SHUT)
    added = add_seat(lobby, AddSeat(action.name, action.colour, action.shape), seats_maximum)
    return added if isinstance(added, Refusal) else _with_seat(added, len(lobby.seats), came=mark)


def change_seat(lobby: Lobby, action: ChangeSeat) -> Lobby | Refusal:
    """Change name, colour or shape."""
    rejected = _refuse_index(lobby, action.seat) or _refuse_look(
        lobby, action.seat, action.name, action.colour, action.shape
    )
    look = {"name": action.name.strip(), "colour": action.colour, "shape": action.shape}
    return rejected or _with_seat(lobby, action.seat, **look)


def set_bot(lobby: Lobby, action: SetBot) -> Lobby | Refusal:
    """Have a bot play the seat, or people again; allowed at any time."""
    return _refuse_index(lobby, action.seat) or _with_seat(lobby, action.seat, bot=action.bot)


def set_sums(lobby: Lobby, action: SetSums) -> Lobby | Refusal:
    """Change what the child on the seat works out, if anything; allowed at any time."""
    return _refuse_index(lobby, action.seat) or _with_seat(lobby, action.seat, sums=action.sums)


def set_outlook(lobby: Lobby, *, on: bool, over: bool) -> Lobby:
    """Switch the outlook on or off; `over`: the game at the table is over, so its players did without."""
    if on and not lobby.outlook:
        lobby = msgspec.structs.replace(lobby, declined=lobby.game if over else None)
    return msgspec.structs.replace(lobby, outlook=on)


def set_advice(lobby: Lobby, action: SetAdvice) -> Lobby | Refusal:
    """Let a seat ask for advice, or no longer; only if the outlook is on, and was on in the game at the table."""
    if rejected := _refuse_index(lobby, action.seat):
        return rejected
    if action.on and not lobby.outlook:
        return refusal(TableReason.OUTLOOK_OFF)
    if action.on and lobby.game is not None and lobby.declined == lobby.game:
        return refusal(TableReason.OUTLOOK_DECLINED)
    return _with_seat(lobby, action.seat, advice=action.on)


def may_ask(lobby: Lobby, seat: int) -> bool:
    """Whether a seat may ask for advice in the running game."""
    wanted = lobby.outlook and lobby.game is not None and lobby.declined != lobby.game
    return wanted and 0 <= seat < len(lobby.seats) and lobby.seats[seat].advice


def remove_seat(lobby: Lobby, action: RemoveSeat) -> Lobby | Refusal:
    """Remove a player; later seats move up."""
    if rejected := _refuse_index(lobby, action.seat):
        return rejected
    seats = tuple(seat for index, seat in enumerate(lobby.seats) if index != action.seat)
    return msgspec.structs.replace(lobby, seats=seats, enrolling=None)


def move_seat(lobby: Lobby, action: MoveSeat) -> Lobby | Refusal:
    """Move a player to another place in the turn order."""
    if rejected := _refuse_index(lobby, action.seat) or _refuse_index(lobby, action.to):
        return rejected
    seats = list(lobby.seats)
    seats.insert(action.to, seats.pop(action.seat))
    return msgspec.structs.replace(lobby, seats=tuple(seats), enrolling=None)


def await_tag(lobby: Lobby, seat: int | None) -> Lobby | Refusal:
    """Wait for the piece of this seat on a reader; None stops waiting."""
    if seat is not None and (rejected := _refuse_index(lobby, seat)) is not None:
        return rejected
    return msgspec.structs.replace(lobby, enrolling=seat)


def bind_tag(lobby: Lobby, seat: int, uid: str) -> Lobby | Refusal:
    """Enrol a tag as the piece of a seat; then the piece of the next seat without one is awaited, if there is one."""
    if rejected := _refuse_index(lobby, seat):
        return rejected
    if is_random(uid):
        return refusal(TableReason.TAG_RANDOM)
    holder = lobby.seat_of(uid)
    if holder is not None and holder != seat:
        return refusal(TableReason.TAG_TAKEN, seat=holder)
    bound = _with_seat(lobby, seat, tag=uid)
    behind = [i % len(bound.seats) for i in range(seat + 1, seat + len(bound.seats))]
    following = next((index for index in behind if bound.seats[index].tag is None), None)
    asked = following if lobby.enrolling == seat else lobby.enrolling
    return msgspec.structs.replace(bound, enrolling=asked)


def _with_seat(lobby: Lobby, index: int, **changes: Any) -> Lobby:
    """The lobby with one seat replaced."""
    seat = msgspec.structs.replace(lobby.seats[index], **changes)
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:index], seat, *lobby.seats[index + 1 :]))


def _first_free(values: tuple[Look, ...], taken: list[Look]) -> Look:
    return next(value for value in values if value not in taken)


def _refuse_index(lobby: Lobby, index: int) -> Refusal | None:
    return None if 0 <= index < len(lobby.seats) else refusal(TableReason.NO_SUCH_SEAT)


def _refuse_look(lobby: Lobby, index: int, name: str, colour: Colour, shape: Shape) -> Refusal | None:
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
