"""What a table and a club share: what is asked for on the command line, and being open until somebody stops them."""

from __future__ import annotations

import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from hub.diagnostics.logs import Level
from hub.export.words import Language
from hub.pages import PagesNotBuilt
from hub.server.access.addresses import LOOPBACK, TABLE_NAME, own_addresses, own_names
from hub.server.listener import AddressUnavailable
from hub.store.folder import DataFolder
from hub.table.interfaces.storage import StoreError
from hub.wiring import CannotRun
from hub.wiring.certificate import NoCertificate, server_context
from hub.wiring.memory import one_arena, settled

ANY_ADDRESS = "0.0.0.0"  # noqa: S104 the whole house plays; keys say who may do what


@dataclass(frozen=True, kw_only=True)
class ServingOptions:
    """`proxies` are addresses of reverse proxies of ours; `language` is the terminal's.

    `database` is the address of a server for the games, which else lie in the data folder.
    """

    http_port: int
    data_dir: Path | None
    version: str
    database: str | None = None
    tls: bool = False
    log_level: Level = "info"
    new_pin: bool = False
    proxies: tuple[str, ...] = ()
    language: Language = "en"


def keep_open(opened: Callable[[ExitStack], str]) -> None:
    """Open something that says what to show, until SIGINT, SIGTERM or SIGHUP, which end it at once while it opens.

    Raises CannotRun.
    """
    try:
        one_arena()
        with ExitStack() as closing:
            shown = opened(closing)
            with stop_signals() as wait:
                print(shown, flush=True)
                settled()
                wait()
    except (PagesNotBuilt, StoreError, AddressUnavailable, NoCertificate) as cannot:
        raise CannotRun(str(cannot)) from cannot


@contextmanager
def stop_signals() -> Iterator[Callable[[], object]]:
    """Take note of SIGINT, SIGTERM and SIGHUP until this ends; yields what waits for one of them.

    The system may hand a signal to any thread. Python's handlers run on the main one, which would not wake up for them
    if it waited for a lock; so it waits at a socket that is written to wherever the signal arrives. Whoever asks again
    while the table is being closed ends it there and then: nothing that was acknowledged is lost by that. A terminal
    whose window was closed asks twice (its shell and the system), and means it once. `nohup` keeps the hub open.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        hung_up = getattr(signal, "SIGHUP", None)  # not on Windows
        if hung_up is not None and signal.getsignal(hung_up) == signal.SIG_IGN:
            hung_up = None
        for number in (signal.SIGINT, signal.SIGTERM, *((hung_up,) if hung_up else ())):
            signal.signal(number, lambda _number, _frame: None)

        def heed() -> None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)

        def wait() -> None:
            ours.recv(1)
            heed()
            if hung_up:
                signal.signal(hung_up, signal.SIG_IGN)

        try:
            yield wait
        finally:
            heed()
            signal.set_wakeup_fd(-1)


def own_certificate(folder: DataFolder) -> ssl.SSLContext:
    """What HTTPS at the addresses and names of this computer needs. Raises NoCertificate."""
    return server_context(folder.path, {*own_addresses(), *own_names(), LOOPBACK, TABLE_NAME})
