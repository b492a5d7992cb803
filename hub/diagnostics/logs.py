"""What the hub notes: lines of JSON in a file next to the store, which rotates, and warnings in the terminal.

Modules use the loggers of the standard library, as all libraries do; structlog's formatter makes the lines (decision
0019). Set up by `hub.composition.play` before anything else is opened.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from hub.diagnostics.redaction import Redaction
from hub.store.folder import private

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
LEVELS: tuple[Level, ...] = get_args(Level)
LOG_FILE = "bankhalter.log"
FILE_BYTES_MAXIMUM = 1_000_000
FILES_KEPT = 5
NEVER = logging.CRITICAL + 1
TABLE: ContextVar[str] = ContextVar("table", default="")
"""Whose table this is, where a process has many."""

log = logging.getLogger(__name__)


class PrivateFile(RotatingFileHandler):
    """A log that only its owner may read, and that never stops the game: a full disk only silences it."""

    _line: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        finally:
            self._line = None

    def format(self, record: logging.LogRecord) -> str:
        """The line, made once: the library asks for it twice, and all secrets of a club are looked for in it."""
        if self._line is None:
            self._line = super().format(record)
        return self._line

    def _open(self) -> Any:
        return open(self.baseFilename, "a", encoding="utf-8", errors="backslashreplace", opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 -- the name is the library's
        """Nothing: a move that could not be stored raises its own banner."""

    def close(self) -> None:
        """End, even where the last lines can no longer be written."""
        with suppress(OSError):
            super().close()


@contextmanager
def open_logs(folder: Path, level: Level, redaction: Redaction) -> Iterator[None]:
    """Log until this ends. Where no file can be written, the terminal still shows warnings."""
    root, terminal = logging.getLogger(), _terminal(redaction)
    before, handlers = root.level, [terminal]
    root.setLevel(level.upper())
    root.addHandler(terminal)
    try:
        file = PrivateFile(folder / LOG_FILE, maxBytes=FILE_BYTES_MAXIMUM, backupCount=FILES_KEPT)
        file.setFormatter(json_formatter(redaction))
        root.addHandler(file)
        handlers.append(file)
    except OSError as error:
        log.warning("the log cannot be written to %s: %s", folder, error.strerror)
    try:
        yield
    except Exception:
        terminal.setLevel(NEVER)  # there the command line says it, in one sentence
        log.exception("the hub cannot continue")
        raise
    finally:
        root.setLevel(before)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


@contextmanager
def without_log() -> Iterator[None]:
    """For commands, which have no log: warnings come to the terminal as lines, and a traceback does not."""
    usual, logging.lastResort = logging.lastResort, _terminal(Redaction())
    try:
        yield
    finally:
        logging.lastResort = usual


def json_formatter(redaction: Redaction) -> logging.Formatter:
    """One JSON object a line: when (UTC), level, logger, event, further fields, the traceback without any values."""
    import structlog  # here, so that commands that only name a level start fast

    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _with_table,
        structlog.processors.TimeStamper("iso"),
        # Local variables are left out: they hold what clients sent.
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    ]

    def rendered(_logger: object, _name: str, event: Any) -> str:
        event.pop("message", None)  # another handler's rendering of the same event
        return redaction.clean(msgspec.json.encode(event, enc_hook=repr).decode())

    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, rendered], foreign_pre_chain=shared
    )


def _with_table(_logger: object, _name: str, event: Any) -> Any:
    return {**event, "table": table} if (table := TABLE.get()) else event


def newest_lines(folder: Path, count: int) -> list[str]:
    """The end of the log, oldest line first; nothing if there is none."""
    lines: list[str] = []
    for name in (f"{LOG_FILE}.1", LOG_FILE):
        try:
            lines += (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
    return lines[-count:]


class _PlainFormatter(logging.Formatter):
    """What happened, without secrets and without the traceback: that is for the file."""

    def __init__(self, redaction: Redaction) -> None:
        super().__init__()
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        return self._redaction.clean(record.getMessage())


def _terminal(redaction: Redaction) -> logging.Handler:
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(_PlainFormatter(redaction))
    return terminal
