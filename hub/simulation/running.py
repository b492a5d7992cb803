"""Plays the games that a laboratory lacks, and stores each as soon as it is over.

They are played by processes of this computer, or of an existing Dask cluster, which only affects the duration.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from itertools import islice, zip_longest

from hub.simulation.setting import LabGame, Laboratory, WrongVersion, play_games
from hub.simulation.stored import LabError, StoredGames
from hub.simulation.workers import Players

GAMES_AT_ONCE = 4
"""How many games a process plays before it sends them back."""

AHEAD = 3
"""How many handfuls wait for each process, so that none is ever idle."""

LOOK_S = 0.2

Progress = Callable[[int, int, float], None]
"""Is shown how many games are there, of how many, and about how many seconds are left."""

ADDRESS = re.compile(r"(?:tcp|tls)://(?:[^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")
CONNECT_S = 10
RETRIES = 5
"""How often a cluster repeats games whose process was lost, before it gives up."""


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
    left, played, began_s = sum(map(len, lacking.values())), 0, time.monotonic()
    whole = games * len(laboratory.rules)
    try:
        for found in _played(laboratory, _handfuls(lacking), players, unwanted):
            stored.add(found)
            played += len(found)
            left -= len(found)
            progress(whole - left, whole, (time.monotonic() - began_s) / played * left)
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
    submitted = players.submitted((play_games, laboratory.packed[variant], numbers) for variant, numbers in handfuls)
    waiting: set[Future[list[LabGame]]] = {*islice(submitted, players.jobs * AHEAD)}
    while waiting and not unwanted():
        done, waiting = wait(waiting, timeout=LOOK_S, return_when=FIRST_COMPLETED)
        waiting |= {*islice(submitted, len(done))}
        for future in done:
            yield future.result()


@contextmanager
def on_cluster(address: str) -> Iterator[Players]:
    """An executor on a cluster, by the address of its scheduler. Raises LabError.

    The scheduler reruns games of a process that was lost, unless their results have been received.
    """
    if not ADDRESS.fullmatch(address):
        raise LabError(f"{address!r} is not the address of a scheduler: give one like tcp://HOST:8786")
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise LabError("a cluster needs one more part: install bankhalter[cluster]") from error
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise LabError(f"there is no scheduler at {address}: start one with `dask scheduler`") from error
    with client:
        jobs = sum(client.nthreads().values())
        if not jobs:
            raise LabError(f"the cluster at {address} has no workers: start some with `dask worker {address}`")
        executor = client.get_executor(pure=False, retries=RETRIES)
        try:
            yield Players(executor, jobs, (KilledWorker, CancelledError))
        finally:
            executor.shutdown(wait=False)  # results of games still being played are not needed
