"""Every message of the wire as the hub reads and writes it: reports are checked here, scenes are encoded.

`session` turns frames into the events of `hub.table.interfaces.board` with it, `scenes` asks it for the state messages
of a node. PROTOCOL.md holds the same list for people; a test compares the two.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from hub.table.interfaces.board import (
    LIGHTS_MAX,
    ButtonEvent,
    ButtonId,
    DiceEvent,
    FaultEvent,
    MarginEvent,
    NodeKind,
    NodeScene,
    NodeSettings,
    Press,
    SnapshotEvent,
    TagEvent,
)

Message: TypeAlias = dict[str, Any]

LINK_TYPES: Final = ("hi", "bye", "ak", "nk", "hb")
REPORT_TYPES: Final = ("tag", "button", "dice", "fault", "margin", "all")
STATE_TYPES: Final = ("lights", "lamps", "sound", "text", "scan", "sweep", "set")

READERS_MAX: Final = 32
TEXT_MAX: Final = 32
KEY_MAX: Final = 20
COUNT_MAX: Final = 2**53 - 1  # numbers of a node must fit into the database, and into JavaScript

Reader: TypeAlias = Annotated[int, Meta(ge=0, lt=READERS_MAX)]
Uid: TypeAlias = Annotated[str, Meta(pattern="^([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})\\Z")]
Key: TypeAlias = Annotated[str, Meta(pattern=f"^[a-z0-9_]{{1,{KEY_MAX}}}\\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=COUNT_MAX)]
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class Hello(Struct, frozen=True):
    """The hello of a node; `boot` (on the wire `ses`) identifies its boot, `cause` says why it booted.

    `wrong` names invalid settings that were replaced.
    """

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9-]{1,32}\\Z")]
    kind: NodeKind
    readers: Annotated[int, Meta(ge=0, le=READERS_MAX)]
    boot: Annotated[int, Meta(ge=0, le=COUNT_MAX)] = msgspec.field(name="ses")
    firmware: Annotated[str, Meta(pattern="^[ -~]{0,32}\\Z")] = ""
    hash: Annotated[str, Meta(max_length=64)] = ""
    caps: tuple[str, ...] = ()
    cause: Annotated[str, Meta(max_length=KEY_MAX)] = ""
    settings: NodeSettings | None = msgspec.field(name="set", default=None)
    wrong: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()


class TagReport(Struct, frozen=True, tag_field="t", tag="tag"):
    """A tag arrived on or left a reader."""

    n: Count
    reader: Reader
    uid: Uid
    on: bool


class ButtonReport(Struct, frozen=True, tag_field="t", tag="button"):
    """A button was pressed."""

    n: Count
    id: ButtonId
    press: Press


class DiceReport(Struct, frozen=True, tag_field="t", tag="dice"):
    """The faces of real dice, typed in on the buttons."""

    n: Count
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=3)]


class FaultReport(Struct, frozen=True, tag_field="t", tag="fault"):
    """A reader failed, or recovered (`what` is None)."""

    n: Count
    reader: Reader
    what: Key | None


class MarginReport(Struct, frozen=True, tag_field="t", tag="margin"):
    """How well a reader hears the tag on it."""

    n: Count
    reader: Reader
    heard: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(min_length=6, max_length=6)]


class AllReport(Struct, frozen=True, tag_field="t", tag="all"):
    """A part of the node's complete state; `more`: the next report continues it; `dropped` counts since boot."""

    n: Count
    tags: tuple[tuple[Reader, Uid], ...] = ()
    faults: tuple[tuple[Reader, Key], ...] = ()
    resync: bool = False
    dropped: Annotated[int, Meta(ge=0, le=COUNT_MAX)] = 0
    more: bool = False


Report: TypeAlias = TagReport | ButtonReport | DiceReport | FaultReport | MarginReport | AllReport
StateType: TypeAlias = Literal["lights", "lamps", "sound", "text", "scan", "sweep", "set"]

for _kind in (Hello, Report):
    msgspec.json.Decoder(_kind)  # created before there are threads (decision 0022)


