"""Every message of the wire as the hub reads and writes it: reports are checked here, scenes are encoded.

`session` has it read frames as the events of `hub.table.interfaces.board`, `scenes` asks it for the state messages of a
node. PROTOCOL.md holds the same list for people; a test compares the two.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from hub.table.interfaces.board import (
    COUNT_MAX,
    KEY_MAX,
    LIGHTS_MAX,
    READERS_MAX,
    FaultEvent,
    Key,
    MarginEvent,
    NodeKind,
    NodeScene,
    NodeSettings,
    Report,
    SnapshotEvent,
    TagEvent,
)

Message: TypeAlias = dict[str, Any]

StateType: TypeAlias = Literal["lights", "lamps", "sound", "text", "scan", "sweep", "set"]
REPORT_TYPES: Final = tuple(kind.__struct_config__.tag for kind in get_args(Report))

TEXT_MAX: Final = 32


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


for _kind in (Hello, Report):
    msgspec.json.Decoder(_kind)  # created before there are threads (decision 0022)


def read_hello(message: Message) -> Hello:
    """Check the hello of a node. Raises msgspec.ValidationError."""
    hello: Hello = _converted(message, Hello)
    return hello


def read_report(message: Message, node: str, readers: int, second: int | None = None) -> Report:
    """Check a report of a node with `readers` readers. Raises msgspec.ValidationError.

    What the `second` reader of a corner sees counts as lying on reader 0: both belong to one space. Faults are not
    merged.
    """
    report: Report = _converted({**message, "node": node}, Report)
    highest = _highest_reader(report)
    if highest >= readers:
        raise msgspec.ValidationError(f"reader {highest} of {readers}")
    if isinstance(report, TagEvent) and report.reader == second:
        return replace(report, reader=0)
    if isinstance(report, SnapshotEvent):
        return replace(report, tags=tuple((0 if reader == second else reader, uid) for reader, uid in report.tags))
    return report


def number_of(message: Message) -> int:
    """The number of a report among those of its node's boot. Raises msgspec.ValidationError."""
    number: int = msgspec.convert(message.get("n"), Annotated[int, Meta(ge=1, le=COUNT_MAX)])
    return number


def _converted(message: Message, kind: Any) -> Any:
    try:
        return msgspec.convert(message, kind)
    except UnicodeEncodeError as error:  # JSON can contain half a surrogate pair, which is not valid text
        raise msgspec.ValidationError("half a surrogate pair") from error


def _highest_reader(report: Report) -> int:
    if isinstance(report, TagEvent | FaultEvent | MarginEvent):
        return report.reader
    if isinstance(report, SnapshotEvent):
        return max((reader for reader, _ in report.tags + report.faults), default=-1)
    return -1


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
