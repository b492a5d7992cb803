"""Reports SQLite's file operations: a VFS shim over the system's own VFS, in the library that `sqlite3` has loaded.

`sqlite3` has no interface for that, and a second copy of SQLite with another driver would not be the one that the hub
uses. So the structures of sqlite3.h are accessed through ctypes; everything but writes is passed to the system's VFS.
"""

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any
from unittest.mock import Mock

OK = 0
OPEN_CREATE, OPEN_JOURNALS = 0x4, 0x800 | 0x4000 | 0x80000
"""SQLITE_OPEN_CREATE; journals of a database, of several, logs ahead: their first sync is one of the folder, too."""

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


FOREVER: list[Any] = []
"""A connection that a failed test left open calls its layer whenever it is closed at last; then nobody listens."""


class Methods(Structure):
    """`sqlite3_io_methods`, up to its version 3."""

    _fields_ = (
        ("version", c_int),
        ("close_read", c_void_p * 2),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class File(Structure):
    """`sqlite3_file`."""

    _fields_ = (("methods", POINTER(Methods)),)


class Layer(Structure):
    """`sqlite3_vfs`, up to its version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("path_maximum", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


@contextmanager
def watched_sqlite(watcher: Any) -> Iterator[None]:
    """Every connection opened in the `with` body reports to `watcher`, and should be closed before its end.

    It is notified of each completed file operation, in the order of SQLite's calls. Paths are absolute.
    """
    library = _library()
    below = library.sqlite3_vfs_find(None)
    watching = _Watching(below, watcher)
    FOREVER.append(watching)
    assert library.sqlite3_vfs_register(ctypes.addressof(watching.layer), 1) == OK
    try:
        yield
    finally:
        library.sqlite3_vfs_register(below, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(watching.layer))
        watching.watcher = Mock()
        if watching.errors:  # SQLite and its callers have only seen that something failed
            raise watching.errors[0]


def can_watch() -> bool:
    """Whether this Python's SQLite is a shared library that can be called, with a POSIX VFS."""
    try:
        return bool(_library().sqlite3_vfs_find(None).contents.name == b"unix")
    except (OSError, AttributeError):
        return False


def _library() -> Any:
    """The SQLite of `sqlite3`; raises OSError or AttributeError where it is built into Python."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(Layer)
    library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
    return library


class _Watching:
    """The shim and its data about each open file, by address."""

    def __init__(self, below: Any, watcher: Any) -> None:
        self._below, self.watcher = below, watcher
        self._paths: dict[int, str] = {}
        self._folder_due: set[int] = set()
        self._methods: dict[int, Methods] = {}
        self._held: list[Any] = []
        self.errors: list[BaseException] = []
        assert below.contents.version <= 3
        self._open, self._delete = OPEN(below.contents.open), DELETE(below.contents.delete)
        self.layer = Layer.from_buffer_copy(below.contents)
        self.layer.name, self.layer.next = b"watched", None
        self.layer.open, self.layer.delete = self._address(OPEN, self.open), self._address(DELETE, self.delete)

    def open(self, _layer: int, name: int | None, file: int, flags: int, flags_out: int | None) -> int:
        code: int = self._open(ctypes.addressof(self._below.contents), name, file, flags, flags_out)
        opened = File.from_address(file)
        if code == OK and name is not None and opened.methods:
            path = self._paths[file] = ctypes.string_at(name).decode()
            opened.methods = ctypes.pointer(self._methods_over(opened.methods.contents))
            self._folder_due.discard(file)
            if flags & OPEN_CREATE and flags & OPEN_JOURNALS:
                self._folder_due.add(file)
            self.watcher.opened(path)
        return code

    def delete(self, _layer: int, name: int, with_folder: int) -> int:
        code: int = self._delete(ctypes.addressof(self._below.contents), name, with_folder)
        if code == OK:
            self.watcher.deleted(ctypes.string_at(name).decode(), with_folder=bool(with_folder))
        return code

    def _methods_over(self, below: Methods) -> Methods:
        """The system's methods with ours in place of those that change a file; one set for each kind of file."""
        place = ctypes.addressof(below)
        if place in self._methods:
            return self._methods[place]
        assert below.version <= 3
        write, truncate, sync = WRITE(below.write), TRUNCATE(below.truncate), SYNC(below.sync)

        def wrote(file: int, data: int, length: int, at: int) -> int:
            if (code := write(file, data, length, at)) == OK:
                self.watcher.wrote(self._paths[file], at, ctypes.string_at(data, length))
            return int(code)

        def truncated(file: int, size: int) -> int:
            if (code := truncate(file, size)) == OK:
                self.watcher.cut(self._paths[file], size)
            return int(code)

        def synced(file: int, flags: int) -> int:
            if (code := sync(file, flags)) == OK:
                self.watcher.synced(self._paths[file], with_folder=file in self._folder_due)
                self._folder_due.discard(file)
            return int(code)

        made = Methods.from_buffer_copy(below)
        made.write = self._address(WRITE, wrote)
        made.truncate = self._address(TRUNCATE, truncated)
        made.sync = self._address(SYNC, synced)
        self._methods[place] = made
        return made

    def _address(self, kind: Any, function: Any) -> int | None:
        """The address of a function as a C callback; exceptions would be lost there, so they are collected."""

        def called(*arguments: Any) -> int:
            try:
                return int(function(*arguments))
            except BaseException as error:  # noqa: BLE001 -- ctypes would print and forget it
                self.errors.append(error)
                return 1

        self._held.append(made := kind(called))
        return ctypes.cast(made, c_void_p).value
