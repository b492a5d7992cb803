"""What browsers ask of the hub, and the answers they get: the upward half of `hub.table.wire.contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from hub.domain.bases import any_of
from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.table.interfaces.board import ButtonId, NodeSettings
from hub.table.wire.action import Action
from hub.table.wire.advice_requests import AskAdvice, SetAdvice  # noqa: F401 collected below
from hub.table.wire.contract import BotKind, Colour, GoingSeconds, Shape, Sums, Value
from hub.table.wire.lab_views import LabGames


class Play(Action):
    """A game command. `prompt` is the id of the question it answers: questions that are closed answer `stale`."""

    command: AnySeatCommand
    prompt: str | None = None


class Correct(Action):
    """Put something right that people got wrong; only the banker may."""

    correction: AnyCorrection


class Undo(Action):
    """Take the last move back, or all moves from `to` on.

    `seen` is the view's `undo` count, so that two taps undo once.
    """

    seen: int
    to: int | None = None


class Redo(Action):
    """Make the moves taken back last again."""

    seen: int


class RestartTurn(Action):
    """Take back all moves of the running turn."""

    seen: int


class AddSeat(Action):
    """Add a player in the lobby; free colour and shape are chosen when not given."""

    name: str
    colour: Colour | None = None
    shape: Shape | None = None


class SitDown(Action):
    """Take a new seat by oneself, from one's own phone, while people gather and the door is open.

    Only whoever has no seat may. `device` is a long name that the phone gave itself and tells nobody else: asked again
    with it, the seat is the same. Free colour and shape are chosen when not given.
    """

    name: str
    device: str
    colour: Colour | None = None
    shape: Shape | None = None


class Knock(Action):
    """A phone without a code says whose it is, and waits for a yes (`LetIn`); only whoever has no seat may.

    `device` as in `SitDown`: a phone that knocks elsewhere knocks there instead.
    """

    seat: int
    device: str


class SetDoor(Action):
    """Let phones without a code sit down and knock from now on, or no longer; at any time."""

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
    """Show who is winning and how long it will take, or no longer; at any time."""

    on: bool


class SetRealDice(Action):
    """Throw wooden dice from now on, and let whoever throws say what they show, or no longer; at any time."""

    on: bool


class SetGoing(Action):
    """Have the hub call open auctions, so many seconds after the last bid and after each call, or not (0)."""

    seconds: GoingSeconds


class MoveSeat(Action):
    """Give a player another place in the turn order, in the lobby."""

    seat: int
    to: int


class SetBot(Action):
    """Let a bot answer for a seat from now on, or people again (`bot` None); at any time."""

    seat: int
    bot: BotKind | None = None


class SetSums(Action):
    """Let the child on a seat work something out before it pays (`sums` None: no more); at any time."""

    seat: int
    sums: Sums | None = None


class BeSpeaker(Action):
    """From now on this device sounds and speaks, and no other one does. `device` is a name it gave itself.

    With `unless_taken` nothing changes if the table has a speaker already. Every television is called `tv`.
    """

    device: str
    unless_taken: bool = False


class ChooseEdition(Action):
    """Choose the edition in the lobby.

    `trusted` says yes to the package of an edition by somebody else, by the name and version that were shown (`by`).
    """

    edition: str
    trusted: str = ""


class AgreeHouseRules(Action):
    """Agree on these house rules of the edition, in the lobby."""

    house_rules: tuple[str, ...]


class Enrol(Action):
    """Bind a tag to a seat's piece: the tag `uid`, or the next unknown one laid on a reader.

    `seat` None stops waiting.
    """

    seat: int | None
    uid: str | None = None


class Begin(Action):
    """Start the game with the seats of the lobby."""


class NewGame(Action):
    """Back to the lobby with the same players; the running game stays stored."""


class Freeze(Action):
    """End for today: nothing changes the game until somebody goes on."""


class GoOn(Action):
    """End the pause if every piece is seen where it belongs, or `anyway`."""

    anyway: bool = False


class NewCode(Action):
    """Give a seat a new join code; the key it handed out before is void."""

    seat: int


class SignOut(Action):
    """Make the key of a seat's phone worth nothing. A seat may ask so of its own phones, see `LetIn`."""

    seat: int
    phone: int


