"""At the start every player is his own shares, and an opening report lies with the supervision (haustein-13) [H26]."""

from __future__ import annotations

from dataclasses import dataclass

from hub.domain.shares import Report, ReportFiled, SharesIssued
from hub.domain.state import GameStarted
from hub.rules.game import Game


@dataclass(frozen=True)
class Issuing:
    """`shares` a player. What everybody starts with is paid right after, and reported already."""

    shares: int

    def react(self, game: Game, fact: GameStarted) -> None:
        game.emit(SharesIssued(self.shares))
        cash = game.rules.opening.money
        for seat in range(fact.seats):
            game.emit(ReportFiled(Report(seat, "opening", 0, cash, 0, ((seat, self.shares),))))
