"""The newest report of a hub's own laboratory: stored as one file, and read when a hub starts."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.features.laboratory.contract import LabQuestion
from hub.store.folder import write_private
from hub.words import Language

FILE = "report.json"
log = logging.getLogger(__name__)


class Newest(Struct, frozen=True):
    """What was asked, and the page about it: by language, and what a browser may do with each."""

    question: LabQuestion
    pages: dict[Language, str]
    policies: dict[Language, str]


def store(folder: Path, content: bytes) -> Newest:
    """Replace the stored report, completely or not at all. Raises OSError, StoreError."""
    write_private(folder / FILE, content)
    return _read(content)


def stored(folder: Path) -> Newest | None:
    """The newest report, if there is one that can be read."""
    try:
        return _read((folder / FILE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as unread:
        log.warning("the report of the laboratory cannot be read: %s", unread)
        return None


def _read(content: bytes) -> Newest:
    return msgspec.json.decode(content, type=Newest)