class LetIn(Action):
    """Say that a phone belongs to its seat: one that waits comes in, one that is new is no news any more.

    Only a phone that came before may say so, or the banker; as long as bids lie face down, the banker may not for a
    seat that has a phone or has bid.
    """

    seat: int
    phone: int


class ForgetTries(Action):
    """The banker has read how many wrong PINs and codes were tried."""


class ChooseAddress(Action):
    """Show this address of the table to those who join; the hub first checks which addresses it has now."""

    url: str


class MergeNames(Action):
    """In the hall of fame `name` is the same person as `into` from now on, and is shown under that name."""

    name: str
    into: str


class PartNames(Action):
    """In the hall of fame everybody who was merged into `name` is shown under their own name again."""

    name: str


class ForgetName(Action):
    """The hall of fame shows nothing of this person any more; the games stay stored."""

    name: str


class RecallNames(Action):
    """The hall of fame shows everybody again who was forgotten."""


class StartLab(Action):
    """Have bots play so many games by the rules of this table, and as many without house rules, for a report.

    What was played for it before is not played again.
    """

    games: LabGames


class StopLab(Action):
    """Play no more for the report, or not now; what was played is kept."""


class Learn(Action):
    """Learn the board map: start, skip this space, or stop."""

    step: Literal["start", "skip", "stop", "forget"]


class Stick(Action):
    """Bind a sticker to a space of the board in use; the space has no other from then on. `uid` is upper-case hex."""

    space: int
    uid: str


class Unstick(Action):
    """Forget the sticker of a space, or of all spaces (`space` None)."""

    space: int | None


class Walk(Action):
    """Let this light of a node's strip glow, which may be that of `space`; `light` None: where the hub expects it.

    Without a node the walk is over.
    """

    node: str | None
    space: int = 0
    light: int | None = None


class Match(Action):
    """This light of a node's strip is at this space; during a walk the next space comes."""

    node: str
    space: int
    light: int


class Unmatch(Action):
    """Forget the light of a space, or of all spaces (`space` None)."""

    node: str
    space: int | None


class Tap(Action):
    """A phone of this seat has read a sticker: its piece stands there. Nobody else may say so, nor the banker."""

    seat: int
    uid: str


class Hands(Action):
    """Switch the simulated pieces between walking by themselves and by hand."""

    by_hand: bool


class PutTag(Action):
    """Put a simulated tag on a reader, or lift it (`node` None)."""

    uid: str
    node: str | None
    reader: int = 0


class Press(Action):
    """Press a button of the simulated console."""

    button: ButtonId
    long: bool = False


class SetNode(Action):
    """Have a node keep these settings."""

    node: str
    settings: NodeSettings


class Sweep(Action):
    """Have a node measure its readers at all gains."""

    node: str


class UpdateNode(Action):
    """Renew the firmware of a node: this hub's files, nothing else, and back again if it does not connect."""

    node: str


class Cable(Action):
    """Pull or plug the cable of a simulated node."""

    node: str
    plugged: bool


if TYPE_CHECKING:
    AnyAction: TypeAlias = Action
else:
    AnyAction = any_of(Action, globals())


class Request(Struct, frozen=True):
    """What a client sends: an id of its own and what to do.

    The id is drawn by lot (1 to 64 characters that can be seen). Asked again, a request counts once and gets the same
    answer; an id that another client or another wish has had is refused (`id_used`).
    """

    id: str
    action: AnyAction


class Ack(Struct, frozen=True):
    """The answer to a request: done, or the reason (a key) with figures.

    `version` is the view's version that shows the effect.
    """

    id: str
    ok: bool
    version: int
    reason: str | None = None
    details: dict[str, Value] = {}
