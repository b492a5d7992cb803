"""A family's own tables in a folder: exports those of an edition as a starting point, and reads the changed ones.

Editions by others: installed packages that declare the entry point `bankhalter.editions` (OWN_EDITION.md).

They are found by the metadata of their packages, so that none of their code runs before the banker trusts them.
"""

import argparse
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from msgspec import Struct

from hub.composition import CannotRun
from hub.editions import EDITIONS
from hub.editions.tables import EDITION, HEADING, PICTURES, SPREADSHEET, TABLES, as_files
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.table.interfaces.foreign import GROUP, EditionFault, ForeignEdition

BYTES_MAXIMUM, PICTURE_BYTES_MAXIMUM = 100_000, 1_300_000
"""Of a table, and of that with pictures in it."""

ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
BY_LENGTH_MAXIMUM = 60
SEATS_MAXIMUM = 8
log = logging.getLogger(__name__)


def exported(edition: str, folder: Path) -> dict[Path, bytes]:
    return {folder / name: table for name, table in as_files(edition, EDITIONS[edition].track.printing.texts).items()}


def family_rules(folder: Path) -> Rules:
    """The edition of a folder, on the tables in it. Raises CannotRun with file, line and what to do."""
    if not folder.is_dir():
        raise CannotRun(f"{folder} is not a folder: `bankhalter editions export EDITION {folder}` makes it")
    edition = _edition(folder)
    texts = {name: _text(folder / name) for name in TABLES if (folder / name).is_file()}
    for file in sorted(folder.glob("[!.]*.csv")):  # macOS puts `._track.csv` beside `track.csv` on a stick
        if file.name not in (EDITION, *TABLES):
            raise CannotRun(
                f"{file} is not a table of an edition: these are {', '.join(TABLES)}; rename it, or take it away"
            )
    try:
        return EDITIONS[edition].with_tables(texts)
    except TableError as error:
        raise CannotRun(f"{folder}: {error}") from error


def edition_of(options: argparse.Namespace) -> Rules:
    """The edition that a command line names, by `edition` or by `edition_dir`. Raises CannotRun.

    Naming an installed edition by somebody else means trusting it.
    """
    if options.edition_dir is not None:
        return family_rules(options.edition_dir)
    return rules_named(options.edition)


def rules_named(edition: str) -> Rules:
    """One of our editions, or an installed third-party one. Raises CannotRun."""
    if edition in EDITIONS:
        return EDITIONS[edition]
    try:
        rules = installed(edition)
    except EditionFault as fault:
        raise CannotRun(str(fault)) from fault
    if rules is None:
        known = ", ".join((*EDITIONS, *(foreign.id for foreign in foreign_editions())))
        raise CannotRun(f"there is no edition {edition!r}; choose one of: {known}")
    return rules


def _edition(folder: Path) -> str:
    file = folder / EDITION
    if not file.is_file():
        raise CannotRun(f"{file} is missing: it says which edition the tables are for; export them again to get it")
    lines = [line.strip() for line in _text(file).splitlines() if line.strip()]
    if len(lines) != 2 or lines[0] != HEADING or lines[1] not in EDITIONS:
        raise CannotRun(f"{file}: give the line {HEADING!r} and below it one of {', '.join(EDITIONS)}")
    return lines[1]


def _text(file: Path) -> str:
    most = PICTURE_BYTES_MAXIMUM if file.name == PICTURES else BYTES_MAXIMUM
    try:
        with file.open("rb") as table:
            data = table.read(most + 1)
    except OSError as error:
        raise CannotRun(f"{file} cannot be read: {error.strerror}") from error
    if len(data) > most:
        raise CannotRun(f"{file} has more than {most} bytes: that is not a table of an edition")
    try:
        return data.decode(SPREADSHEET)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CannotRun(f'{file}, line {line}: a letter is not UTF-8; save the table as "CSV UTF-8"') from error


class PackagedEdition(Struct, frozen=True):
    """An edition that a package declares: the id, and the package with its version."""

    id: str
    by: str
    entry: metadata.EntryPoint

    def load(self) -> Rules:
        """Run the package's code and read its words. Raises EditionFault."""
        try:
            rules = self.entry.load()
            words = rules.track.printing.words
        except Exception as error:
            raise EditionFault(f"edition {self.id} of {self.by} cannot be loaded: {error!r}") from error
        if not isinstance(rules, Rules) or not isinstance(words, Mapping):
            raise EditionFault(f"edition {self.id} of {self.by} is no `Rules` whose track `load_track` has read")
        if rules.id != self.id:
            raise EditionFault(f"edition {self.id} of {self.by} calls itself {rules.id!r}; give both one id")
        if not 2 <= rules.seats[0] <= rules.seats[1] <= SEATS_MAXIMUM:
            raise EditionFault(f"edition {self.id} of {self.by} takes {rules.seats}; give 2 to {SEATS_MAXIMUM} players")
        return rules


def foreign_editions() -> list[ForeignEdition]:
    """The installed third-party editions, by id. Ambiguous ones are left out, which is logged."""
    found = sorted(_declared(), key=lambda edition: edition.id)
    times = Counter(edition.id for edition in found)
    twice = [edition for edition in found if times[edition.id] > 1]
    for edition in twice:
        log.warning("edition %s is declared more than once and not offered: %s", edition.id, edition.by)
    return [edition for edition in found if edition not in twice]


def installed(edition: str) -> Rules | None:
    """The rules of an installed third-party edition, None if there is none; naming it means trusting it.

    Raises EditionFault.
    """
    found = next((foreign for foreign in foreign_editions() if foreign.id == edition), None)
    return None if found is None else found.load()


def _declared() -> Iterator[PackagedEdition]:
    for entry in metadata.entry_points(group=GROUP):
        by = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else ""
        if not ID.fullmatch(entry.name) or entry.name in EDITIONS:
            log.warning("an edition of %s is not offered: its id is taken, or is not a word in lower case", by)
        elif not by.isprintable() or not 0 < len(by) <= BY_LENGTH_MAXIMUM:
            log.warning("edition %s is not offered: its package has no valid name and version", entry.name)
        else:
            yield PackagedEdition(entry.name, by, entry)
