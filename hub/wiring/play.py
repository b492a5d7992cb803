"""Wires one table together and keeps it open until somebody stops the program.

Nothing else in the hub creates these parts, but `table_parts`, which a club shares.

Order matters: the folder and the port are taken first, because they can be refused; the board speaks last, when
there is somebody to listen.
"""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from hub.board.board import SerialBoard
from hub.board.discovery import known_port_names
from hub.diagnostics.logs import Level, newest_lines, open_logs
from hub.diagnostics.redaction import Redaction
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.export.words import Language
from hub.foresight.lengths import PaceHere
from hub.helpfile import transcript
from hub.pages import PagesNotBuilt
from hub.rules.needs import SIDES
from hub.rules.slots import Rules
from hub.server.access.addresses import LOOPBACK, TABLE_NAME, own_addresses, own_names
from hub.server.serve import AddressUnavailable, Server
from hub.simulated_board.board import SimulatedBoard, SimulatedKind
from hub.simulated_board.microcontroller import NoInterpreter
from hub.store.databases import password_of
from hub.store.folder import DataFolder
from hub.table.ports.board import Board
from hub.table.ports.storage import StoreError
from hub.wiring import CannotRun
from hub.wiring.announced import Announced
from hub.wiring.certificate import NoCertificate, server_context
from hub.wiring.edition_dir import family_rules
from hub.wiring.foreign import foreign_editions
from hub.wiring.renewing import node_file, renew
from hub.wiring.stored import open_stored
from hub.wiring.table_parts import begin_automatic, table_parts
from hub.wiring.welcome import Which, welcome
from hub.workshop.desk import Workshop
from hub.workshop.trials import Trials

LOG_LINES = 2_000
IMAGES_FOLDER, LAB_FOLDER = "images", "laboratory"
ANY_ADDRESS = "0.0.0.0"  # noqa: S104 the whole house plays; keys say who may do what


@dataclass(frozen=True)
class PlayOptions:
    """What was asked for on the command line. `simulated` is None unless a simulated board was asked for.

    With `no_board` there is wood alone. `edition_dir` has a family's own tables, if there are any; `proxies` are
    addresses of reverse proxies of ours. `database` is the address of a server for the games, which else lie in the
    data folder; `language` is the terminal's.
    """

    ports: tuple[str, ...]
    simulated: SimulatedKind | None
    http_port: int
    data_dir: Path | None
    browser: bool
    version: str
    edition_dir: Path | None = None
    tls: bool = False
    log_level: Level = "info"
    new_pin: bool = False
    proxies: tuple[str, ...] = ()
    no_board: bool = False
    language: Language = "en"
    database: str | None = None


def play(options: PlayOptions) -> None:
    """Open a table and keep it open until SIGINT or SIGTERM, which end it at once while it opens. Raises CannotRun."""
    try:
        with ExitStack() as closing:
            shown = open_table(options, closing)
            with stop_signals() as wait:
                print(shown, flush=True)
                wait()
    except (PagesNotBuilt, StoreError, AddressUnavailable, NoCertificate) as cannot:
        raise CannotRun(str(cannot)) from cannot


