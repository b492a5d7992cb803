"""Composes one table and runs it until the program is stopped.

All its parts are created here and in `table_parts`, which clubs use too.

Order matters: folder and port come first, because they may be unavailable; the board starts last, when there is a
listener.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hub.board.board import SerialBoard
from hub.board.discovery import known_port_names
from hub.diagnostics.logs import newest_lines, open_logs
from hub.diagnostics.redaction import Redaction
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.helpfile import transcript
from hub.rules.needs import SIDES
from hub.rules.slots import Rules
from hub.server.listener import ANY_ADDRESS
from hub.server.serve import Server
from hub.store.databases import password_of
from hub.store.folder import DataFolder
from hub.table.interfaces.board import Board
from hub.table.table import Table
from hub.wiring import CannotRun
from hub.wiring.edition_dir import family_rules
from hub.wiring.foreign import foreign_editions
from hub.wiring.later import Later, standing_in
from hub.wiring.reachable import Reachable, say
from hub.wiring.renewing import node_file, renew
from hub.wiring.serving import ServingOptions, keep_open, own_certificate
from hub.wiring.stored import open_stored
from hub.wiring.table_parts import begin_automatic, table_parts, turn_s_here
from hub.wiring.welcome import TEXTS, Which, welcome

if TYPE_CHECKING:
    from hub.simulated_board.board import SimulatedBoard, SimulatedKind
    from hub.workshop.desk import Workshop

LOG_LINES = 2_000
IMAGES_FOLDER, LAB_FOLDER = "images", "laboratory"


@dataclass(frozen=True, kw_only=True)
class PlayOptions(ServingOptions):
    """The options of the command line. `simulated` is None unless a simulated board was asked for.

    With `no_board` no electronics are used. `edition_dir` is a folder with a family's own tables, if given.
    """

    ports: tuple[str, ...] = ()
    simulated: SimulatedKind | None = None
    no_board: bool = False
    edition_dir: Path | None = None
    browser: bool = False


def play(options: PlayOptions) -> None:
    """Run a table until SIGINT or SIGTERM, which take effect at once while it is opening. Raises CannotRun."""
    keep_open(partial(open_table, options))


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
    tls = own_certificate(folder) if options.tls else None
    board, which = chosen_board(options, readers_per_side(editions))
    store, opened = open_stored(folder, options.database, closing)
    closing.callback(lambda: transcript.store(folder.path, board.transcript()))
    parts = table_parts(store, board, editions, foreign_editions(), folder.path / LAB_FOLDER, closing)
    table = parts.table
    workshop = Later(lambda: make_workshop(folder.path, known, table))
    closing.callback(lambda: workshop.if_made(lambda made: made.stop()))
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
        designs=standing_in(workshop),
    )
    closing.callback(server.stop)
    redaction.also(lambda: server.codes)
    server.load()  # before the board reports: damaged data is refused while nothing has been written
    table.start()
    server.start()  # before the threads below: people see a change before these do
    begin_automatic(parts, board.simulator, closing, falls_asleep=lambda: say(TEXTS[options.language]["falls_asleep"]))
    Reachable(server, server.port, options.language).start(closing)
    opened()  # only after everything was read
    if options.browser:
        threading.Thread(target=open_browser, args=(server.way_in,), name="browser", daemon=True).start()
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


def open_browser(url: str) -> None:
    """Open a browser on this computer, in a thread, since that takes a moment."""
    import webbrowser

    webbrowser.open(url)


def make_workshop(folder: Path, editions: Mapping[str, Rules], table: Table) -> Workshop:
    """Create the workshop; called when it is first used."""
    from hub.workshop.desk import Workshop
    from hub.workshop.trials import Trials

    return Workshop(folder, editions, table.designs.put_on_table, Trials(lambda: turn_s_here(table)))


def with_family_tables(editions: Mapping[str, Rules], folder: Path) -> dict[str, Rules]:
    """The editions, one of them with the tables of a folder. Raises CannotRun."""
    rules = family_rules(folder)
    if rules.id not in editions:
        raise CannotRun(f"{folder} is for edition {rules.id}, which cannot be played yet: see `bankhalter editions`")
    return {**editions, rules.id: rules}


def readers_per_side(editions: Mapping[str, Rules]) -> int:
    """How many readers a side of a simulated board needs for the longest track that a design may have."""
    return max(rules.needs.spaces.most for rules in editions.values()) // SIDES


def simulated_board(
    kind: SimulatedKind, readers: int, spare: Callable[[], Sequence[str]] | None = None
) -> SimulatedBoard:
    """A simulated board that gives way to `spare` ports if asked."""
    from hub.simulated_board.board import SimulatedBoard

    return SimulatedBoard(kind, readers, renew=renew, spare=spare)


def chosen_board(options: PlayOptions, readers: int) -> tuple[Board, Which]:
    """The board by the options, and its description for the welcome."""
    if options.no_board:
        return SerialBoard([]), Which("wood")
    return choose_board(options.ports, options.simulated, readers)


def choose_board(ports: Sequence[str], simulated: SimulatedKind | None, readers: int) -> tuple[Board, Which]:
    """The board to play on, with its description for the welcome; a simulated one has `readers` readers per side."""
    if simulated is not None:
        return simulated_board(simulated, readers), Which("simulated", simulated)
    if ports:
        return SerialBoard(list(ports), renew=renew, spare=known_port_names), Which("ports", ", ".join(ports))
    if known := known_port_names():
        return SerialBoard(renew=renew), Which("found", ", ".join(known))
    return simulated_board("full", readers, known_port_names), Which("none")
