"""Requests of browsers and the answers they get; messages to browsers are in `hub.table.wire.contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from hub.domain.bases import any_of
from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.table.interfaces.board import ButtonId, NodeSettings
from hub.table.wire.action import Action
from hub.table.wire.advice_requests import AskAdvice, SetAdvice  # noqa: F401 collected as subclasses below
from hub.table.wire.contract import BotKind, Colour, GoingSeconds, Shape, Sums, Value
from hub.table.wire.lab_views import LabGames


class Play(Action):
    """A game command. `prompt` is the id of the question it answers; if that is closed, it is refused as `stale`."""

    command: AnySeatCommand
    prompt: str | None = None


class Correct(Action):
    """A correction; only the banker may make one."""

    correction: AnyCorrection


class Undo(Action):
    """Take back the last move, or all moves from `to` on.

    `seen` is the view's `undo` count, so that a double tap undoes only once.
    """

    seen: int
    to: int | None = None


class Redo(Action):
    """Redo the moves that were taken back last."""

    seen: int


class RestartTurn(Action):
    """Take back all moves of the current turn."""

    seen: int


class AddSeat(Action):
    """Add a player in the lobby; a free colour and shape are chosen if none are given."""

    name: str
    colour: Colour | None = None
    shape: Shape | None = None


class SitDown(Action):
    """Take a new seat from one's own phone, while people gather and the door is open.

    Only for clients without a seat. `device` is a long secret name that the phone chose: a repetition with it leads to
    the same seat. A free colour and shape are chosen if none are given.
    """

    name: str
    device: str
    colour: Colour | None = None
    shape: Shape | None = None


class Knock(Action):
    """A phone without a code says which seat it belongs to, and waits to be let in (`LetIn`).

    Only for clients without a seat. `device` is as in `SitDown`: knocking at another seat ends the wait at the first.
    """

    seat: int
    device: str


class SetDoor(Action):
    """Open or shut the door to phones without a code; at any time."""

    open: bool


class ChangeSeat(Action):
    """Rename a player or change colour and shape: the banker at any time, a phone for its own seat in the lobby."""

    seat: int
    name: str
    colour: Colour
    shape: Shape


class RemoveSeat(Action):
    """Remove a player in the lobby."""

    seat: int


class SetOutlook(Action):
    """Switch the outlook on or off; at any time."""

    on: bool


class SetRealDice(Action):
    """Switch to real dice, whose faces are entered by the player who throws, or back; at any time."""

    on: bool


class SetGoing(Action):
    """Have the hub call open auctions, this many seconds after the last bid and after each call, or not (0)."""

    seconds: GoingSeconds


class MoveSeat(Action):
    """Give a player another place in the turn order, in the lobby."""

    seat: int
    to: int


class SetBot(Action):
    """Have a bot play a seat, or people again (`bot` None); at any time."""

    seat: int
    bot: BotKind | None = None


class SetSums(Action):
    """Set what the child on a seat works out before paying (`sums` None: nothing); at any time."""

    seat: int
    sums: Sums | None = None


class BeSpeaker(Action):
    """Make this device the speaker, the only one that plays sounds and speaks. `device` is a name it chose.

    With `unless_taken` nothing changes if there is a speaker already. Every television is called `tv`.
    """

    device: str
    unless_taken: bool = False


class ChooseEdition(Action):
    """Choose the edition in the lobby.

    `trusted` confirms the package of a third-party edition, by the name and version that were shown (`by`).
    """

    edition: str
    trusted: str = ""


class AgreeHouseRules(Action):
    """Set the agreed house rules, in the lobby."""

    house_rules: tuple[str, ...]


class Enrol(Action):
    """Enrol the tag of a seat's piece: the tag `uid`, or else the next unknown one laid on a reader.

    `seat` None stops waiting.
    """

    seat: int | None
    uid: str | None = None


class Begin(Action):
    """Start the game with the seats of the lobby."""


class NewGame(Action):
    """Return to the lobby with the same players; the running game stays stored."""


class Freeze(Action):
    """Freeze the game: nothing changes it until somebody goes on."""


class GoOn(Action):
    """End the pause; refused unless every piece is seen where it belongs, or `anyway` is set."""

    anyway: bool = False


class NewCode(Action):
    """Give a seat a new join code, for when somebody else has read the old one; its phones stay in."""

    seat: int


class SignOut(Action):
    """Revoke the key of a seat's phone. A seat may do so for its own phones, see `LetIn`."""

    seat: int
    phone: int


