"""The data folder of a hub: its location, permissions and secrets, the lock of the one hub that uses it, its errors.

The banker's PIN is stored with the signing key, so that a restart in the middle of an evening changes neither the PIN
noted next to the tablet nor the keys of the phones. After `secrets.json` is deleted, new secrets are generated, and all
keys are void.

The lock is one of the operating system, released even if the hub is killed. SQLite's own locks would protect the file,
but a second hub would only notice them in the middle of a game; and they are lost when the same process opens and
closes the file again, as the check before opening does.
"""

import errno
import os
import re
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from hub.table.interfaces.storage import StoreError

PRIMARY_CODE = 0xFF
KEYS = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
SYSTEM_KEYS = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "unreadable",
    errno.EPERM: "unreadable",
}
SENTENCES = {
    "disk_full": "The disk that holds {path} is full: free some space, nothing was changed.",
    "read_only": "{path} cannot be written: make it and its folder writable, or choose another folder with --data-dir.",
    "locked": "{path} is being written by another program: close that program and try again.",
    "corrupt": "{path} is damaged: restore a backup with `bankhalter restore`, or move it away to start afresh.",
    "unreadable": "{path} cannot be opened by this user: change its permissions, or choose another --data-dir.",
    "io": "{path} cannot be read or written ({cause}): check the disk, or choose another folder with --data-dir.",
}


def fault(key: str, path: Path | str, cause: object = "") -> StoreError:
    return StoreError(key, SENTENCES[key].format(path=path, cause=cause))


def key_of(error: sqlite3.DatabaseError) -> str:
    """The key for a database error; one without a code is the driver's own, about text that cannot be decoded."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return "corrupt" if isinstance(error, sqlite3.OperationalError) else "io"
    return KEYS.get(code & PRIMARY_CODE, "io")


@contextmanager
def store_errors(path: Path | str) -> Iterator[None]:
    """Convert errors of the database or the system in the `with` body to StoreError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise fault(key_of(error), path, error) from error
    except OSError as error:
        raise fault(SYSTEM_KEYS.get(error.errno or 0, "io"), path, error.strerror) from error


@contextmanager
def reading_errors(path: Path | str) -> Iterator[None]:
    """The same for reading, where the driver may also fail to decode names of a damaged file in its own messages."""
    try:
        with store_errors(path):
            yield
    except UnicodeDecodeError as error:
        raise fault("corrupt", path) from error


DATABASE = "bankhalter.sqlite3"
LOCK_FILE = "bankhalter.lock"
SECRETS = "secrets.json"
AUTHORITY, CERTIFICATE = "authority.pem", "certificate.pem"
"""For https, each with its key (`hub.composition.authority`)."""
SECRET_BYTES = 32
PIN_DIGITS = 6
SECRET = re.compile(rf"(?<![0-9A-Za-z])(?:[0-9]{{{PIN_DIGITS}}}|[0-9a-f]{{{2 * SECRET_BYTES},}})(?![0-9A-Za-z])")
FOLDER_MODE, FILE_MODE = 0o700, 0o600
PAUSES_S = 0.01, 0.05, 0.2, 0.5


class Secrets(Struct, frozen=True):
    """The signing key (hex), which is never shown, and the banker's PIN, which only the hub's terminal shows."""

    server_secret: str
    banker_pin: str

    def __repr__(self) -> str:
        return "Secrets(…)"


class DataFolder:
    """A data folder, created if necessary. The constructor raises StoreError if it cannot be used."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or default_path()).expanduser().absolute()
        if not self.path.is_dir():
            if self.path.exists():
                raise StoreError("not_a_folder", f"{self.path} is not a folder: choose another one with --data-dir.")
            make_folder(self.path)
        if not os.access(self.path, os.R_OK | os.X_OK):
            raise StoreError(
                "unreadable",
                f"{self.path} cannot be read by this user: change its permissions, or choose another with --data-dir.",
            )

    @property
    def database_url(self) -> str:
        return f"sqlite:///{self.path / DATABASE}"

    def secrets(self, *, new_pin: bool = False) -> Secrets:
        """The secrets of this folder, generated at the first start. A new PIN voids bankers' keys, but not seats'."""
        path = self.path / SECRETS
        with store_errors(path):
            if not path.exists():
                write_private(path, msgspec.json.encode(new_secrets()))
            if os.name == "posix" and path.stat().st_mode & 0o077:
                path.chmod(FILE_MODE)
            data = path.read_bytes()
        try:
            found = _checked(msgspec.json.decode(data, type=Secrets))
        except (msgspec.DecodeError, ValueError) as error:
            raise StoreError(
                "corrupt", f"{path} is damaged: delete it to get a new PIN; every phone then has to join again."
            ) from error
        if new_pin:
            found = msgspec.structs.replace(found, banker_pin=other_pin(found.banker_pin))
            with store_errors(path):
                write_private(path, msgspec.json.encode(found))
        return found


def secrets_in(text: str) -> list[str]:
    """Everything in a text that looks like a PIN or a signing key."""
    return SECRET.findall(text)


def default_path() -> Path:
    return Path(platformdirs.user_data_dir("bankhalter", appauthor=False))


def new_secrets() -> Secrets:
    return Secrets(secrets.token_bytes(SECRET_BYTES).hex(), other_pin(""))


def other_pin(pin: str) -> str:
    while (made := "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))) == pin:
        continue
    return made


def _checked(found: Secrets) -> Secrets:
    if len(bytes.fromhex(found.server_secret)) < SECRET_BYTES:
        raise ValueError("server_secret is too short")
    if len(found.banker_pin) != PIN_DIGITS or not (found.banker_pin.isascii() and found.banker_pin.isdigit()):
        raise ValueError("banker_pin is not a PIN")
    return found


def private(path: str, flags: int) -> int:
    """An opener for `open` that creates files which only the owner can ever read."""
    return os.open(path, flags, FILE_MODE)


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically and durably, never readable by others. Raises OSError or StoreError."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with open(draft, "xb", opener=private) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    put_in_place(draft, path)
    sync_folder(path.parent)


def put_in_place(draft: Path, path: Path) -> None:
    """Give a complete file its name; Windows refuses while a virus scanner looks at it, a moment. Raises OSError."""
    for pause_s in PAUSES_S if sys.platform == "win32" else ():
        try:
            draft.replace(path)
        except PermissionError:
            time.sleep(pause_s)
        else:
            return
    draft.replace(path)


def make_folder(folder: Path) -> None:
    """Create a folder and missing parents, durably. Raises StoreError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        with store_errors(folder):
            folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, which makes the names of new files in it durable; not needed, nor possible, on Windows."""
    if os.name != "posix":
        return
    with store_errors(folder):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class FolderLock:
    """Held from construction until `release`; the constructor raises StoreError `in_use` if another hub holds it."""

    def __init__(self, folder: Path, name: str = LOCK_FILE) -> None:
        with store_errors(folder / name):
            file = _opened(folder / name)
        try:
            _lock(file)
        except OSError as error:
            os.close(file)
            raise StoreError(
                "in_use", f"Another Bankhalter is using {folder}: stop it, or choose another folder with --data-dir."
            ) from error
        self._file: int | None = file

    def release(self) -> None:
        """Release the lock, if still held. The file stays: without it, two hubs could lock two files of one name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        if error.errno != errno.EROFS or not path.exists():
            raise
        return os.open(path, os.O_RDONLY)  # on a disk that has become read-only a hub may still hold the lock


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
