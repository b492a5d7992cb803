"""The newest release: what `release.json` beside its files says, read only when somebody asks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urljoin
from urllib.request import urlopen

import msgspec
from msgspec import Meta, Struct

NAME = "bankhalter"
LISTED = "Releases"
"""The address of the releases among those of the package; the release itself writes it there (release.yml)."""
NEWEST = "/latest/download/release.json"
NOTE_BYTES, FILE_BYTES, BLOCK_BYTES = 100_000, 200_000_000, 1 << 20
ANSWER_S = 20.0
Version = Annotated[str, Meta(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$")]


class NoRelease(Exception):
    """Nothing can be said, or had, of a release; the message is a clause for the terminal."""


class Release(Struct, frozen=True):
    """A version, and the SHA-256 of each of its files by name."""

    version: Version
    sha256: Mapping[str, str]
    address: str = ""

    @property
    def is_newer(self) -> bool:
        return _ordered(self.version) > _ordered(own_version())

    def fetch(self, name: str, folder: Path) -> Path:
        """Download a file of it, which is what the note says it is. Raises NoRelease."""
        if name not in self.sha256:
            raise NoRelease(f"version {self.version} has no {name}")
        place, digest = folder / name, hashlib.sha256()
        try:
            with _opened(urljoin(self.address, name)) as answer, place.open("wb") as file:
                while (block := answer.read(BLOCK_BYTES)) and file.tell() < FILE_BYTES:
                    digest.update(block)
                    file.write(block)
        except (OSError, ValueError) as error:
            raise NoRelease(f"{name} cannot be fetched ({error})") from error
        if digest.hexdigest() != self.sha256[name]:
            raise NoRelease(f"{name} is not the file that was released")
        return place


def own_version() -> str:
    return metadata.version(NAME)


def own_address() -> str:
    """Where the newest release of this program is described. Raises NoRelease."""
    listed = (one.split(", ", 1) for one in metadata.metadata(NAME).get_all("Project-URL") or ())
    for label, url in listed:
        if label == LISTED:
            return f"{url}{NEWEST}"
    raise NoRelease("this copy was not released, so it does not know where newer ones are")


def newest(address: str) -> Release:
    """The newest release by the note at this address. Raises NoRelease."""
    try:
        with _opened(address) as answer:
            found = msgspec.json.decode(answer.read(NOTE_BYTES), type=Release)
    except (OSError, ValueError) as error:
        raise NoRelease(f"{address} cannot be read ({error})") from error
    return msgspec.structs.replace(found, address=address)


def _opened(address: str) -> Any:
    return urlopen(address, timeout=ANSWER_S)  # noqa: S310 -- it comes from the package, or from whoever typed it


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
