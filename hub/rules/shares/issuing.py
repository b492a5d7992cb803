"""At the start players hold all of their own shares, and the supervision has an opening report (haustein-13) [H26]."""

from hub.domain.shares import Report, ReportFiled, SharesIssued
from hub.domain.state import GameStarted
from hub.rules.game import Game
from hub.rules.parts import part


@part(sheet="issuing")
class Issuing:
    """`shares` for each player. The starting money is paid right afterwards, and is already in the report."""

    shares: int

    def react(self, game: Game, fact: GameStarted) -> None:
        game.emit(SharesIssued(self.shares))
        cash = game.rules.opening.money
        for seat in range(fact.seats):
            game.emit(ReportFiled(Report(seat, "opening", 0, cash, 0, ((seat, self.shares),))))
