"""Which commands the screens offer to whom, for expectations of records.

A command is offered to a seat if it is an answer to the open prompt or a side option, and not refused. Trade is judged
as the screens judge it: whether an offer can be made now, and which answers an open offer has.
"""

from collections.abc import Collection, Iterator
from typing import Any, get_args

import msgspec
from msgspec import Struct

from hub.domain.commands import OfferTrade, SeatCommand
from hub.domain.ids import Seat, snake
from hub.domain.shares import DemandReport, OfferShares
from hub.domain.turns import solvent
from hub.domain.unions import AnyCorrection
from hub.records.lines import COMMANDS, Difference, MeaninglessLine
from hub.rules.asking import no_free_moment
from hub.rules.game import Choice, Game, answers_to_offers, choices, free_choices

OFFERED, NOT_OFFERED = "offered", "not_offered"
FIELDS = (OFFERED, NOT_OFFERED)
MAKING = (OfferTrade, OfferShares)
"""Their terms are composed on the screen: it can only be checked whether they are possible now."""
BANKERS = (*get_args(AnyCorrection), DemandReport)
"""Commands that no seat is offered: the banker's page asks for them."""
BY_CHANCE = frozenset({"faces", "source", "card", "nonce"})
"""Fields that no screen offers: they are part of the throw, the draw, the bid."""
AMOUNT = "amount"


class ExpectedCommand(Struct, frozen=True):
    """The command that an expectation describes: its name and some fields, for one seat or (None) for anybody."""

    seat: Seat | None
    command: str
    fields: dict[str, Any]


class OfferedCommand(Struct, frozen=True):
    """A command that a seat is offered; `choice` limits its amount, if it comes from the rules."""

    seat: Seat
    name: str
    command: SeatCommand | None = None
    choice: Choice | None = None


def offering(field: str, wanted: Any, game: Game) -> Iterator[Difference]:
    """What is not offered and should be, or vice versa. Raises MeaninglessLine."""
    wishes, offers = list(_wishes(field, wanted, game)), list(_offers(game))
    for wish in wishes:
        fitting = [offer for offer in offers if _fits(game, wish, offer)]
        if field == OFFERED and not fitting:
            names = sorted({offer.name for offer in offers if wish.seat in {None, offer.seat}})
            text = f"{_named(wish)} is not offered, only: {', '.join(names) or 'nothing'}"
            yield Difference(text, {OFFERED: _plain(wish)}, {OFFERED: names})
        if field == NOT_OFFERED and fitting:
            text = f"{_named(wish)} is offered, expected not to be"
            made = ((offer.command, {"command": offer.name, "seat": offer.seat}) for offer in fitting)
            found = [msgspec.to_builtins(command) if command else plain for command, plain in made]
            yield Difference(text, {NOT_OFFERED: _plain(wish)}, {OFFERED: found})


def _offers(game: Game) -> Iterator[OfferedCommand]:
    players = solvent(game.state)
    for seat in players:
        for found in (choices, free_choices):
            for choice, rejected in found(game, seat):
                if rejected is None:
                    yield OfferedCommand(seat, _name(type(choice.command)), choice.command, choice)
    for command in answers_to_offers(game.state):
        if command.seat in players and game.refuse(command) is None:
            yield OfferedCommand(command.seat, _name(type(command)), command)
    for kind in MAKING:
        if kind in game.rules.handlers and no_free_moment(game) is None:
            yield from (OfferedCommand(seat, _name(kind)) for seat in players)


def _fits(game: Game, wish: ExpectedCommand, offer: OfferedCommand) -> bool:
    """Whether an offer matches; an amount matches if it is within the limits and is not refused."""
    if offer.name != wish.command or wish.seat not in {None, offer.seat}:
        return False
    fields = msgspec.to_builtins(offer.command)
    for name, value in wish.fields.items():
        bounded = name == AMOUNT and offer.choice is not None and offer.choice.minimum is not None
        if not (_within(game, offer, value) if bounded else fields[name] == value):
            return False
    return True


