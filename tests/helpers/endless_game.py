"""Bots play on and on: a game that never ends, as the banker gives money to the poor, or one after another."""

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.editions import EDITIONS
from hub.table.automatic.bots import BotMove
from hub.table.game.chance import Dice
from hub.table.interfaces.board import Board
from hub.table.interfaces.storage import Store
from hub.table.requests import AddSeat, Begin, ChooseEdition, Correct, NewGame, Play, SetBot
from hub.table.requests.base import Action, Request
from hub.table.table import Table
from hub.table.wire.audience import Ack, Audience

BANKER = Audience("banker")
LITTLE, GIFT = 2, 3
"""In start moneys: editions differ in their unit, and whoever cannot pay is out for good."""


class EndlessGame:
    """Four bots at a table, driven move by move; without `gifts` a game ends, and the next one begins."""

    def __init__(self, store: Store, board: Board, edition: str, *, gifts: bool = True) -> None:
        self._gifts, self.games, self._before = gifts, 0, 0
        self.table = Table(store, board, EDITIONS, Dice(1), {kind: chooser_of(make) for kind, make in BOTS.items()})
        self.table.start()
        self._names = 0
        self.ask(ChooseEdition(edition))
        for seat in range(4):
            self.ask(AddSeat(f"Bot {seat + 1}"))
            self.ask(SetBot(seat, "sensible"))
        self.ask(Begin())
        self._start_money = self.table.state.live.game.state.ledger.balances[0]

    def ask(self, action: Action, audience: Audience = BANKER) -> Ack:
        self._names += 1
        ack = self.table.request(audience, Request(f"endless-{self._names}", action))
        assert ack.ok, (action, ack)
        return ack

    def made(self) -> int:
        """How many entries were stored in all games."""
        return self._before + len(self.table.state.live.entries)

    def play_to(self, moves: int) -> None:
        while self.made() < moves:
            if self._gifts:
                self._give()
            elif self.table.view(BANKER).phase == "over":
                self._before, self.games = self.made(), self.games + 1
                self.ask(NewGame())
                self.ask(Begin())
            wanted = self.table.bots.wanted()
            assert isinstance(wanted, BotMove), "nobody wants anything"
            self.ask(Play(wanted.command), Audience("seat", wanted.seat))

    def _give(self) -> None:
        for seat, balance in enumerate(self.table.state.live.game.state.ledger.balances[:4]):
            if balance < LITTLE * self._start_money:
                self.ask(Correct(CorrectMoney(BANK, seat, GIFT * self._start_money)))
