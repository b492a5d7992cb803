"""The lines of a record, read strictly: what is unknown, missing or of the wrong kind is a fault that names the line.

The first line is the header; every other one holds exactly one of a command, a set-up, an expectation, an undo or a
note. Names of fields are the same in set-ups, expectations and the position that `bankhalter replay --json` prints.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from hub.domain.ids import Account, Seat, Space, snake
from hub.domain.turns import AgreeEnd
from hub.domain.unions import AnyCommand, AnyCorrection, AnyHubCommand, AnySeatCommand
from hub.table.names import PLAYERS_MAXIMUM

TEXT_LENGTH_MAXIMUM = 400  # a wrong name in a record may be as long as its line

VERSION = 1
LINE_LENGTH_MAXIMUM = 100_000

BySeat: TypeAlias = dict[Seat, int] | list[int]
"""One figure per seat: all of them in order, or some by number."""
Holders: TypeAlias = dict[Account, int] | list[int]
"""How many shares of an issuer are where: all seats in order and the bank last, or some by number (-1: the bank)."""
T = TypeVar("T")


class Difference(Struct, frozen=True):
    """A difference from an expectation, as half a sentence; `expected` and `found` are as written in a file."""

    text: str
    expected: Any
    found: Any


class MeaninglessLine(Exception):
    """A line is valid but meaningless, because it checks or sets up nothing; the message says why."""


class RecordFault(Exception):
    """A record is malformed, or does not replay as it says; `line` counts from 1, 0 is the whole record.

    `expected` and `found` are set where an expectation does not hold.
    """

    def __init__(self, line: int, text: str, expected: Any = UNSET, found: Any = UNSET) -> None:
        if len(text) > TEXT_LENGTH_MAXIMUM:
            text = f"{text[:TEXT_LENGTH_MAXIMUM]}…"
        super().__init__(f"line {line}: {text}" if line else text)
        self.line, self.text, self.expected, self.found = line, text, expected, found


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Which game this is. `seats` are names, or just how many there are.

    `seed` shuffles the decks and throws the dice of throws without faces; without it decks are in their printed order.
    `decks` names the cards on top of a deck, `tickets` the tickets on top of their pile; the rest keep their
    order; `first` is the seat that was chosen by lot, `tables` are a family's own (file name -> csv).
    """

    record: int
    edition: str
    seats: list[str] | Annotated[int, Meta(ge=0, le=PLAYERS_MAXIMUM)]
    house_rules: list[str] = []
    seed: int | str | None = None
    decks: dict[str, list[int]] = {}
    tickets: list[int] = []
    first: Seat | UnsetType = UNSET
    tables: dict[str, str] = {}
    note: str = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is set up by corrections, each with `reason`. What is not named stays as it is.

    `mortgaged` lists all mortgaged deeds, `release_cards` all holders of each deck it names.
    """

    owners: dict[Space, Seat] = {}
    mortgaged: list[Space] | UnsetType = UNSET
    buildings: dict[Space, int] = {}
    balances: BySeat = {}
    pot: int | None = None
    release_cards: dict[str, list[Seat]] = {}
    tickets: BySeat = {}
    shares: dict[Seat, Holders] | list[Holders] = {}
    spaces: BySeat = {}
    jail: BySeat = {}
    on_turn: Seat | None = None
    reason: str = ""


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold at this line. Maps name only what is compared, lists are complete.

    `offered` and `not_offered` are read by `hub.records.offering`, which knows the game.
    """

    balances: BySeat | UnsetType = UNSET
    pot: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET
    owners: dict[Space, Seat] | UnsetType = UNSET
    mortgaged: list[Space] | UnsetType = UNSET
    buildings: dict[Space, int] | UnsetType = UNSET
    stock: dict[str, int] | UnsetType = UNSET
    spaces: BySeat | UnsetType = UNSET
    jail: BySeat | UnsetType = UNSET
    release_cards: dict[str, list[Seat]] | UnsetType = UNSET
    tickets: BySeat | UnsetType = UNSET
    out: list[Seat] | UnsetType = UNSET
    debts: list[dict[str, int | str]] | UnsetType = UNSET
    owed: BySeat | UnsetType = UNSET
    on_turn: Seat | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    faces: list[int] | UnsetType = UNSET
    winner: Seat | UnsetType = UNSET
    task: str | dict[str, Any] | UnsetType | None = UNSET
    shares: dict[Seat, Holders] | list[Holders] | UnsetType = UNSET
    owed_reports: dict[Seat, int | None] | list[int | None] | UnsetType = UNSET
    offered: Any = UNSET
    not_offered: Any = UNSET
    facts: int | UnsetType = UNSET
    digest: str | UnsetType = UNSET


