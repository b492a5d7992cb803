"""The list of faults that somebody at the table would notice, and that the tests have to notice first.

Each `*.toml` beside this file is a room. An entry names the fault, whom it `hurts` and how (the room may say it for
all), the `file`, and the `old` text that becomes `new`. No line numbers: the text may move inside its file, and the
file to another folder. `tests` are asked first, of a fault or else of its file (`[nearest]`), then those of the room.
"""

import subprocess
import tomllib
from functools import cache
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault; `survives` says why nobody could notice it."""

    name: str
    file: str
    old: str
    new: str
    hurts: str = ""
    tests: tuple[str, ...] = ()
    survives: str = ""


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faults of one part of the project."""

    fault: tuple[Fault, ...]
    hurts: str = ""
    tests: tuple[str, ...] = ()
    nearest: dict[str, tuple[str, ...]] = {}

    def whole(self, fault: Fault) -> Fault:
        """The fault with what the room says of all."""
        first = fault.tests or self.nearest.get(fault.file, ())
        tests = tuple(dict.fromkeys((*first, *self.tests)))
        return msgspec.structs.replace(fault, hurts=fault.hurts or self.hurts, tests=tests)


def rooms() -> dict[str, list[Fault]]:
    """All faults by room."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.toml"))}


def read(path: Path) -> list[Fault]:
    """The faults of one file. Raises msgspec.ValidationError."""
    room = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Room)
    return [room.whole(fault) for fault in room.fault]


@cache
def sources() -> tuple[Path, ...]:
    """The files of the project, as far as git would keep them, relative to its root."""
    command = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for path in map(Path, sorted({*listed.split("\0")} - {""})) if (ROOT / path).is_file())


def place(fault: Fault) -> Path:
    """The file to break, also if it was moved. Raises ValueError unless the old text stands exactly once."""
    named = [path for path in sources() if path.as_posix() == fault.file]
    for path in named or [path for path in sources() if path.name == Path(fault.file).name]:
        if (count := (ROOT / path).read_text(encoding="utf-8").count(fault.old)) == 1:
            return path
        if named:
            raise ValueError(f"{fault.name}: {count} places in {fault.file}")
    raise ValueError(f"{fault.name}: no place, {fault.file} is gone")
