"""What a table requires of a board, and of the simulated one: structs of its reports and scenes, and Protocols.

`hub.board` and `hub.store` implement these Protocols and speak these structs; the table never learns whether a node
is real or which database keeps its log. Imports point inward: board -> table, never back.

Every report of a board passes through `BoardListener.board_event`, which returns only when the report's effect is
durable: the link acknowledges a report to the board after that, so a killed hub loses none (PROTOCOL.md,
"exactly-once effect").
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, Protocol, TypeAlias

from msgspec import Meta, Struct, field

NodeKind: TypeAlias = Literal["starter", "side"]
LinkState: TypeAlias = Literal["searching", "linking", "up", "lost", "refused"]
LampState: TypeAlias = Literal["off", "on", "blink"]
ButtonId: TypeAlias = Literal["die1", "die2", "die3", "ok", "cancel"]
Press: TypeAlias = Literal["short", "long"]

READERS_MAX: Final = 32
KEY_MAX: Final = 20
COUNT_MAX: Final = 2**53 - 1  # numbers of a node must fit into the database, and into JavaScript
SIDE_MAX: Final = 13
LIGHTS_MAX: Final = 300
SHORT_LIGHTS_MAX: Final = 32
MILLIAMPS_MIN: Final = 40
MILLIAMPS_MAX: Final = 3000
LIT_MILLIAMPS: Final = 20
"""The least mA that have to remain for lighting something, besides 1 mA for each light of a strip."""

GAINS_DB: Final = (18, 23, 33, 38, 43, 48)
POLLS: Final = 4
SPARE_STEPS: Final = 2
"""At least 10 dB, for pieces at the edge of their recess and weaker tags. More would only add noise."""


class EventId(Struct, frozen=True, order=True):
    """Identifies a report of a node: `boot` identifies the boot, `n` counts its reports from 1."""

    boot: int
    n: int


Reader: TypeAlias = Annotated[int, Meta(ge=0, lt=READERS_MAX)]
Uid: TypeAlias = Annotated[str, Meta(pattern="^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})\\Z")]
Key: TypeAlias = Annotated[str, Meta(pattern=f"^[a-z0-9_]{{1,{KEY_MAX}}}\\Z")]


class TagEvent(Struct, frozen=True, tag_field="t", tag="tag"):
    """A tag has arrived on (`on`) or left a reader. `uid` is upper-case hex, 8, 14 or 20 digits."""

    node: str
    reader: Reader
    uid: Uid
    on: bool


def is_random(uid: str) -> bool:
    """Whether a tag chooses another uid whenever it is powered, as phones and some bank cards do.

    The first of its four bytes is 08 (ISO 14443-3, 6.5.4; NXP AN10927, 2.1.1).
    """
    return len(uid) == 8 and uid.startswith("08")


class ButtonEvent(Struct, frozen=True, tag_field="t", tag="button"):
    """A button of the console was pressed."""

    node: str
    button: ButtonId = field(name="id")
    press: Press


class DiceEvent(Struct, frozen=True, tag_field="t", tag="dice"):
    """Real dice, typed in on the buttons and confirmed: one face per die, each 1 to 6."""

    node: str
    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1, max_length=3)]


class FaultEvent(Struct, frozen=True, tag_field="t", tag="fault"):
    """A reader failed (`what` is a key such as `no_answer`) or recovered (`what` is None). Never a tag that left."""

    node: str
    reader: Reader
    what: Key | None


class SnapshotEvent(Struct, frozen=True, tag_field="t", tag="all"):
    """Everything a node sees, sent after each link-up.

    (reader, uid) pairs, failed readers, whether reports were dropped, and how many since it booted; `more`: the next
    report continues it.
    """

    node: str
    tags: tuple[tuple[Reader, Uid], ...] = ()
    faults: tuple[tuple[Reader, Key], ...] = ()
    resync: bool = False
    dropped: Annotated[int, Meta(ge=0, le=COUNT_MAX)] = 0
    more: bool = False


class MarginEvent(Struct, frozen=True, tag_field="t", tag="margin"):
    """How well a reader hears the tag on it: how many of four polls heard it with each gain, the lowest first."""

    node: str
    reader: Reader
    heard: Annotated[tuple[Annotated[int, Meta(ge=0, le=POLLS)], ...], Meta(min_length=6, max_length=6)]


class NodeChanged(Struct, frozen=True, tag_field="t", tag="node"):
    """The link of a node went up or down, or the board learnt of a node; carries no event id."""

    node: str
    link: LinkState


class OfferChanged(Struct, frozen=True, tag_field="t", tag="offer"):
    """What the board offers has changed (`Board.offered`); of no node, and without an event id."""

    node: str = ""


Report: TypeAlias = TagEvent | ButtonEvent | DiceEvent | FaultEvent | MarginEvent | SnapshotEvent
"""What a node reports, with the names that its fields have on the wire."""
BoardEvent: TypeAlias = TagEvent | ButtonEvent | DiceEvent | FaultEvent | SnapshotEvent | NodeChanged | OfferChanged


class NodeSettings(Struct, frozen=True, kw_only=True):
    """The settings stored on a node, which are set on `/device`.

    `side`: which side of the board it is, from 0 in the order of play, None if unknown. `longest`: how many spaces the
    longest side has. `gain`: the highest of each reader, 0 to 5. `lights`: how many hang on its strip, which draws no
    more than `milliamps`, dark ones included; None on a node that does not say.
    """

    side: Annotated[int, Meta(ge=0, le=3)] | None
    readers: Annotated[int, Meta(ge=1, le=SIDE_MAX + 1)]
    longest: Annotated[int, Meta(ge=1, le=SIDE_MAX)]
    gain: Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=SIDE_MAX + 1)]
    lights: Annotated[int, Meta(ge=0, le=LIGHTS_MAX)]
    milliamps: Annotated[int, Meta(ge=MILLIAMPS_MIN, le=MILLIAMPS_MAX)] | None = None

    def fit(self, kind: NodeKind, *, strip: bool) -> bool:
        """Whether these settings are valid for a node of this kind, with or without support for a long `strip`."""
        powered = self.milliamps is None or self.lights + LIT_MILLIAMPS <= self.milliamps
        lit = self.lights <= (LIGHTS_MAX if strip else SHORT_LIGHTS_MAX) and powered
        return lit and self.longest + 1 >= self.readers == len(self.gain) and (kind == "side" or self.readers == 1)

    @property
    def second(self) -> int | None:
        """The reader beyond the spaces of a side: a second one in the corner that the side begins with."""
        return self.longest if self.readers > self.longest else None


UpdateStep: TypeAlias = Literal["stop", "copy", "compare", "start", "back", "done", "failed"]
UpdateFault: TypeAlias = Literal["tools", "lost", "went_back", "stays", "failed"]
"""Why an update failed: the hub cannot compile, the node fell silent, it has its former firmware again, there was none
before so that the new one stays, or something else, which the log says."""


class Update(Struct, frozen=True):
    """Progress of a firmware update: `done` of `whole` bytes have been copied; `why` is the cause of a failure."""

    step: UpdateStep
    done: int = 0
    whole: int = 0
    why: UpdateFault | None = None

    @property
    def runs(self) -> bool:
        return self.step not in {"done", "failed"}


class KnownNode(Struct, frozen=True, kw_only=True):
    """What is known of a node, and shown on `/device`. Times in ms; `counters` has what the wire counts (PROTOCOL.md).

    `mended` are names of invalid settings on it, which were replaced.
    """

    node: str
    kind: NodeKind
    port: str
    link: LinkState
    readers: int
    firmware: str
    why: str | None = None
    rtt_ms: float | None = None
    counters: dict[str, int] = {}
    settings: NodeSettings | None = None
    update: Update | None = None
    mended: tuple[str, ...] = ()


class NodeStatus(KnownNode, frozen=True, kw_only=True):
    """The same, and what a page sees in another form: failed readers, and how each was heard in a sweep."""

    simulated: bool
    faults: Mapping[int, str] = {}
    margins: Mapping[int, tuple[int, ...]] = {}
    strip: bool = False
    """Whether the node supports single lights of a long strip."""
    dark: bool = False
    """Whether it has no lights at all."""


class NodeScene(Struct, frozen=True):
    """What one node shows; it is sent as a whole, the latest wins.

    `lights`: one 0xRRGGBB per reader, or those of the lights of its strip that are named `at`, from 0. `lamps`: state
    per button. `sound`: a key such as `coin`, or None. `text`: a few ASCII characters for the small display (figures
    only, never a sentence). `priority`: reader indexes to scan first.
    """

    lights: tuple[int, ...] = ()
    lamps: Mapping[str, LampState] = {}
    sound: str | None = None
    text: str = ""
    priority: tuple[int, ...] = ()
    at: tuple[int, ...] = ()


class WireLine(Struct, frozen=True):
    """One line of the raw log: `index` counts up, `at_ms` is wall-clock milliseconds, `ok` is False for noise."""

    index: int
    at_ms: int
    node: str
    outward: bool
    text: str
    ok: bool


class ReportNotStored(Exception):
    """The effect of a report could not be made durable.

    It must not be acknowledged, so that the node sends it again.
    """


class BoardListener(Protocol):
    """How a board calls the table, on the port thread of a node."""

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        """Take a report; return when its effect is durable, or raise ReportNotStored.

        A report at or before `last_event` of its boot changes nothing.
        """

    def last_event(self, node: str) -> EventId | None:
        """The last report of this node whose effect is durable, or None."""


class Simulator(Protocol):
    """What people would do to a real board, for the simulated one."""

    by_hand: bool

    def place(self, uid: str, node: str, reader: int) -> None:
        """Put a tag on a reader, lifting it from wherever it lies."""

    def lift(self, uid: str) -> None:
        """Take a tag off the board."""

    def press(self, button: ButtonId, press: Press) -> None:
        """Press a button of the console."""

    def type_dice(self, faces: tuple[int, ...]) -> None:
        """Type in real dice on the buttons and confirm."""

    def unplug(self, node: str) -> None:
        """Unplug a node's cable."""

    def replug(self, node: str) -> None:
        """Plug a node's cable in again."""

    def tags(self) -> Mapping[str, tuple[str, int]]:
        """Where each tag lies: uid -> (node, reader)."""

    def scene(self, node: str) -> NodeScene | None:
        """What the simulated node shows now, as received over its wire."""


