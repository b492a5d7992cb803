"""Workers of `hub.features.odds` that play in this process, for tests of the code that uses their answers."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Self, cast

from hub.features.odds.outlook import never
from hub.simulation.workers import GivenUp, Workers


class NearWorkers:
    """Answers at once. `asked` counts calls; `workers` stands in for real ones."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs, self.asked = jobs, list[tuple[str, tuple[object, ...]]]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        return None

    def call(
        self,
        function: Callable[..., list[Any]],
        arguments: Sequence[tuple[object, ...]],
        unwanted: Callable[[], bool] = never,
        _deadline_s: float = math.inf,
    ) -> list[Any]:
        found = []
        for given in arguments:
            if unwanted():
                raise GivenUp
            self.asked.append((function.__name__, given))
            found += function(*given)
        return found

    @property
    def workers(self) -> Workers:
        return cast("Workers", self)
