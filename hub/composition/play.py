"""Opens one table for a family, and runs it until the program is stopped.

Folder and port come first, because they may be unavailable.
"""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hub.board.board import SerialBoard
from hub.board.spare import known_port_names
from hub.composition import CannotRun
from hub.composition.editions import family_rules, foreign_editions
from hub.composition.reachable import Reachable, say
from hub.composition.serving import ServingOptions, keep_open, listening, logged
from hub.composition.table import OpenTable, TableSetting
from hub.composition.welcome import BoardSentence, Terminal
from hub.diagnostics.logs import newest_lines
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.features import offered
from hub.rules.needs import SIDES
from hub.rules.slots import Rules
from hub.server.access.request_filter import Neighbours
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_stored
from hub.table.interfaces.board import Board

if TYPE_CHECKING:
    from hub.simulated_board.board import SimulatedBoard, SimulatedKind

LOG_LINES = 2_000


class PlayOptions(ServingOptions, frozen=True, kw_only=True):
    """The options of the command line. `simulated` is None unless a simulated board was asked for.

    With `no_board` no electronics are used. `camera` is what sees the board, if one does. `edition_dir` is a folder
    with a family's own tables, if given. `end` is as for `TableSetting`.
    """

    ports: tuple[str, ...] = ()
    simulated: SimulatedKind | None = None
    no_board: bool = False
    camera: str | None = None
    edition_dir: Path | None = None
    browser: bool = False
    end: Callable[[], None] | None = None


def play(options: PlayOptions) -> None:
    """Run a table until SIGINT or SIGTERM, which take effect at once while it is opening. Raises CannotRun."""
    keep_open(partial(open_alone, options))


def open_alone(options: PlayOptions, closing: ExitStack) -> str:
    """Open everything, registered with `closing` in order; returns the welcome for the terminal."""
    terminal, editions = Terminal(options.language), playable(options.edition_dir)
    folder = DataFolder(options.data_dir)
    secrets = folder.secrets(new_pin=options.new_pin)
    redaction = logged(options, folder, secrets, closing)
    board, described = chosen_board(options, readers_per_side(editions))
    store, read = open_stored(folder, options.database, closing)
    listener, certified = listening(options, folder, closing)
    setting = TableSetting(
        folder=folder.path,
        store=store,
        board=board,
        listener=listener,
        secrets=secrets,
        version=options.version,
        editions=editions,
        foreign=foreign_editions(),
        neighbours=Neighbours(frozenset(options.proxies)),
        log_lines=lambda: newest_lines(folder.path, LOG_LINES),
        falls_asleep=lambda: say(terminal.say("falls_asleep")),
        end=options.end,
    )
    opened = OpenTable(setting, closing)
    redaction.also(opened.access.all_codes)
    opened.start()
    reachable = Reachable(opened.site.address, listener, terminal, certified)
    reachable.start(closing)
    read()  # only after everything was read
    if options.browser:
        threading.Thread(target=webbrowser.open, args=(opened.way_in,), name="browser", daemon=True).start()
    return terminal.table(
        version=options.version,
        board=described,
        way_in=opened.way_in,
        urls=reachable.shown,
        pin=secrets.banker_pin,
        folder=str(folder.path),
        tls=options.tls,
    )


def playable(family: Path | None) -> Mapping[str, Rules]:
    """The editions of a table, one of them with the tables in a family's folder if that is given. Raises CannotRun."""
    editions = complete(EDITIONS)
    if not editions:
        raise CannotRun("no edition can be played: `bankhalter editions` says which of their rules are not tested")
    return editions if family is None else with_family_tables(editions, family)


def with_family_tables(editions: Mapping[str, Rules], folder: Path) -> dict[str, Rules]:
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

    return SimulatedBoard(kind, readers, renew=offered("renewal"), spare=spare)


def chosen_board(options: PlayOptions, readers: int) -> tuple[Board, BoardSentence]:
    """The board by the options, and its description for the welcome; a simulated one has `readers` readers per side."""
    if options.no_board:
        return SerialBoard([]), BoardSentence("wood")
    if options.camera is not None:
        seen: Callable[[str, int], tuple[Board, str]] | None = offered("camera board")
        if seen is None:
            raise CannotRun("this program knows no cameras")
        board, named = seen(options.camera, readers)
        return board, BoardSentence("camera", named)
    if options.simulated is not None:
        return simulated_board(options.simulated, readers), BoardSentence("simulated", options.simulated)
    if options.ports:
        board = SerialBoard(list(options.ports), renew=offered("renewal"), spare=known_port_names)
        return board, BoardSentence("ports", ", ".join(options.ports))
    if known := known_port_names():
        return SerialBoard(renew=offered("renewal")), BoardSentence("found", ", ".join(known))
    return simulated_board("full", readers, known_port_names), BoardSentence("none")
