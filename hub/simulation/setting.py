"""The question of a laboratory: the setting that all its games share, and the variants to compare.

Other code plays other games, so games of different versions are never mixed: a version is a digest of the hub's rules,
tables and bots, and of the package of a third-party edition.
"""

import hashlib
import pickle
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from msgspec import Struct

from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.table.interfaces.foreign import GROUP

Variant: TypeAlias = tuple[str, ...]
"""House rules in force, as games store them; none are the printed rules."""

PLAYING = ("domain", "rules", "editions", "bots", "simulation", "table/game/chance.py")
"""The parts of the hub by which a game, and what is counted of it, becomes what it is."""

OURS = "bankhalter"
REQUIRED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
INSTALLED = re.compile(r".*\.(?:dist|egg)-info|__pycache__|__editable__.*|.*\.(?:pth|pyc)|\.\.")
"""Names in a package's list of files that only tell how it was installed, or come of its having run."""


class Setting(Struct, frozen=True):
    """What must be equal for games to be comparable. `tables` identifies a family's own, `version` rules and bots."""

    edition: str
    tables: str
    seats: int
    seed: str
    turns_maximum: int
    version: str


@dataclass(frozen=True)
class Laboratory:
    """A setting, and the edition under each variant; the first are the rules that the others are compared with."""

    setting: Setting
    rules: tuple[Rules, ...]

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple([rules.agreed for rules in self.rules])

    @cached_property
    def packed(self) -> tuple[bytes, ...]:
        return tuple([pickle.dumps((self.setting, rules), pickle.HIGHEST_PROTOCOL) for rules in self.rules])


def laboratory(rules: Rules, variants: Sequence[Variant], seats: int, seed: str, turns_maximum: int) -> Laboratory:
    """The variants of one edition. Raises KeyError as `Rules.with_house_rules` does."""
    setting = Setting(rules.id, rules.track.printing.digest, seats, seed, turns_maximum, playing_version(rules.id))
    return Laboratory(setting, tuple([rules.with_house_rules(variant) for variant in variants]))


@cache
def playing_version(edition: str) -> str:
    """The version of the hub, and a digest of all that plays this edition in this process."""
    digest = hashlib.sha256()
    for name, file in (*_own(), *_foreign(edition)):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    for required in sorted(_required(edition)):
        digest.update(required.encode() + b"\0")
    return f"{metadata.version(OURS)}+{digest.hexdigest()[:12]}"


def _own() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).resolve().parents[1]
    for part in PLAYING:
        place = package / part
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.suffix in {".py", ".csv"}:
                yield file.relative_to(package).as_posix(), file


def _foreign(edition: str) -> Iterator[tuple[str, Path]]:
    """All files of the package that declares an edition, by names that are the same wherever it is installed."""
    for entry in _entries(edition):
        yield from sorted({**dict(_listed(entry)), **dict(_imported(entry))}.items())


def _listed(entry: metadata.EntryPoint) -> Iterator[tuple[str, Path]]:
    """The files that were installed; of one that is installed as a link to its sources these are none."""
    for file in (entry.dist.files or ()) if entry.dist is not None else ():
        path = Path(str(file.locate()))
        if not any(map(INSTALLED.fullmatch, file.parts)) and path.is_file():
            yield file.as_posix(), path


def _imported(entry: metadata.EntryPoint) -> Iterator[tuple[str, Path]]:
    """The files beside the module that is imported; finding it runs nothing."""
    spec = find_spec(entry.module.partition(".")[0])
    if spec is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        for file in sorted(folder.rglob("*")):
            name = PurePosixPath(folder.name, file.relative_to(folder).as_posix())
            if not any(map(INSTALLED.fullmatch, name.parts)) and file.is_file():
                yield str(name), file
    if spec.submodule_search_locations is None and spec.origin is not None:
        yield Path(spec.origin).name, Path(spec.origin)


def _required(edition: str) -> set[str]:
    """What such a package needs besides us, and what that needs, each with its version as far as it is installed."""
    seen, left = {OURS}, [dist for entry in _entries(edition) if (dist := entry.dist) is not None]
    found = set[str]()
    while left:
        for wish in left.pop().requires or ():
            name = REQUIRED.match(wish)
            if name is None or name[0] in seen:
                continue
            seen.add(name[0])
            try:
                dist = metadata.distribution(name[0])
            except metadata.PackageNotFoundError:
                continue
            found.add(f"{name[0]} {dist.version}")
            left.append(dist)
    return found


def _entries(edition: str) -> list[metadata.EntryPoint]:
    """By whom an edition is declared; ours never are."""
    if edition in EDITIONS:
        return []
    return [entry for entry in metadata.entry_points(group=GROUP) if entry.name == edition]
