"""An evening during which the hub is killed again and again while people and board carry on.

The tablet makes random legal requests, by socket or through the hands of a simulated board, and repeats unanswered ones
with the same id. Everything that clients were shown must be in the log exactly once.
"""

import contextlib
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from bench.forked_hub import ForkedHub
from bench.other_nodes import OtherNodes
from helpers.banker_key import banker_key_of
from msgspec import Struct
from server.browser import Browser, Gone

from hub.domain.state import State
from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.game.live import LiveGame
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import StoredEntry

TAGS = ("04AAAAAAAAAA01", "04BBBBBBBBBB02", "04CCCCCCCCCC03")
NAMES = ("Anna", "Ben", "Cleo")
LOGGED = ("play", "undo", "redo")
PATIENCE_S = 150.0
LOOK_S = 0.3
PREFIXES = 12
"""So many entries may have been stored since what a client was last shown: the kill came before they could be."""


class Figures(Struct, frozen=True, kw_only=True):
    """Counts. `under_way`: kills with an unanswered request; `stored_unanswered`: those of them already durable."""

    edition: str
    kills: int = 0
    under_way: int = 0
    stored_unanswered: int = 0
    entries: int = 0
    board_entries: int = 0
    restart_s: float = 0.0
    seconds: float = 0.0