class LetIn(Action):
    """Confirm that a phone belongs to its seat: one that waits is let in, one that is new no longer raises an alarm.

    Only a phone that was let in earlier may do so, or the banker; while bids lie face down, the banker may not do so
    for a seat that has a phone or has bid, nor during an open auction for a seat that has or had a phone.
    """

    seat: int
    phone: int


class ForgetTries(Action):
    """Reset the counts of wrong PINs and codes, since the banker has seen them."""


class ChooseAddress(Action):
    """Choose the address that is shown for joining; the hub first checks which addresses it has now."""

    url: str


class MergeNames(Action):
    """In the hall of fame, show `name` as the same person as `into`, under the name `into`."""

    name: str
    into: str


class PartNames(Action):
    """In the hall of fame, show everybody who was merged into `name` under their own name again."""

    name: str


class ForgetName(Action):
    """Show nothing of this person in the hall of fame any more; the games stay stored."""

    name: str


class RecallNames(Action):
    """Show everybody in the hall of fame again who was forgotten."""


class StartLab(Action):
    """Have bots play this many games by the rules of this table, and as many without house rules, for a report.

    Games that were played for it before are not played again.
    """

    games: LabGames


class StopLab(Action):
    """Stop the laboratory; finished games are kept."""


class Learn(Action):
    """Control the learning of the board map: start, skip this space, or stop."""

    step: Literal["start", "skip", "stop", "forget"]


class Stick(Action):
    """Bind a sticker to a space of the board in use, replacing any other one there. `uid` is upper-case hex."""

    space: int
    uid: str


class Unstick(Action):
    """Forget the sticker of a space, or the stickers of all spaces (`space` None)."""

    space: int | None


class Walk(Action):
    """Walk: have this light of a node's strip glow, which may be that of `space`; `light` None: where it is expected.

    Without a node the walk ends.
    """

    node: str | None
    space: int = 0
    light: int | None = None


class Match(Action):
    """Match a light of a node's strip to a space; a walk then goes on to the next space."""

    node: str
    space: int
    light: int


class Unmatch(Action):
    """Forget the match of a space, or the matches of all spaces (`space` None)."""

    node: str
    space: int | None


class Tap(Action):
    """A phone of this seat has read the sticker where its piece stands. Only such a phone may send this."""

    seat: int
    uid: str


class Hands(Action):
    """Switch between simulated hands and moving the simulated pieces by hand."""

    by_hand: bool


class PutTag(Action):
    """Put a simulated tag on a reader, or take it off (`node` None)."""

    uid: str
    node: str | None
    reader: int = 0


class Press(Action):
    """Press a button of the simulated console."""

    button: ButtonId
    long: bool = False


class SetNode(Action):
    """Store settings on a node."""

    node: str
    settings: NodeSettings


class Sweep(Action):
    """Start a sweep: have a node measure its readers at all gains."""

    node: str


class UpdateNode(Action):
    """Update the firmware of a node to that of this hub; it is rolled back if the node does not connect."""

    node: str


class UseBoard(Action):
    """Play on the board that is offered; the simulated one, if any, ends."""


class Cable(Action):
    """Unplug or plug in the cable of a simulated node."""

    node: str
    plugged: bool


if TYPE_CHECKING:
    AnyAction: TypeAlias = Action
else:
    AnyAction = any_of(Action, globals())


class Request(Struct, frozen=True):
    """A request of a client: an id that it chose, and an action.

    The id is random (1 to 64 visible characters). A repeated request counts once and gets the same answer; an id that
    was used by another client or for another action is refused (`id_used`).
    """

    id: str
    action: AnyAction


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason for refusing it (a key) with figures.

    `version` is that of the view which shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}
