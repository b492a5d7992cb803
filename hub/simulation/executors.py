"""Executors for playing games: processes of this computer, or of an existing Dask cluster, behind one interface.

The result of a game does not depend on the process that plays it, so the executor only affects the duration.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

from hub.interrupts import interrupts_held
from hub.simulation.processes import PROCESSES_MAXIMUM, begin_as_usual, end_now
from hub.simulation.stored import LabError
from hub.simulation.workers import begin, processors

ADDRESS = re.compile(r"(?:tcp|tls)://(?:[^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")
CONNECT_S = 10
RETRIES = 5
"""How often a cluster repeats games whose process was lost, before it gives up."""


@dataclass(frozen=True)
class Players:
    """An executor, the number of games it plays at once, and a context for submitting. `lost`: errors if it breaks."""

    executor: Executor
    jobs: int
    lost: tuple[type[BaseException], ...]
    beginning: Callable[[], AbstractContextManager[None]] = nullcontext


@contextmanager
def here(jobs: int | None, *, yielding: bool = False) -> Iterator[Players]:
    """An executor of `jobs` processes, by default one per processor; `yielding` gives them the lowest priority.

    Leaving the `with` body early terminates them at once.
    """
    count = min(jobs or processors(), PROCESSES_MAXIMUM)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, initializer=begin if yielding else begin_as_usual)
    try:
        yield Players(pool, count, (BrokenProcessPool,), interrupts_held)
    finally:
        end_now(pool)


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