def read_hello(message: Message) -> Hello:
    """Check the hello of a node. Raises msgspec.ValidationError."""
    hello: Hello = _converted(message, Hello)
    return hello


def read_report(message: Message, readers: int) -> Report:
    """Check a report of a node with `readers` readers. Raises msgspec.ValidationError."""
    report: Report = _converted(message, Report)
    highest = _highest_reader(report)
    if highest >= readers:
        raise msgspec.ValidationError(f"reader {highest} of {readers}")
    return report


def _converted(message: Message, kind: Any) -> Any:
    try:
        return msgspec.convert(message, kind)
    except UnicodeEncodeError as error:  # JSON can contain half a surrogate pair, which is not valid text
        raise msgspec.ValidationError("half a surrogate pair") from error


def _highest_reader(report: Report) -> int:
    if isinstance(report, TagReport | FaultReport | MarginReport):
        return report.reader
    if isinstance(report, AllReport):
        return max((reader for reader, _ in report.tags + report.faults), default=-1)
    return -1


def event_of(
    node: str, report: Report, second: int | None = None
) -> TagEvent | ButtonEvent | DiceEvent | FaultEvent | MarginEvent | SnapshotEvent:
    """The event for the table that a report of this node means.

    What the `second` reader of a corner sees counts as lying on reader 0: both belong to one space. Faults are not
    merged.
    """
    match report:
        case TagReport(reader=reader, uid=uid, on=on):
            return TagEvent(node, 0 if reader == second else reader, uid, on)
        case ButtonReport(id=button, press=press):
            return ButtonEvent(node, button, press)
        case DiceReport(faces=faces):
            return DiceEvent(node, faces)
        case FaultReport(reader=reader, what=what):
            return FaultEvent(node, reader, what)
        case MarginReport(reader=reader, heard=heard):
            return MarginEvent(node, reader, heard)
        case AllReport(tags=tags, faults=faults, resync=resync):
            lying = tuple((0 if reader == second else reader, uid) for reader, uid in tags)
            return SnapshotEvent(node, lying, faults, resync)


def scene_payloads(scene: NodeScene) -> Mapping[StateType, Mapping[str, Any]]:
    """The state messages, without `t`, that make a node show this scene. ValueError if one would not fit a frame."""
    _check_scene(scene)
    lights: dict[str, Any] = {"rgb": "".join(f"{color:06x}" for color in scene.lights)}
    if scene.at:
        lights["at"] = list(scene.at)
    return {
        "lights": lights,
        "lamps": {"on": {button: lamp for button, lamp in scene.lamps.items() if lamp != "off"}},
        "sound": {"key": scene.sound},
        "text": {"text": scene.text},
        "scan": {"first": list(scene.priority)},
    }


def _check_scene(scene: NodeScene) -> None:
    if len(scene.lights) > READERS_MAX or any(not 0 <= color <= 0xFFFFFF for color in scene.lights):
        raise ValueError(f"lights are at most {READERS_MAX} colours 0xRRGGBB")
    if scene.at and (len(scene.at) != len(scene.lights) or any(not 0 <= at < LIGHTS_MAX for at in scene.at)):
        raise ValueError(f"each light of a strip is at one of {LIGHTS_MAX} places")
    if len(scene.text) > TEXT_MAX or not scene.text.isascii():
        raise ValueError(f"text is at most {TEXT_MAX} ASCII characters: {scene.text!r}")
    if scene.sound is not None and not 0 < len(scene.sound) <= KEY_MAX:
        raise ValueError(f"sound is a key of at most {KEY_MAX} characters: {scene.sound!r}")
    if len(scene.priority) > READERS_MAX or any(not 0 <= reader < READERS_MAX for reader in scene.priority):
        raise ValueError(f"priority names at most {READERS_MAX} readers")
    if not set(scene.lamps) <= {"die1", "die2", "die3", "ok", "cancel"}:
        raise ValueError(f"no such lamp: {sorted(scene.lamps)}")
