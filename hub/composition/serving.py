"""What running a table and running a club have in common: options, log, port, and waiting for a signal to stop."""

import ctypes
import gc
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from hub.composition import CannotRun
from hub.diagnostics.logs import Level, open_logs
from hub.diagnostics.redaction import Redaction
from hub.pages import PagesNotBuilt
from hub.server.access.addresses import LOOPBACK, own_addresses, own_names
from hub.server.listener import ANY_ADDRESS, AddressUnavailable, Listener
from hub.store.database import password_of
from hub.store.folder import DataFolder, Secrets
from hub.table.interfaces.storage import StoreError
from hub.words import Language

Certified: TypeAlias = Callable[[Collection[str]], ssl.SSLContext]
"""Makes a certificate that has these names, too."""

STOPS = (signal.SIGINT, signal.SIGTERM)

ARENAS_MAXIMUM = -8
"""What glibc calls `M_ARENA_MAX`. Musl, macOS and Windows have no such function, and no need of it."""

FILES = 1024
"""As Linux gives a program; `select`, which waits for boards, knows no more."""

YOUNG, OLDER, OLD = 5_000, 20, 50
"""How many new objects are searched for garbage together, and how often older ones are searched with them: at the usual
figures a process of a club stops for up to a third of a second each time a few tables are opened or some hundred moves
are played, to look at all that its tables consist of (0066).
"""


if sys.platform == "win32":
    HANG_UPS: tuple[signal.Signals, ...] = ()  # a closed window sends none there
else:
    HANG_UPS = (signal.SIGHUP,)


class ServingOptions(Struct, frozen=True, kw_only=True):
    """`proxies` are the addresses of trusted reverse proxies; `language` is the terminal's.

    `database` is the URL of a database server for the games; None: they are stored in the data folder.
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
    """Call `opened`, print its result and wait for SIGINT, SIGTERM or SIGHUP, which take effect at once while opening.

    Raises CannotRun.
    """
    try:
        one_arena()
        open_many_files()
        with ExitStack() as closing:
            shown = opened(closing)
            with stop_signals() as wait:
                print(shown, flush=True)
                freeze_existing()
                wait()
    except (PagesNotBuilt, StoreError, AddressUnavailable, NoCertificate) as cannot:
        raise CannotRun(str(cannot)) from cannot


@contextmanager
def stop_signals() -> Iterator[Callable[[], object]]:
    """Handle SIGINT, SIGTERM and SIGHUP in the `with` body; yields a function that waits for one of them.

    The system may deliver a signal to any thread. Python's handlers run in the main thread, which would not wake up for
    them while waiting for a lock; so it waits at a socket that is written to wherever the signal arrives. A second
    signal while the table is closing ends the process at once, which loses nothing that was acknowledged. Closing a
    terminal window sends SIGHUP twice (from shell and system), which counts once. `nohup` keeps the hub running.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        hang_ups = [number for number in HANG_UPS if signal.getsignal(number) != signal.SIG_IGN]
        for number in (*STOPS, *hang_ups):
            signal.signal(number, lambda _number, _frame: None)

        def heed() -> None:
            for number in STOPS:
                signal.signal(number, signal.SIG_DFL)

        def wait() -> None:
            ours.recv(1)
            heed()
            for number in hang_ups:
                signal.signal(number, signal.SIG_IGN)

        try:
            yield wait
        finally:
            heed()
            signal.set_wakeup_fd(-1)


def logged(options: ServingOptions, folder: DataFolder, secrets: Secrets, closing: ExitStack) -> Redaction:
    """Write the log of a folder until the end; returns what is kept out of it, to which more can be added."""
    redaction = Redaction(secrets.server_secret, secrets.banker_pin, *password_of(options.database))
    closing.enter_context(open_logs(folder.path, options.log_level, redaction))
    return redaction


def listening(options: ServingOptions, folder: DataFolder, closing: ExitStack) -> tuple[Listener, Certified | None]:
    """The port, taken, and with TLS how a new certificate is made when names or addresses change."""
    certified = partial(own_certificate, folder) if options.tls else None
    listener = Listener(ANY_ADDRESS, options.http_port, certified() if certified else None)
    closing.callback(listener.stop)
    return listener, certified


def own_certificate(folder: DataFolder, announced: Collection[str] = ()) -> ssl.SSLContext:
    """The TLS context for the addresses and names that this computer has now. Raises NoCertificate."""
    return server_context(folder.path, {*own_addresses(), *own_names(), *announced, LOOPBACK})


class NoCertificate(Exception):
    """There is no certificate for https; the message is one sentence for the terminal."""


def server_context(folder: Path, hosts: Collection[str]) -> ssl.SSLContext:
    """The TLS context of a server under those of these names and addresses that are private. Raises NoCertificate."""
    try:
        from hub.composition.authority import Authority

        certificate = Authority(folder).certify(hosts)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(certificate)
    except ImportError as missing:
        raise NoCertificate(
            "--tls needs the Python package cryptography, which is not installed: in a checkout run "
            "`python3 hub play --tls`, elsewhere install bankhalter[tls]."
        ) from missing
    except OSError as error:
        raise NoCertificate(f"The certificate in {folder} cannot be used ({error}).") from error
    return context


def one_arena() -> None:
    """Have all threads use one malloc arena, since Python runs only one at a time; call before starting threads."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(ARENAS_MAXIMUM, 1)


def open_many_files() -> None:
    """Let this process have as many files and connections as its limits count on: macOS gives a program 256."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < FILES:
            with suppress(OSError, ValueError):  # beyond what the system allows at all
                most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def seldom_searched() -> None:
    """Make full garbage collections rare, in a process with many long-lived objects."""
    gc.set_threshold(YOUNG, OLDER, OLD)


def freeze_existing() -> None:
    """Call once everything is open: exempts existing objects from garbage collection, and returns free memory.

    This also shortens the longest pauses, which are those of the garbage collector.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
