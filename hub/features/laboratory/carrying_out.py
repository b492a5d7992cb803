"""Carries out an order of the banker: plays the games and writes the report. Loaded only when first needed."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path

import msgspec

from hub.features.laboratory import newest
from hub.features.laboratory.contract import LabQuestion
from hub.features.laboratory.desk import LabOrder
from hub.features.laboratory.newest import Newest
from hub.features.laboratory.page.html import page_of, policy_of
from hub.simulation.judging import judged
from hub.simulation.report import report_of
from hub.simulation.running import LOOK_S, Players, here, play_lacking
from hub.simulation.setting import Laboratory, laboratory
from hub.simulation.stored import LabError, StoredGames, games_in, stored_games
from hub.simulation.workers import processors
from hub.store.folder import make_folder
from hub.words import LANGUAGES

SEED, TURNS_MAXIMUM = "lab", 1_000
TELL_S = 1.0
"""How often the banker is shown the progress."""


class Unwanted(Exception):
    """The banker has stopped the run, or the hub is shutting down."""


class CarriedOut:
    """One order; `played` is called with its progress, `unwanted` returns whether to give up."""

    def __init__(
        self, order: LabOrder, folder: Path, played: Callable[[int, int, int], None], unwanted: Callable[[], bool]
    ) -> None:
        self._order, self._folder, self._played, self._unwanted = order, folder, played, unwanted

    def report(self, turn_s: Callable[[], float]) -> Newest:
        """Play and write the report. Raises Unwanted, LabError, OSError, StoreError."""
        order = self._order
        question = order.question
        variants = [(), question.house_rules] if question.house_rules else [()]
        wanted = laboratory(order.edition, variants, question.seats, SEED, TURNS_MAXIMUM)
        make_folder(self._folder)
        half = max(1, processors() // 2)
        with stored_games(self._folder, wanted, own=True) as stored, here(half, yielding=True) as ours:
            self._play(wanted, stored, ours)
            return newest.store(self._folder, self._content(wanted, ours, turn_s))

    def _play(self, wanted: Laboratory, stored: StoredGames, players: Players) -> None:
        games = self._order.question.games
        whole = games * len(wanted.rules)
        there = whole - sum(map(len, stored.lacking(wanted, games).values()))
        shown_s = time.monotonic()

        def progress(played: int, left_s: float) -> None:
            nonlocal shown_s
            if time.monotonic() - shown_s >= TELL_S or there + played == whole:
                shown_s = time.monotonic()
                self._played(there + played, whole, round(left_s))

        self._played(there, whole, -1 if there < whole else 0)
        play_lacking(wanted, stored, games, players, progress, self._unwanted)
        if self._unwanted():
            raise Unwanted

    def _content(self, wanted: Laboratory, players: Players, turn_s: Callable[[], float]) -> bytes:
        try:
            with players.beginning():
                written = players.executor.submit(made, self._folder, wanted, self._order.question, turn_s())
            while not wait({written}, timeout=LOOK_S).done:
                if self._unwanted():
                    raise Unwanted
            return written.result()
        except players.lost as lost:
            raise LabError("a process that wrote the report was ended from outside") from lost


def made(folder: Path, laboratory: Laboratory, question: LabQuestion, turn_s: float) -> bytes:
    """The report about the games in a folder, as it is stored. Takes seconds. Raises LabError, OSError."""
    played = games_in(folder, laboratory, question.games)
    report = report_of(laboratory, played, turn_s)
    sentences = judged(laboratory, played, report)
    pages = {language: page_of(laboratory.rules[0], report, sentences, language).decode() for language in LANGUAGES}
    return msgspec.json.encode(Newest(question, pages, {language: policy_of(language) for language in LANGUAGES}))
