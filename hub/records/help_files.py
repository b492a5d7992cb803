"""Opens a help file that somebody sent, and trusts nothing in it."""

import zipfile
import zlib
from pathlib import Path

import msgspec

from hub.table.interfaces.board import WireLine

RECORD, TRANSCRIPT = "record.jsonl", "transcript.jsonl"
PART_BYTES_MAXIMUM = 50_000_000
SIGN = b"PK"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # ours; others fail in other ways


class HelpFileFault(Exception):
    """A help file cannot be used; the text is one sentence."""


def is_help_file(path: Path) -> bool:
    """Whether this is an archive rather than a record. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(SIGN)) == SIGN


def record_in(path: Path) -> list[str]:
    """The lines of the record. Raises HelpFileFault, OSError."""
    return _part(path, RECORD, "no game is in it").splitlines()


def transcript_in(path: Path) -> list[WireLine]:
    """The lines between hub and board. Raises HelpFileFault, OSError."""
    found = []
    for number, line in enumerate(_part(path, TRANSCRIPT, "it has no transcript").splitlines(), 1):
        try:
            found.append(msgspec.json.decode(line, type=WireLine))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise HelpFileFault(f"line {number} of its transcript cannot be read: {error}") from error
    return found


def _part(path: Path, name: str, missing: str) -> str:
    file = path.open("rb")  # a file that cannot be opened is not a damaged one
    try:
        with file, zipfile.ZipFile(file) as packed:
            part = packed.getinfo(name)
            if part.compress_type not in METHODS:
                raise HelpFileFault(f"{name} in it is packed in another way")
            if part.file_size > PART_BYTES_MAXIMUM:
                raise HelpFileFault(f"{name} in it is larger than {PART_BYTES_MAXIMUM} bytes")
            return packed.read(name).decode("utf-8")
    except KeyError as error:
        raise HelpFileFault(missing) from error
    except UnicodeDecodeError as error:
        raise HelpFileFault(f"{name} in it is not text") from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError) as error:
        raise HelpFileFault(f"it is damaged: {error}") from error
