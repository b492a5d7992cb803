"""A hub in this process, wired as by `hub.wiring`, but on a free port, with quick hands and predetermined dice."""

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.waiting import until

from hub.bots import BOTS
from hub.domain.commands import Advance, Buy, Draw, SeatCommand, Throw
from hub.domain.corrections import Correction
from hub.domain.tasks import AdvancePending, BuyPending, DrawPending, OpeningThrowPending, Task
from hub.editions import EDITIONS
from hub.lab.at_table import LabThread
from hub.rules.slots import Rules
from hub.server.serve import Server
from hub.simulated_board.board import SimulatedBoard, SimulatedKind
from hub.store.folder import DataFolder
from hub.store.sqlstore import open_store
from hub.table.automatic.bots import BotThread
from hub.table.automatic.hands import HandsThread
from hub.table.automatic.tag_moves import SPARE_TAGS
from hub.table.interfaces.board import Simulator
from hub.table.requests import AddSeat, Begin, Correct, Enrol, LetIn, Play
from hub.table.requests.base import Action, Request
from hub.table.table import Table
from hub.table.wire.ack import Ack
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View
from hub.wiring.table_parts import chooser_of
from hub.workshop.desk import Workshop
from hub.workshop.trials import Trials

BANKER = Audience("banker")
PACE_MS = 40
TURN_S = 40.0
TRIAL_S = 3.0


class LaidDice:
    """Implements `hub.rules.slots.Chance`: throws the faces given to `lay`, in order; decks stay unshuffled."""

    def __init__(self) -> None:
        self._faces: deque[int] = deque()

    def lay(self, *faces: int) -> None:
        """Set the faces of the next throws."""
        self._faces.extend(faces)

    def face(self) -> int:
        """The next face."""
        assert self._faces, "the hub threw dice that no test laid"
        return self._faces.popleft()

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in printed order."""
        return tuple(cards)

    def pick(self, count: int) -> int:
        """Always the first."""
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
        """The board it is played on."""
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
            bots = {kind: chooser_of(make) for kind, make in BOTS.items()}
            self.table = Table(store, board, self.editions, self.dice, bots)
            closing.callback(self.table.stop)
            self._seat(players)
            lab = LabThread(self.table.lab, self.folder / "laboratory", lambda: TURN_S)
            trials = Trials(lambda: TURN_S, TRIAL_S, yielding=False)
            closing.callback(trials.stop)
            self.workshop = Workshop(self.folder, EDITIONS, self.table.designs.put_on_table, trials)
            server = Server(
                self.table,
                self.host,
                self.port,
                secrets.server_secret,
                self.pin,
                "test",
                pages=self.pages,
                lab_page=lab.page,
                designs=self.workshop,
            )
            self.port, self.way_in, self._sockets = server.port, server.way_in, server.site._sockets
            self.table.start()
            self.hands: Simulator = board.hands
            board.hands.by_hand = self.by_hand
            hands = HandsThread(self.table, board.hands, PACE_MS)
            self.table.subscribe(hands.wake)
            hands.start()
            closing.callback(hands.stop)
            self.bot_thread = BotThread(self.table, PACE_MS)
            self.table.subscribe(self.bot_thread.wake)
            self.bot_thread.start()
            closing.callback(self.bot_thread.stop)
            server.start()
            closing.callback(server.stop)
            self.table.subscribe(lab.wake)
            lab.start()
            closing.callback(lab.stop)
            self._open = closing.pop_all()

    def close(self) -> None:
        """Stop everything in the order of `hub.wiring.play`."""
        if self._open is not None:
            self._open.close()
            self._open = None

    @property
    def url(self) -> str:
        """The URL for devices on the network."""
        return f"http://{OWN_NAME}:{self.port}"

    @property
    def local_url(self) -> str:
        """The URL for a browser on the hub's own computer."""
        return f"http://localhost:{self.port}"

    @property
    def task(self) -> Task | None:
        """The open task."""
        prompt = self.view().prompt
        return prompt.task if prompt else None

    def view(self) -> View:
        """The banker's view."""
        return self.table.view(BANKER)

    def balances(self) -> list[int]:
        """The cash of each seat."""
        return [seat.balance for seat in self.view().seats]

    def do(self, action: Action) -> None:
        """Carry out an action as the banker; it must be accepted."""
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
        """Play commands that must be accepted."""
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
        """The same, then buy the deed."""
        self.throw(seat, *faces)
        if isinstance(self.task, BuyPending):
            self.play(Buy(seat))

    def _seat(self, players: Iterable[str]) -> None:
        for seat, name in enumerate(players):
            self.do(AddSeat(name))
            self.do(Enrol(seat, SPARE_TAGS[seat]))
