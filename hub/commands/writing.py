"""Writes the output files of commands: all of them or none, and never over an existing file unless asked to."""

import errno
from collections.abc import Mapping
from pathlib import Path

from hub.commands import CannotRun
from hub.store.folder import FILE_MODE, put_in_place

FULL = (errno.ENOSPC, errno.EDQUOT)
USUAL, PRIVATE = 0o666, FILE_MODE
"""Rights of a new file. A game that is moved whole holds bids that nobody may see yet."""


def make_folder(folder: Path) -> None:
    """Create a folder unless it exists; its parent must exist. Raises CannotRun."""
    if folder.parent.is_dir() and not folder.exists():
        try:
            folder.mkdir()
        except OSError as error:
            raise CannotRun(cannot_write(folder, error)) from error


def write_files(files: Mapping[Path, bytes], force: bool, mode: int = USUAL) -> None:
    """Write all files: checks everything first, then writes each under a temporary name and renames it."""
    for path in files:
        if not path.parent.is_dir():
            raise CannotRun(f"{path.parent} is not a folder: create it first, or choose another one")
        if path.is_dir():
            raise CannotRun(f"{path} is a folder: name a file in it")
        if path.exists() and not force:
            raise CannotRun(f"{path} already exists: choose another name, or overwrite it with --force")
    for path, content in files.items():
        draft = path.with_name(f"{path.name}.new")
        try:
            draft.unlink(missing_ok=True)
            draft.touch(mode)
            draft.write_bytes(content)
            put_in_place(draft, path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise CannotRun(cannot_write(path, error)) from error


def cannot_write(path: Path, error: OSError) -> str:
    if error.errno in FULL:
        return f"{path} cannot be written: the disk is full, free some space"
    return f"{path} cannot be written: {error.strerror}"
