"""Wires one table together and keeps it open until somebody stops the program.

Nothing else in the hub creates these parts.

Order matters: the folder and the port are taken first, because they can be refused; the board speaks last, when
there is somebody to listen.
"""

from __future__ import annotations

import signal
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hub.board.board import SerialBoard
from hub.board.discovery import known_port_names
from hub.bots import BOTS
from hub.bots.ports import Bot
from hub.bots.sight import Sight
from hub.diagnostics.logs import Level, newest_lines, open_logs
from hub.diagnostics.redaction import Redaction
from hub.editions import EDITIONS
from hub.editions.proofs import complete
from hub.helpfile.keeping import keep
from hub.pages import PagesNotBuilt
from hub.rules.ports import Rules
from hub.rules.track import SIDES
from hub.server.access.addresses import LOOPBACK, own_addresses, own_names
from hub.server.serve import AddressUnavailable, Server
from hub.simulated_board.board import SimulatedBoard, SimulatedKind
from hub.simulated_board.microcontroller import NoInterpreter
from hub.store.backups import Backups
from hub.store.folder import DataFolder
from hub.store.keeper import Keeper
from hub.store.sqlstore import open_store
from hub.table.automatic.bots import BotThread, Chooser, MakeChooser
from hub.table.automatic.hands import Hands
from hub.table.game.chance import Dice
from hub.table.ports.board import Board
from hub.table.ports.storage import StoreError
from hub.table.table import Table
from hub.wiring import CannotRun
from hub.wiring.certificate import NoCertificate, server_context
from hub.wiring.edition_dir import family_rules
from hub.wiring.welcome import welcome

LOG_LINES = 2_000
ANY_ADDRESS = "0.0.0.0"  # noqa: S104 the whole house plays; who may do what is settled by keys


@dataclass(frozen=True)
class PlayOptions:
    """What was asked for on the command line. `simulated` is None unless a simulated board was asked for.

    `edition_dir` has a family's own tables, if there are any.
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


def play(options: PlayOptions) -> None:
    """Open a table and keep it open until SIGINT or SIGTERM. Raises CannotRun."""
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stopped.set())
    try:
        with ExitStack() as closing:
            print(open_table(options, closing), flush=True)
            stopped.wait()
    except (PagesNotBuilt, StoreError, AddressUnavailable, NoCertificate) as cannot:
        raise CannotRun(str(cannot)) from cannot


def open_table(options: PlayOptions, closing: ExitStack) -> str:
    """Open everything, registered with `closing` in order; returns the welcome for the terminal."""
    editions = complete(EDITIONS)
    if not editions:
        raise CannotRun("no edition can be played: `bankhalter editions` says which of their rules are not proved")
    if options.edition_dir is not None:
        editions = with_family_tables(editions, options.edition_dir)
    folder = DataFolder(options.data_dir)
    secrets = folder.secrets(new_pin=options.new_pin)
    redaction = Redaction(secrets.server_secret, secrets.banker_pin)
    closing.enter_context(open_logs(folder.path, options.log_level, redaction))
    tls = server_context(folder.path, {*own_addresses(), *own_names(), LOOPBACK}) if options.tls else None
    board, which = choose_board(options.ports, options.simulated, readers_per_side(editions))
    store = open_store(folder.database_url)
    closing.callback(store.close)
    keeper = Keeper(Backups(folder.path))
    closing.callback(keeper.stop)
    closing.callback(lambda: keep(folder.path, board.transcript()))
    bots = {kind: chooser_of(make) for kind, make in BOTS.items()}
    table = Table(store, board, editions, Dice(), bots)
    closing.callback(table.stop)
    server = Server(
        table,
        ANY_ADDRESS,
        options.http_port,
        secrets.server_secret,
        secrets.banker_pin,
        options.version,
        tls=tls,
        noted=lambda: newest_lines(folder.path, LOG_LINES),
    )
    closing.callback(server.stop)
    redaction.also(lambda: server.codes)
    server.load()  # before the board has its say: what is damaged is refused while nothing was written
    table.start()
    server.start()  # before hands and bot_thread: people are shown what is new before these look
    if board.simulator is not None:
        hands = Hands(table, board.simulator)
        table.subscribe(hands.wake)
        hands.start()
        closing.callback(hands.stop)
    bot_thread = BotThread(table)
    table.subscribe(bot_thread.wake)
    bot_thread.start()
    closing.callback(bot_thread.stop)
    keeper.start()  # not before all was read: what is damaged must not become the newest copy
    if options.browser:
        threading.Thread(target=webbrowser.open, args=(server.local_url,), name="browser", daemon=True).start()
    return welcome(
        version=options.version,
        board=which,
        local_url=server.local_url,
        url=server.url,
        pin=secrets.banker_pin,
        folder=str(folder.path),
        others=[url for url in server.urls if url != server.url],
        tls=options.tls,
    )


def with_family_tables(editions: Mapping[str, Rules], folder: Path) -> dict[str, Rules]:
    """The editions, one of them on the tables of a folder. Raises CannotRun."""
    rules = family_rules(folder)
    if rules.id not in editions:
        raise CannotRun(f"{folder} is for edition {rules.id}, which cannot be played yet: see `bankhalter editions`")
    return {**editions, rules.id: rules}


def chooser_of(make: Callable[[Rules], Callable[[str], Bot]]) -> MakeChooser:
    """An automatic player as the table takes it: something that chooses for a seat of a game."""

    def made(rules: Rules, seed: str) -> Chooser:
        bot = make(rules)(seed)
        return lambda game, seat: bot.choose(Sight(game, seat))

    return made


def readers_per_side(editions: Mapping[str, Rules]) -> int:
    """As many as a simulated board needs for the longest track."""
    return max(len(rules.track.spaces) for rules in editions.values()) // SIDES


def simulated_board(kind: SimulatedKind, readers: int) -> SimulatedBoard:
    """A simulated board. Raises CannotRun if there is nothing here to run the firmware on."""
    try:
        return SimulatedBoard(kind, readers)
    except NoInterpreter as missing:
        raise CannotRun(str(missing)) from missing


def choose_board(ports: Sequence[str], simulated: SimulatedKind | None, readers: int) -> tuple[Board, str]:
    """The board to play on, and a sentence that says which and why; a simulated one has `readers` on each side."""
    if simulated is not None:
        return simulated_board(simulated, readers), f"Board: simulated ({simulated})."
    if ports:
        return SerialBoard(list(ports)), f"Board: {', '.join(ports)}."
    known = known_port_names()
    if len(known) == 1:
        return SerialBoard(), f"Board: {known[0]}, the one board that is plugged in."
    if known:
        named = " ".join(f"--port {name}" for name in known)
        return SimulatedBoard(
            "full", readers
        ), f"Board: simulated, because several boards are plugged in; choose with {named}."
    return simulated_board("full", readers), "Board: simulated, because no board is plugged in."