class CommandLine(Struct, frozen=True):
    """A command, and the reason for which it must be refused, if any; True is any reason."""

    command: AnyCommand
    refused: str | Literal[True] | None = None


class Take(Struct, frozen=True):
    """Undoes the last `moves` moves."""

    moves: int


Line: TypeAlias = CommandLine | Setup | Expect | Take
KINDS = ("command", "setup", "expect", "undo")
COMMANDS = {
    snake(kind.__name__): kind for union in (AnySeatCommand, AnyHubCommand, AnyCorrection) for kind in get_args(union)
} | {"agree_end": AgreeEnd}
"""Every command a line may hold, by name; the header starts the game."""

RENAMED = {"not_on_turn": "not_your_turn"}
"""The names of reasons in older records."""


def numbered(text: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text, 1):
        if len(line) > LINE_LENGTH_MAXIMUM:
            raise RecordFault(number, f"a line has at most {LINE_LENGTH_MAXIMUM} characters")
        if not line.strip():
            continue
        try:
            found = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise RecordFault(number, f"this is not JSON: {error}") from error
        if not isinstance(found, dict):
            raise RecordFault(number, "a line is one JSON object in curly brackets")
        yield number, found


def header_of(number: int, found: dict[str, Any]) -> Header:
    if "record" not in found:
        raise RecordFault(number, 'a record begins with its header: {"record": 1, "edition": …, "seats": […]}')
    if found["record"] != VERSION:
        raise RecordFault(number, f"this is version {found['record']} of the format; version {VERSION} is known here")
    return converted(number, found, Header)


def line_of(number: int, found: dict[str, Any]) -> Line | None:
    """Any other line, None for a note. Raises RecordFault."""
    rest = dict(found)
    if not isinstance(rest.pop("note", ""), str):
        raise RecordFault(number, "a note is a text")
    kinds = [kind for kind in KINDS if kind in rest]
    if not rest:
        return None
    if len(kinds) != 1:
        given = ", ".join(map(repr, rest)) or "nothing"
        raise RecordFault(number, f"a line holds one of {', '.join(KINDS)} or a note, not {given}")
    if kinds == ["command"]:
        return _command(number, rest)
    unknown = sorted(rest.keys() - kinds)
    if unknown:
        raise RecordFault(number, f"unknown field {unknown[0]!r} next to {kinds[0]!r}")
    match kinds[0]:
        case "setup":
            return converted(number, rest["setup"], Setup)
        case "expect":
            return converted(number, rest["expect"], Expect)
    return Take(converted(number, rest["undo"], int))


def converted(number: int, found: Any, kind: type[T]) -> T:
    """A value of this type, converted strictly. Raises RecordFault."""
    try:
        return msgspec.convert(found, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise RecordFault(number, str(error)) from error


def _command(number: int, found: dict[str, Any]) -> CommandLine:
    expected = "refused" in found
    refused = found.pop("refused", None)
    if expected and refused is not True and not isinstance(refused, str):
        raise RecordFault(number, "the reason of a refusal is a text, or true for any")
    name = found["command"]
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordFault(number, f"there is no command {name!r}")
    command = converted(number, found, kind)
    unknown = _unknown(found, msgspec.to_builtins(command, str_keys=True))
    if unknown is not None:
        raise RecordFault(number, f"unknown field {unknown!r} in command {name!r}")
    return CommandLine(command, RENAMED.get(refused, refused) if isinstance(refused, str) else refused)


def _unknown(found: Any, known: Any) -> str | None:
    """The first field that is given and unknown."""
    if isinstance(found, dict) and isinstance(known, dict):
        for name, value in found.items():
            if name not in known:
                return str(name)
            deeper = _unknown(value, known[name])
            if deeper is not None:
                return deeper
    return None
