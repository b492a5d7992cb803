"""Editions by others: installed packages that declare the entry point `bankhalter.editions` (OWN_EDITION.md).

They are found by the metadata of their packages, so that none of their code runs before the banker trusts them.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata

from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.table.interfaces.foreign import GROUP, EditionFault, ForeignEdition

ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
BY_LENGTH_MAXIMUM = 60
SEATS_MAXIMUM = 8
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PackagedEdition:
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