@contextmanager
def stop_signals() -> Iterator[Callable[[], object]]:
    """Take note of SIGINT and SIGTERM until this ends; yields what waits for one of them.

    The system may hand a signal to any thread. Python's handlers run on the main one, which would not wake up for them
    if it waited for a lock; so it waits at a socket that is written to wherever the signal arrives. Whoever asks again
    while the table is being closed ends it there and then: nothing that was acknowledged is lost by that.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda _number, _frame: None)

        def heed() -> None:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)

        def wait() -> None:
            ours.recv(1)
            heed()

        try:
            yield wait
        finally:
            heed()
            signal.set_wakeup_fd(-1)


def open_table(options: PlayOptions, closing: ExitStack) -> str:
    """Open everything, registered with `closing` in order; returns the welcome for the terminal."""
    known = editions = complete(EDITIONS)
    if not editions:
        raise CannotRun("no edition can be played: `bankhalter editions` says which of their rules are not tested")
    if options.edition_dir is not None:
        editions = with_family_tables(editions, options.edition_dir)
    folder = DataFolder(options.data_dir)
    secrets = folder.secrets(new_pin=options.new_pin)
    redaction = Redaction(secrets.server_secret, secrets.banker_pin, *password_of(options.database))
    closing.enter_context(open_logs(folder.path, options.log_level, redaction))
    tls = server_context(folder.path, {*own_addresses(), *own_names(), LOOPBACK, TABLE_NAME}) if options.tls else None
    board, which = chosen_board(options, readers_per_side(editions))
    store, opened = open_stored(folder, options.database, closing)
    closing.callback(lambda: transcript.store(folder.path, board.transcript()))
    parts = table_parts(store, board, editions, foreign_editions(), folder.path / LAB_FOLDER, closing)
    table = parts.table
    trials = Trials(lambda: PaceHere(table.past).turn_s())
    closing.callback(trials.stop)
    server = Server(
        table,
        ANY_ADDRESS,
        options.http_port,
        secrets.server_secret,
        secrets.banker_pin,
        options.version,
        tls=tls,
        noted=lambda: newest_lines(folder.path, LOG_LINES),
        proxies=frozenset(options.proxies),
        node_file=node_file(folder.path / IMAGES_FOLDER),
        lab_page=parts.lab.page,
        designs=Workshop(folder.path, known, table.designs.put_on_table, trials),
    )
    closing.callback(server.stop)
    redaction.also(lambda: server.codes)
    server.load()  # before the board reports: what is damaged is refused while nothing has been written
    table.start()
    server.start()  # before the threads below: people see what is new before these do
    begin_automatic(parts, board.simulator, closing)
    announce(server, closing)
    opened()  # only after everything was read
    if options.browser:
        threading.Thread(target=webbrowser.open, args=(server.way_in,), name="browser", daemon=True).start()
    return welcome(
        version=options.version,
        board=which,
        way_in=server.way_in,
        url=server.url,
        pin=secrets.banker_pin,
        folder=str(folder.path),
        others=[url for url in server.urls if url != server.url],
        tls=options.tls,
        language=options.language,
    )


def announce(server: Server, closing: ExitStack) -> None:
    """Have the house know this hub by its name."""
    announced = Announced(server.port, found=server.show_names)
    server.also_at(lambda: announced.names)
    announced.start()
    closing.callback(announced.stop)


def with_family_tables(editions: Mapping[str, Rules], folder: Path) -> dict[str, Rules]:
    """The editions, one of them on the tables of a folder. Raises CannotRun."""
    rules = family_rules(folder)
    if rules.id not in editions:
        raise CannotRun(f"{folder} is for edition {rules.id}, which cannot be played yet: see `bankhalter editions`")
    return {**editions, rules.id: rules}


def readers_per_side(editions: Mapping[str, Rules]) -> int:
    """As many as a simulated board needs for the longest track that a family may make."""
    return max(rules.needs.spaces.most for rules in editions.values()) // SIDES


def simulated_board(kind: SimulatedKind, readers: int) -> SimulatedBoard:
    """A simulated board. Raises CannotRun if this computer has nothing to run the firmware on."""
    try:
        return SimulatedBoard(kind, readers)
    except NoInterpreter as missing:
        raise CannotRun(str(missing)) from missing


def chosen_board(options: PlayOptions, readers: int) -> tuple[Board, Which]:
    """The board that was asked for, if any, and which that is."""
    if options.no_board:
        return SerialBoard([]), Which("wood")
    return choose_board(options.ports, options.simulated, readers)


def choose_board(ports: Sequence[str], simulated: SimulatedKind | None, readers: int) -> tuple[Board, Which]:
    """The board to play on, and which that is and why; a simulated one has `readers` on each side."""
    if simulated is not None:
        return simulated_board(simulated, readers), Which("simulated", simulated)
    if ports:
        return SerialBoard(list(ports), renew=renew), Which("ports", ", ".join(ports))
    known = known_port_names()
    if len(known) == 1:
        return SerialBoard(renew=renew), Which("found", known[0])
    if known:
        named = " ".join(f"--port {name}" for name in known)
        return SimulatedBoard("full", readers), Which("several", named)
    return simulated_board("full", readers), Which("none")
