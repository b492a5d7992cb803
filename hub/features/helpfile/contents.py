"""Makes the archive of a help file: record, transcript, device, log, versions. No key, PIN, code or unrevealed bid.

Called by `hub.features.helpfile.at_table` for a table that is open and by `bankhalter helpfile` for a folder.
"""

import contextlib
import io
import platform
import re
import sys
import zipfile
from collections.abc import Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from hub.diagnostics.redaction import Redaction
from hub.records.help_files import RECORD, TRANSCRIPT
from hub.records.lines import RecordFault
from hub.records.playing import replay
from hub.records.writing import CHECKED, expect_line, led_there, record_lines
from hub.store.folder import private, store_errors
from hub.table.game.live import BANKER, Played, entries_shown
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import StoreError
from hub.table.views.device import DeviceView

FORMAT = 1
NAME = re.compile(r"[\w.-]+")
ZIP_FIRST, ZIP_LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
DEVICE, LOG, ABOUT = "device.json", "log.jsonl", "about.json"
READ_ME = """This is a help file of Bankhalter, for whoever finds out what went wrong.

record.jsonl      the game, command by command: `bankhalter replay FILE` plays it again
transcript.jsonl  the newest lines between hub and board, with direction and time: `bankhalter replay --transcript FILE`
device.json       nodes, readers, counters and latencies when this was written
log.jsonl         the end of the hub's log
about.json        versions, and what could not be read

There is no PIN, no key, no code and no bid that was not revealed in it. It can be opened and read before it is sent.
"""

FILE = "transcript.jsonl"


class HelpFileContents(Struct, frozen=True):
    """What goes into it. `played` is None without a game, `device` None where no board is in use.

    `damage` says what could not be read, and why.
    """

    version: str
    made_at_ms: int
    played: Played | None
    transcript: Sequence[WireLine] = ()
    device: DeviceView | None = None
    log: Sequence[str] = ()
    damage: Sequence[str] = ()


def archive(findings: HelpFileContents, redaction: Redaction, *, names: bool) -> bytes:
    """The whole file. Without `names` nothing is in it that people wrote."""
    texts = {
        "README.txt": READ_ME,
        ABOUT: _indented(about(findings)),
        TRANSCRIPT: msgspec.json.Encoder().encode_lines(findings.transcript).decode(),
        LOG: "".join(f"{line}\n" for line in findings.log),
    }
    if findings.played is not None:
        texts[RECORD] = "".join(f"{line}\n" for line in record_of(findings.played, names=names))
    if findings.device is not None:
        texts[DEVICE] = _indented(msgspec.structs.replace(findings.device, lines=(), spare_tags=()))
    made = datetime.fromtimestamp(findings.made_at_ms / 1_000)
    date = min(max(ZIP_FIRST, made.timetuple()[:6]), ZIP_LAST)  # the nearest that the format can say
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in texts.items():
            packed.writestr(zipfile.ZipInfo(name, date), redaction.clean(text), zipfile.ZIP_DEFLATED)
    return written.getvalue()


def record_of(played: Played, *, names: bool) -> list[str]:
    """The record, ending as the rules decide it, or with a note why they cannot."""
    log = [stored.entry for stored in played.entries]
    whole = record_lines(played.rules, played.record.names, log)
    written = whole if names else record_lines(played.rules, played.record.names, log, nameless=True)
    if not written:
        return []
    editions = {played.rules.id: played.rules}
    try:
        position = replay(written, editions).position()
        as_played = led_there(replay(whole, editions), log)
    except RecordFault as fault:
        return [*written, msgspec.json.encode({"note": f"does not replay: {fault}"}).decode()]
    if not as_played:
        written.append('{"note":"today\'s rules lead to another end"}')
    return [*written, expect_line(position, *CHECKED)]


def about(findings: HelpFileContents) -> dict[str, Any]:
    """Versions, and which game this is: of its entries those that the banker is shown, who may send this."""
    played = findings.played
    shown = entries_shown(played.entries, BANKER) if played is not None else ()
    game = {"edition": played.record.edition, "entries": len(shown)} if played is not None else None
    return {
        "help_file": FORMAT,
        "bankhalter": findings.version,
        "made_at_ms": findings.made_at_ms,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": _packages(),
        "game": game,
        "damage": list(findings.damage),
    }


def _packages() -> dict[str, str]:
    """What the hub depends on, and which version of it is there."""
    wanted = metadata.requires("bankhalter") or []
    names = sorted(NAME.match(entry)[0] for entry in wanted if "extra ==" not in entry)  # type: ignore[index]
    return {
        package.metadata["Name"].lower(): package.version
        for name in names
        for package in metadata.distributions(name=name)
    }


def _indented(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def store(folder: Path, transcript: Sequence[WireLine]) -> None:
    """Write it for its owner alone; where that is not possible, the table closes without."""
    with contextlib.suppress(OSError), open(folder / FILE, "wb", opener=private) as file:
        file.write(msgspec.json.Encoder().encode_lines(transcript))


def stored(folder: Path) -> list[WireLine]:
    path = folder / FILE
    if not path.exists():
        return []
    with store_errors(path):
        data = path.read_bytes()
    try:
        return msgspec.json.Decoder(WireLine).decode_lines(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError("corrupt", f"{path}, the lines between hub and board, is damaged.") from error
