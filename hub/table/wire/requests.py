"""What browsers ask of the hub, and the answers they get: the upward half of `hub.table.wire.contract`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.corrections import Correction
from hub.domain.ids import snake
from hub.table.ports.board import ButtonId
from hub.table.wire.contract import BotKind, Colour, Role, Shape, Sums, Value


class Play(Struct, frozen=True, tag=snake, tag_field="do"):
    """A game command. `prompt` is the id of the question it answers: settled questions answer `stale`."""

    command: SeatCommand
    prompt: str | None = None


class Correct(Struct, frozen=True, tag=snake, tag_field="do"):
    """Put something right that people got wrong; the banker's alone."""

    correction: Correction


class Undo(Struct, frozen=True, tag=snake, tag_field="do"):
    """Take the last move back, or all moves from `to` on.

    `seen` is the view's `undo` count, so that two taps undo once.
    """

    seen: int
    to: int | None = None


class Redo(Struct, frozen=True, tag=snake, tag_field="do"):
    """Make the moves taken back last again."""

    seen: int


class RestartTurn(Struct, frozen=True, tag=snake, tag_field="do"):
    """Take back all moves of the running turn."""

    seen: int


class AddSeat(Struct, frozen=True, tag=snake, tag_field="do"):
    """Add a player in the lobby; free colour and shape are chosen when not given."""

    name: str
    colour: Colour | None = None
    shape: Shape | None = None


class ChangeSeat(Struct, frozen=True, tag=snake, tag_field="do"):
    """Rename a player or change colour and shape (any time)."""

    seat: int
    name: str
    colour: Colour
    shape: Shape


class RemoveSeat(Struct, frozen=True, tag=snake, tag_field="do"):
    """Remove a player in the lobby."""

    seat: int


class SetBot(Struct, frozen=True, tag=snake, tag_field="do"):
    """Let an automatic player answer for a seat from now on, or people again (`bot` None); at any time."""

    seat: int
    bot: BotKind | None = None


class SetSums(Struct, frozen=True, tag=snake, tag_field="do"):
    """Let the child on a seat work something out before it pays (`sums` None: no more); at any time."""

    seat: int
    sums: Sums | None = None


class BeSpeaker(Struct, frozen=True, tag=snake, tag_field="do"):
    """From now on this device sounds and speaks, and no other one does. `device` is a name it gave itself."""

    device: str


class MoveSeat(Struct, frozen=True, tag=snake, tag_field="do"):
    """Give a player another place in the turn order, in the lobby."""

    seat: int
    to: int


class ChooseEdition(Struct, frozen=True, tag=snake, tag_field="do"):
    """Choose the edition in the lobby."""

    edition: str


class AgreeHouseRules(Struct, frozen=True, tag=snake, tag_field="do"):
    """Agree on these house rules of the edition, in the lobby."""

    house_rules: tuple[str, ...]


class Enrol(Struct, frozen=True, tag=snake, tag_field="do"):
    """Bind a tag to a seat's piece: the tag `uid`, or the next unknown one laid on a reader.

    `seat` None stops waiting.
    """

    seat: int | None
    uid: str | None = None


class Begin(Struct, frozen=True, tag=snake, tag_field="do"):
    """Start the game with the seats of the lobby."""


class NewGame(Struct, frozen=True, tag=snake, tag_field="do"):
    """Back to the lobby with the same players; the running game stays stored."""


class Freeze(Struct, frozen=True, tag=snake, tag_field="do"):
    """End for today: nothing changes the game until somebody goes on."""


class GoOn(Struct, frozen=True, tag=snake, tag_field="do"):
    """End the pause if every piece is seen where it belongs, or `anyway`."""

    anyway: bool = False


class NewCode(Struct, frozen=True, tag=snake, tag_field="do"):
    """Give a seat a new join code; the key it handed out before is void."""

    seat: int


class ChooseAddress(Struct, frozen=True, tag=snake, tag_field="do"):
    """Show this address of the table to those who join; the hub looks first which addresses it has by now."""

    url: str


class Learn(Struct, frozen=True, tag=snake, tag_field="do"):
    """Learn the board map: start, skip this space, or stop."""

    step: Literal["start", "skip", "stop", "forget"]


class Hands(Struct, frozen=True, tag=snake, tag_field="do"):
    """Switch the simulated pieces between walking by themselves and by hand."""

    by_hand: bool


class PutTag(Struct, frozen=True, tag=snake, tag_field="do"):
    """Put a simulated tag on a reader, or lift it (`node` None)."""

    uid: str
    node: str | None
    reader: int = 0


class Press(Struct, frozen=True, tag=snake, tag_field="do"):
    """Press a button of the simulated console."""

    button: ButtonId
    long: bool = False


class Cable(Struct, frozen=True, tag=snake, tag_field="do"):
    """Pull or plug the cable of a simulated node."""

    node: str
    plugged: bool


Action: TypeAlias = (
    Play
    | Correct
    | Undo
    | Redo
    | RestartTurn
    | AddSeat
    | ChangeSeat
    | RemoveSeat
    | MoveSeat
    | SetBot
    | SetSums
    | BeSpeaker
    | ChooseEdition
    | AgreeHouseRules
    | Enrol
    | Begin
    | NewGame
    | Freeze
    | GoOn
    | NewCode
    | ChooseAddress
    | Learn
    | Hands
    | PutTag
    | Press
    | Cable
)


class Request(Struct, frozen=True):
    """What a client sends: its own id (unique per client, at most 64 characters) and what to do."""

    id: str
    action: Action


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason (a key) with figures.

    `version` is the view's version that shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}


class Welcome(Struct, frozen=True):
    """Who the hub takes you for, and the key to come back with.

    Sent once on connect, and again after a successful `join` or `pair`.
    """

    role: Role
    seat: int | None
    key: str | None
    version: str