class KilledEvening:
    """One edition on one folder. Everything runs in one thread, since this process forks."""

    def __init__(self, folder: Path, edition: str, nodes: OtherNodes, seed: str) -> None:
        self.folder, self.edition, self.nodes = folder, edition, nodes
        self.luck = random.Random(f"{seed}/{edition}")
        self.figures = Figures(edition=edition)
        self.readers = len(EDITIONS[edition].track.spaces) // 4
        self._seats = max(2, min(len(NAMES), EDITIONS[edition].seats[0]))
        self._count = 0
        self._pending: tuple[str, dict[str, Any]] | None = None
        self._acknowledged: set[str] = set()
        self._shown: list[dict[str, Any]] = []
        self._game: str | None = None
        self._entries: list[StoredEntry] = []
        self._restarts: list[float] = []
        self._hub: ForkedHub | None = None
        self._first: tuple[int, list[dict[str, Any]]] = (0, [])

    def play_until_killed(self) -> None:
        """One run of the hub, from its start to its kill and the check of what it left behind."""
        hub = self._start()
        signal.signal(signal.SIGALRM, lambda _number, _frame: hub.kill())
        signal.setitimer(signal.ITIMER_REAL, self.luck.uniform(0.05, 1.2))
        try:
            self._repeat()
            while True:
                self._step()
        except Gone:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._drain()
            hub.kill()
            ended = hub.gone()
            assert ended == signal.SIGKILL, f"the hub ended by itself (signal {ended}): {hub.said()}"
        self._look()

    def end(self) -> None:
        """Start once more, so that the board can deliver all its reports."""
        hub = self._start()
        try:
            self._repeat()
            deadline = time.monotonic() + PATIENCE_S
            while self.nodes.do("waiting"):
                assert time.monotonic() < deadline, "reports of the board are not taken"
                self.tablet.listen(LOOK_S)
        finally:
            self._drain()
            hub.kill()
            assert hub.gone() == signal.SIGKILL
        self._look()
        restart_s = sorted(self._restarts)[len(self._restarts) // 2]
        self.figures = msgspec.structs.replace(self.figures, restart_s=round(restart_s, 2))

    def abandon(self) -> None:
        """Clean up after a failure: leave no hub behind."""
        if self._hub is not None:
            self._hub.kill()

    # Actions of people

    def _start(self) -> ForkedHub:
        """Start a hub and reconnect all clients, which must see what is stored."""
        began = time.monotonic()
        hub = self._hub = ForkedHub(self.folder, self.nodes.ports)
        self._shown = []
        while not self._shown:
            self.tablet, self.viewer = self._connected(hub.port), self._connected(hub.port)
            with contextlib.suppress(Gone):  # on an overloaded computer the hub may take clients for disconnected
                self._shown = [browser.wait("view") for browser in (self.tablet, self.viewer)]
        self._restarts.append(time.monotonic() - began)
        self._first = len(self._entries), list(self._shown)
        assert [view["game"] for view in self._shown] == [self._game] * 2
        return hub

    def _connected(self, port: int) -> Browser:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return Browser(port, key=banker_key_of(self.folder))
            except (OSError, Gone):
                assert time.monotonic() < deadline, "the hub does not answer"
                time.sleep(0.01)

    def _repeat(self) -> None:
        """Repeat the unanswered request with the same id."""
        if self._pending is not None:
            self._request(*self._pending)

    def _ask(self, action: dict[str, Any]) -> None:
        self._count += 1
        self._request(f"tablet-{self._count}", action)

    def _request(self, name: str, action: dict[str, Any]) -> None:
        self._pending = name, action
        ack = self.tablet.ask(action, name)
        self._pending = None
        if ack["ok"] and action["do"] in LOGGED:
            self._acknowledged.add(name)

    def _step(self) -> None:
        """Do one random thing that the tablet's present view allows."""
        self._take()
        view = self._shown[0]
        if view["phase"] == "lobby":
            self._gather(view)
        elif view["phase"] == "over":
            self._ask({"do": "new_game"})
            self._acknowledged.clear()
        else:
            self._play(view)
        self.tablet.listen(LOOK_S)

    def _take(self) -> None:
        """Read what both screens have received so far."""
        for number, browser in enumerate((self.tablet, self.viewer)):
            while browser.events:
                name, arguments = browser.events.pop(0)
                if name == "view":
                    assert arguments[0]["version"] > self._shown[number]["version"], "views out of order"
                    self._shown[number] = arguments[0]

    def _gather(self, view: dict[str, Any]) -> None:
        seats = view["seats"]
        if view["edition"] != self.edition:
            self._ask({"do": "choose_edition", "edition": self.edition})
        elif len(seats) < self._seats:
            self._ask({"do": "add_seat", "name": NAMES[len(seats)]})
        elif any(seat["tag"] is None for seat in seats):
            seat = next(number for number, seat in enumerate(seats) if seat["tag"] is None)
            self._ask({"do": "enrol", "seat": seat, "uid": TAGS[seat]})
        else:
            self._ask({"do": "begin"})

    def _play(self, view: dict[str, Any]) -> None:
        task = view["prompt"]["task"] if view["prompt"] else None
        if task and task["task"] == "advance_pending" and self.luck.random() < 0.6:
            node, reader = divmod(task["space"], self.readers)
            self.nodes.do("place", TAGS[task["seat"]], f"sim-{node}", reader)
        elif view["prompt"] and self.luck.random() < 0.4:
            self.nodes.do("press", self.luck.choice(("ok", "die1")))
        if view["undo"] > 3 and self.luck.random() < 0.06:
            self._ask({"do": "undo", "seen": view["undo"]})
        elif view["redo"] and self.luck.random() < 0.5:
            self._ask({"do": "redo", "seen": view["redo"]})
        else:
            self._answer(view)

    def _answer(self, view: dict[str, Any]) -> None:
        options = list(view["prompt"]["options"]) if view["prompt"] else []
        if not options or self.luck.random() < 0.1:
            options += view["free"] + [option for offer in view["offers"] for option in offer["options"]]
        options = [option for option in options if option.get("refused") is None]
        if not options:
            return
        option = self.luck.choice(options)
        command = dict(option["command"])
        if option.get("minimum") is not None and option.get("maximum") is not None:
            most = min(option["maximum"], option["minimum"] + 40)
            command["amount"] = self.luck.randint(option["minimum"], max(option["minimum"], most))
        prompt = view["prompt"]["id"] if view["prompt"] and self.luck.random() < 0.8 else None
        self._ask({"do": "play", "command": command, "prompt": prompt})

    # Checks after a kill

    def _drain(self) -> None:
        """Read what the hub had sent before it died."""
        for browser in (self.tablet, self.viewer):
            try:
                while browser.listen(0.05):
                    pass
            except Gone:
                pass
        self._take()
        if self._pending and any(ack[0]["id"] == self._pending[0] for ack in self.tablet.acks.values()):
            self._pending = None
        self.tablet.close()
        self.viewer.close()

    def _look(self) -> None:
        """Check that the log holds all that anybody was shown, exactly once, and matching positions of the nodes."""
        store = open_store(DataFolder(self.folder).database_url)
        shown = self._shown[0]["game"]
        stored_lobby = msgspec.json.decode(store.document("lobby") or b"{}")
        before, self._game = self._game, stored_lobby.get("game")
        self._entries = list(store.entries(self._game)) if self._game else []
        positions = store.positions()
        store.close()
        names = Counter(stored.request for stored in self._entries)
        assert max(names.values(), default=1) == 1, "something was done twice"
        if before == self._game and before is not None:
            least, views = self._first
            # Reports that the board had not delivered may have moved the game on before anybody saw it.
            assert all(self._was_told(view, least) for view in views), "a client came back to something else"
        if shown == self._game and shown is not None:
            assert self._acknowledged <= names.keys(), f"lost: {self._acknowledged - names.keys()}"
            for view in self._shown:
                least = max((line["move"] for line in view["feed"]), default=-1) + 1
                assert self._was_told(view, least), "a client was shown what is not stored"
        self._check_board(names, positions)
        self._note(names)

    def _was_told(self, view: dict[str, Any], least: int) -> bool:
        """Whether a view is that of a prefix of the log, of at least this length."""
        lengths = range(max(1, least), min(len(self._entries), least + PREFIXES) + 1)
        return any(picture(view) == outcome(live_game(self.edition, self._entries[:length])) for length in lengths)

    def _check_board(self, names: Counter[str], positions: Any) -> None:
        for name in names:
            if name.startswith("sim-"):
                node, boot, number = name.split("/")
                assert positions[node] >= EventId(int(boot), int(number)), "a report would count again"

    def _note(self, names: Counter[str]) -> None:
        figures, pending = self.figures, self._pending
        self.figures = msgspec.structs.replace(
            figures,
            kills=figures.kills + 1,
            under_way=figures.under_way + (pending is not None),
            stored_unanswered=figures.stored_unanswered + (pending is not None and pending[0] in names),
            entries=len(self._entries),
            board_entries=sum(name.startswith("sim-") for name in names),
        )


def live_game(edition: str, entries: list[StoredEntry]) -> LiveGame:
    return LiveGame(EDITIONS[edition], None, entries)  # type: ignore[arg-type]


def outcome(live: LiveGame) -> list[Any]:
    """The figures that a client must see after a log."""
    state: State = live.game.state
    seats = range(len(state.pieces.spaces))
    task = state.agenda.task
    return [
        [state.ledger.balances[seat] for seat in seats],
        list(state.pieces.spaces),
        live.undoable(),
        len(live.effective.redo),
        msgspec.json.decode(msgspec.json.encode(task)) if task is not None else None,
    ]


def picture(view: dict[str, Any]) -> list[Any]:
    seats = view["seats"]
    task = view["prompt"]["task"] if view["prompt"] else None
    return [[s["balance"] for s in seats], [s["space"] for s in seats], view["undo"], view["redo"], task]