class Board(Protocol):
    """All nodes of one table. `sought`: whether there may be any; if not, people play without electronics.

    `offered`: ports of boards that are here but not played on, while this one is simulated or its port is missing.
    """

    simulator: Simulator | None
    sought: bool
    offered: Sequence[str]

    def start(self, listener: BoardListener) -> None:
        """Open the ports and keep them open until `stop`; reports flow to `listener`."""

    def stop(self) -> None:
        """Lights off, ports closed, threads joined."""

    def use_offered(self) -> None:
        """Play on what is offered from now on; a simulated board ends."""

    def show(self, scenes: Mapping[str, NodeScene]) -> None:
        """Set what each node shows (node id -> scene); never blocks, the latest wins, sent again after a re-link."""

    def configure(self, node: str, settings: NodeSettings) -> None:
        """Have a node store these settings and restart with them. KeyError if there is no node that can."""

    def sweep(self, node: str) -> None:
        """Have a node measure its readers at all gains; what it finds is in its status. KeyError as `configure`."""

    def update(self, node: str) -> None:
        """Update a node's firmware; its status shows the progress. KeyError if that is not possible, now or at all."""

    def nodes(self) -> Sequence[NodeStatus]:
        """Known nodes in the order of their ids."""

    def lines(self) -> Sequence[WireLine]:
        """The newest raw lines (at most 400), oldest first."""

    def transcript(self) -> Sequence[WireLine]:
        """The newest raw lines (at most 4,000), without heartbeats and acknowledgements."""


class Margin(Struct, frozen=True):
    """`heard`: of four polls with each gain. `db`: from the least sure gain to the most. `gain`: the advice."""

    heard: tuple[int, ...]
    db: int
    gain: int | None


def margin(heard: Sequence[int]) -> Margin:
    """The longest run of gains with which every poll heard the tag; None without any."""
    runs: list[list[int]] = [[]]
    for gain, polls in enumerate(heard):
        if polls == POLLS:
            runs[-1].append(gain)
        else:
            runs.append([])
    sure = max(runs, key=len)
    if not sure:
        return Margin(tuple(heard), 0, None)
    return Margin(tuple(heard), GAINS_DB[sure[-1]] - GAINS_DB[sure[0]], min(sure[0] + SPARE_STEPS, sure[-1]))