def _within(game: Game, offer: OfferedCommand, amount: int) -> bool:
    choice = offer.choice
    assert choice is not None, "asked of offers with bounds alone"
    assert choice.minimum is not None, "asked of offers with bounds alone"
    if amount < choice.minimum or (choice.maximum is not None and amount > choice.maximum):
        return False
    command: Any = choice.command
    return game.refuse(msgspec.structs.replace(command, amount=amount)) is None


def _wishes(field: str, wanted: Any, game: Game) -> Iterator[ExpectedCommand]:
    """Commands by seat, or a list of them; a single one needs no list."""
    if not isinstance(wanted, dict) or "command" in wanted:
        yield from (_wish(field, None, item, game) for item in _items(field, wanted))
        return
    for key, value in wanted.items():
        if not key.isdecimal() or int(key) >= len(game.state.turns.out):
            raise MeaninglessLine(f"{field} is by seat, or a list of commands: there is no seat {key}")
        yield from (_wish(field, int(key), item, game) for item in _items(field, value))


def _items(field: str, value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    if not items:
        raise MeaninglessLine(f"{field} is empty and says nothing: name commands, or leave it out")
    return items


def _wish(field: str, seat: Seat | None, item: Any, game: Game) -> ExpectedCommand:
    fields: dict[str, Any] = (
        {"command": item} if isinstance(item, str) else dict(item) if isinstance(item, dict) else {}
    )
    name = fields.pop("command", None)
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or kind is None:
        raise MeaninglessLine(f"{field} names commands, or objects with a command: there is no command {name!r}")
    if kind in BANKERS:
        raise MeaninglessLine(f"{name} is the banker's: no seat is ever offered it")
    for key, value in fields.items():
        _check(name, kind, key, value, game)
    own: Seat | None = fields.pop("seat", seat)
    if seat not in {None, own}:
        raise MeaninglessLine(f"{field} of seat {seat} names a {name} of seat {own}")
    if fields and kind in MAKING:
        raise MeaninglessLine(f"the terms of {name} are not offered, only the time for it: name it alone")
    return ExpectedCommand(own, name, fields)


def _check(name: str, kind: type, key: str, value: Any, game: Game) -> None:
    """A field must be one of the command, of its kind, and name something that exists. Raises MeaninglessLine."""
    known = {field.name: field.type for field in msgspec.structs.fields(kind)}
    if key not in known:
        raise MeaninglessLine(f"unknown field {key!r} in command {name!r}")
    if key in BY_CHANCE:
        raise MeaninglessLine(f"{key} is not offered: {name} gets it by chance")
    try:
        msgspec.convert(value, known[key], strict=True)
    except msgspec.ValidationError as error:
        raise MeaninglessLine(f"{error} - at {key!r} of {name!r}") from error
    if key != AMOUNT and not _exists(key, value, game):
        raise MeaninglessLine(f"there is no {key} {value}")


def _exists(key: str, value: int | str, game: Game) -> bool:
    track, state = game.rules.track, game.state
    known: dict[str, Collection[int | str]] = {
        "deed": track.deeds,
        "group": track.groups,
        "space": range(len(track.spaces)),
        **dict.fromkeys(("seat", "to", "issuer"), range(len(state.turns.out))),
        "offer": range(1, max(state.offers.last_id, state.shares.last_offer) + 1),
    }
    return key not in known or value in known[key]


def _name(kind: type) -> str:
    return snake(kind.__name__)


def _plain(wish: ExpectedCommand) -> str | dict[str, Any]:
    seat = {} if wish.seat is None else {"seat": wish.seat}
    return {"command": wish.command, **seat, **wish.fields} if seat or wish.fields else wish.command


def _named(wish: ExpectedCommand) -> str:
    fields = ", ".join(f"{name} {value}" for name, value in wish.fields.items())
    what = f"{wish.command} ({fields})" if fields else wish.command
    return what if wish.seat is None else f"{what} of seat {wish.seat}"
