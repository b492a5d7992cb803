"""Plays the games that a laboratory lacks, through an executor, and stores each as soon as it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice, zip_longest

from hub.simulation.counting import LabGame, WrongVersion, play_games
from hub.simulation.executors import Players
from hub.simulation.setting import Laboratory
from hub.simulation.stored import LabError, StoredGames

GAMES_AT_ONCE = 4
"""How many games a process plays before it sends them back."""

AHEAD = 3
"""How many handfuls wait for each process, so that none is ever idle."""

LOOK_S = 0.2

Progress = Callable[[int, float], None]
"""Is shown how many of the lacking games have been played, and about how many seconds are left."""


def play_lacking(
    laboratory: Laboratory,
    stored: StoredGames,
    games: int,
    players: Players,
    progress: Progress,
    unwanted: Callable[[], bool],
) -> None:
    """Play until so many games of each variant are there, or nobody wants them. Raises LabError, OSError."""
    lacking = stored.lacking(laboratory, games)
    whole, played, began_s = sum(map(len, lacking.values())), 0, time.monotonic()
    try:
        for found in _played(laboratory, _handfuls(lacking), players, unwanted):
            stored.add(found)
            played += len(found)
            progress(played, (time.monotonic() - began_s) / played * (whole - played))
    except players.lost as lost:
        raise LabError("a process that played was ended from outside; the same command goes on from there") from lost
    except WrongVersion as wrong:
        raise LabError(f"the cluster has other rules: {wrong}; install the same Bankhalter everywhere") from wrong


def _handfuls(lacking: dict[int, list[int]]) -> Iterator[tuple[int, range]]:
    """Games in a row, of all variants in turn: after stopping early there are about as many of each."""
    by_variant = [[(at, part) for part in _runs(numbers)] for at, numbers in lacking.items()]
    for handfuls in zip_longest(*by_variant):
        yield from (handful for handful in handfuls if handful is not None)


def _runs(numbers: list[int]) -> Iterator[range]:
    first = 0
    for at, number in enumerate(numbers):
        last = at + 1 == len(numbers) or numbers[at + 1] != number + 1
        if last or at + 1 - first == GAMES_AT_ONCE:
            yield range(numbers[first], number + 1)
            first = at + 1


def _played(
    laboratory: Laboratory, handfuls: Iterable[tuple[int, range]], players: Players, unwanted: Callable[[], bool]
) -> Iterator[list[LabGame]]:
    submitted = _submitted(laboratory, handfuls, players)
    waiting: set[Future[list[LabGame]]] = {*islice(submitted, players.jobs * AHEAD)}
    while waiting and not unwanted():
        done, waiting = wait(waiting, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        waiting |= {*islice(submitted, len(done))}
        for future in done:
            yield future.result()


def _submitted(
    laboratory: Laboratory, handfuls: Iterable[tuple[int, range]], players: Players
) -> Iterator[Future[list[LabGame]]]:
    for variant, numbers in handfuls:
        with players.beginning():  # this may begin a process
            future = players.executor.submit(play_games, laboratory.packed[variant], numbers)
        yield future
