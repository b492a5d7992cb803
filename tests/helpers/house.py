"""A hub in this process on a free port, with quick hands and predetermined dice."""

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from flask import Blueprint
from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.waiting import until
from msgspec.structs import replace

from hub.composition.table import AtTable, OpenTable, TableSetting
from hub.domain.commands import Advance, Buy, Draw, SeatCommand, Throw
from hub.domain.corrections import Correction
from hub.domain.tasks import AdvancePending, BuyPending, DrawPending, OpeningThrowPending, Task
from hub.editions import EDITIONS
from hub.features import features
from hub.pages import pages_dir
from hub.rules.slots import Rules
from hub.server.listener import Listener
from hub.simulated_board.board import SimulatedBoard, SimulatedKind
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.automatic.bots import BotThread
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.interfaces.board import Simulator
from hub.table.requests import AddSeat, Begin, Correct, Enrol, LetIn, Play
from hub.table.requests.base import Action, Request
from hub.table.wire.audience import Ack, Audience
from hub.table.wire.contract import View

BANKER = Audience("banker")
QUIET = {"odds", "workshop"} & features().keys()
PACE_MS = 40
TURN_S = 40.0
TRIAL_S = 3.0


class LaidDice:
    """Implements `hub.rules.slots.Chance`: throws the faces given to `lay`, in order; decks stay unshuffled."""

    def __init__(self) -> None:
        self._faces: deque[int] = deque()

    def lay(self, *faces: int) -> None:
        self._faces.extend(faces)

    def faces(self, count: int) -> tuple[int, ...]:
        assert len(self._faces) >= count, "the hub threw dice that no test laid"
        return tuple(self._faces.popleft() for _ in range(count))

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(cards)

    def pick(self, count: int) -> int:
        return 0


class House:
    """One table on one folder. `open` starts the hub (again on the same port), `close` stops it.

    These take effect at the next opening: with `by_hand` pieces do not walk by themselves; `host` is what it binds to.
    """

    def __init__(
        self,
        folder: Path,
        kind: SimulatedKind = "full",
        pages: Path | None = None,
        readers: int = 10,
        editions: Mapping[str, Rules] = EDITIONS,
    ) -> None:
        self.folder, self.kind, self.pages, self.readers, self.editions = folder, kind, pages, readers, editions
        self.dice = LaidDice()
        self.port = 0
        self.by_hand = False
        self.host = "127.0.0.1"
        self._names = itertools.count(1)
        self._open: ExitStack | None = None

    def board(self) -> SimulatedBoard:
        return SimulatedBoard(self.kind, self.readers)

    def open(self, *players: str) -> None:
        """Open the table; `players` are seated, with enrolled pieces, before anybody can connect."""
        folder = DataFolder(self.folder)
        secrets = folder.secrets()
        self.pin = secrets.banker_pin
        self.key = banker_key(secrets.server_secret, self.pin)
        with ExitStack() as closing:
            store = open_store(folder.database_url)
            closing.callback(store.close)
            board = self.board()
            setting = TableSetting(
                folder=self.folder,
                store=store,
                board=board,
                listener=Listener(self.host, self.port, None),
                secrets=secrets,
                version="test",
                pages=self.pages or pages_dir(),
                editions=self.editions,
                chance=self.dice,
                host=self.host,
                bots_pace_ms=PACE_MS,
                hands_pace_ms=PACE_MS,
                features={**features(), **{name: replace(features()[name], at_table="") for name in QUIET}},
                more=self._quietly,
            )
            opened = OpenTable(setting, closing)
            self.table, self.port, self.way_in = opened.table, setting.listener.port, opened.way_in
            self._sockets = opened.site._sockets
            self.bot_thread = next(worker for worker in opened.workers if isinstance(worker, BotThread))
            self.hands: Simulator = board.hands
            board.hands.by_hand = self.by_hand
            self._seat(players)
            opened.start()
            self._open = closing.pop_all()

    def _quietly(self, opened: OpenTable) -> AtTable:
        """The odds without threads that think, and a workshop with short trials, which do not give way to others."""
        return AtTable(routes=[*self._hindsight(opened), *self._workshop(opened)])

    def _hindsight(self, opened: OpenTable) -> Sequence[Blueprint]:
        if "odds" not in features():
            return ()
        from hub.features.odds.at_table import hindsight
        from hub.features.odds.hindsight.desk import HindsightDesk

        return (hindsight(opened.table.desk(HindsightDesk), opened.setting.limits),)

    def _workshop(self, opened: OpenTable) -> Sequence[Blueprint]:
        if "workshop" not in features():
            return ()
        from hub.features.workshop.at_table import put_on_table, workshop
        from hub.features.workshop.desk import Workshop
        from hub.features.workshop.trials import Trials

        trials = Trials(lambda: TURN_S, TRIAL_S, yielding=False)
        opened.afterwards.callback(trials.stop)
        self.workshop = Workshop(self.folder, EDITIONS, partial(put_on_table, opened.table.request), trials)
        return (workshop(self.workshop, opened.access, opened.setting.limits),)

    def close(self) -> None:
        """Stop everything in the order of `hub.composition`."""
        if self._open is not None:
            self._open.close()
            self._open = None

    @property
    def url(self) -> str:
        return f"http://{OWN_NAME}:{self.port}"

    @property
    def local_url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def task(self) -> Task | None:
        prompt = self.view().prompt
        return prompt.task if prompt else None

    def view(self) -> View:
        return self.table.view(BANKER)

    def balances(self) -> list[int]:
        return [seat.balance for seat in self.view().seats]

    def do(self, action: Action) -> None:
        ack = self.table.request(BANKER, Request(f"house-{next(self._names)}", action))
        assert ack.ok, f"{action} was refused: {ack.reason}"

    def let_in(self, seat: int) -> None:
        """Let in the phone that waits at a seat, as an earlier phone of the seat may while bids lie face down."""
        phones = self._sockets._access.phones
        until(lambda: phones()[seat], "a phone has come")
        for phone in phones()[seat]:
            assert self._sockets._access.let_in(seat, phone.number, self._asking(LetIn(seat, phone.number))).ok
        self._sockets._seating.update()

    def _asking(self, action: Action) -> Callable[..., Ack]:
        return partial(self.table.request, BANKER, Request(f"house-{next(self._names)}", action))

    def play(self, *commands: SeatCommand) -> None:
        for command in commands:
            self.do(Play(command))

    def correct(self, *corrections: Correction) -> None:
        """Set the game up by corrections, as a banker would."""
        for correction in corrections:
            self.do(Correct(correction))

    def begin(self) -> None:
        """Start the game; seat 0 wins the throw for the first turn, if there is one."""
        self.hands.by_hand = True
        self.do(Begin())
        while isinstance(task := self.task, OpeningThrowPending):
            seat = task.seats[0]
            self.play(Throw(seat, (6, 5) if seat == 0 else (1, 1 + seat % 5)))

    def throw(self, seat: int, *faces: int) -> None:
        """Throw these faces and go on until somebody has to decide something."""
        self.play(Throw(seat, faces))
        while isinstance(task := self.task, AdvancePending | DrawPending):
            self.play(Advance(task.seat) if isinstance(task, AdvancePending) else Draw(task.seat))

    def throw_and_buy(self, seat: int, *faces: int) -> None:
        self.throw(seat, *faces)
        if isinstance(self.task, BuyPending):
            self.play(Buy(seat))

    def _seat(self, players: Iterable[str]) -> None:
        for seat, name in enumerate(players):
            self.do(AddSeat(name))
            self.do(Enrol(seat, SPARE_TAGS[seat]))
