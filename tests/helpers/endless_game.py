"""A game that never ends: bots play, and the banker gives money to whoever has little."""

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.editions import EDITIONS
from hub.table.automatic.bots import BotMove
from hub.table.game.chance import Dice
from hub.table.interfaces.board import Board
from hub.table.interfaces.storage import Store
from hub.table.requests import AddSeat, Begin, ChooseEdition, Correct, Play, SetBot
from hub.table.requests.base import Action, Request
from hub.table.table import Table
from hub.table.wire.audience import Ack, Audience

BANKER = Audience("banker")
LITTLE, GIFT = 2, 3
"""In start moneys: editions differ in their unit, and whoever cannot pay is out for good."""


class EndlessGame:
    """Four bots at a table, driven move by move."""

    def __init__(self, store: Store, board: Board, edition: str) -> None:
        self.table = Table(store, board, EDITIONS, Dice(1), {kind: chooser_of(make) for kind, make in BOTS.items()})
        self.table.start()
        self._names = 0
        self.ask(ChooseEdition(edition))
        for seat in range(4):
            self.ask(AddSeat(f"Bot {seat + 1}"))
            self.ask(SetBot(seat, "sensible"))
        self.ask(Begin())
        live = self.table.state.live
        assert live is not None
        self._start_money = live.game.state.ledger.balances[0]

    def ask(self, action: Action, audience: Audience = BANKER) -> Ack:
        self._names += 1
        ack = self.table.request(audience, Request(f"endless-{self._names}", action))
        assert ack.ok, (action, ack)
        return ack

    def play_to(self, moves: int) -> None:
        live = self.table.state.live
        assert live is not None
        while len(live.entries) < moves:
            balances = live.game.state.ledger.balances
            for seat in [seat for seat in range(4) if balances[seat] < LITTLE * self._start_money]:
                self.ask(Correct(CorrectMoney(BANK, seat, GIFT * self._start_money)))
            wanted = self.table.bots.wanted()
            assert isinstance(wanted, BotMove), "nobody wants anything"
            self.ask(Play(wanted.command), Audience("seat", wanted.seat))
