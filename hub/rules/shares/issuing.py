"""At the start every player is his own shares, and an opening report lies with the supervision (haustein-13) [H26]."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.shares import Report, ReportFiled, SharesIssued
from hub.domain.state import GameStarted
from hub.rules.game import Game


@dataclass(frozen=True)
class Issuing:
    """`shares` a player; `cash` is what everybody starts with, which is paid right after."""

    shares: int
    cash: int

    def react(self, game: Game, fact: GameStarted) -> None:
        game.emit(SharesIssued(self.shares))
        for seat in range(fact.seats):
            game.emit(ReportFiled(Report(seat, "opening", 0, self.cash, 0, ((seat, self.shares),))))
