"""Trials: bots play a design for a minute, while the table plays on, and the results are shown as remarks on its cells.

The games are those of the laboratory, played by processes of the lowest priority, and are not stored. One trial runs
at a time; starting another replaces it, and the newest trial of each design is remembered until the hub ends. The
sentences are those of the laboratory, each with the cell that it is about; besides there are groups on which hardly
anybody ever builds. Nothing is reported that chance alone could explain.
"""

import io
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from hub.features.workshop.views import RemarkView, TrialView
from hub.rules.slots import Rules
from hub.simulation.report import Sentence, counts_of, judged, report_of
from hub.simulation.running import play_lacking
from hub.simulation.setting import LabGame, Laboratory, laboratory
from hub.simulation.statistics import share_of
from hub.simulation.stored import StoredGames
from hub.simulation.workers import GivenUp, here, processors

TRIAL_S, PATIENCE_S = 60.0, 240.0
"""How long a trial takes, and how much longer if hardly any game is over by then."""

GAMES_MAXIMUM, GAMES_MINIMUM = 2_000, 8
SEED, TURNS_MAXIMUM, SEATS_USUAL = "trial", 1_000, 4
REMEMBERED = 60
log = logging.getLogger(__name__)
SALARY = "track/0/amount"
"""What makes evenings shorter and longer."""

BY_SEAT = frozenset({"first_wins", "first_loses", "last_wins", "last_loses"})
HARDLY = 0.1
"""A group is dead if in fewer of all games somebody builds on it."""

FIELDLESS = frozenset({"groups_alike"})


class Trials:
    """From any thread. `turn_s` is how long a turn takes at this table; a trial takes about `trial_s`.

    On a busy computer it takes up to `patience_s` longer, until there are games enough to say anything; what plays is
    `yielding` to all others.
    """

    def __init__(
        self,
        turn_s: Callable[[], float],
        trial_s: float = TRIAL_S,
        patience_s: float = PATIENCE_S,
        *,
        yielding: bool = True,
    ) -> None:
        self._turn_s, self._trial_s, self._patience_s, self._yielding = turn_s, trial_s, patience_s, yielding
        self._lock = threading.Lock()
        self._of: OrderedDict[str, TrialView] = OrderedDict()
        self._wanted: object = None
        self._thread: threading.Thread | None = None

    def of(self, design: str) -> TrialView | None:
        with self._lock:
            return self._of.get(design)

    def start(self, design: str, version: int, rules: Rules) -> TrialView:
        """Start a trial of a design as it is now; a trial that is running is dropped."""
        self.stop()
        least, most = rules.seats
        seats = max(least, min(most, SEATS_USUAL))
        whole_s = round(self._trial_s)
        trial = TrialView(version=version, seats=seats, running=True, games=0, left_s=whole_s, whole_s=whole_s)
        with self._lock:
            self._wanted = order = object()
            self._of[design] = trial
            self._of.move_to_end(design)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
            self._thread = threading.Thread(target=self._run, args=(order, design, rules), name="trial", daemon=True)
            self._thread.start()
        return trial

    def stop(self) -> None:
        with self._lock:
            self._wanted, thread = None, self._thread
        if thread is not None:
            thread.join()

    def _run(self, order: object, design: str, rules: Rules) -> None:
        try:
            self._tell(order, design, remarks=self._tried(order, design, rules))
        except GivenUp:
            pass
        except Exception:
            log.exception("a trial failed")
            self._tell(order, design, failed=True)
        finally:
            with self._lock:
                self._of[design] = replace(self._of[design], running=False, left_s=0)

    def _tried(self, order: object, design: str, rules: Rules) -> tuple[RemarkView, ...]:
        """Play, and judge the games. Raises GivenUp."""
        wanted = laboratory(rules, [()], self._of[design].seats, SEED, TURNS_MAXIMUM)
        stored, ends_s, there = StoredGames(io.BytesIO(), {}), time.monotonic() + self._trial_s, 0
        with here(max(1, processors() // 2), yielding=self._yielding) as players:

            def progress(played: int, _whole: int, _left_s: float) -> None:
                nonlocal there
                there = played
                self._tell(order, design, games=played, left_s=max(0, round(ends_s - time.monotonic())))

            def is_over() -> bool:
                over_s = time.monotonic() - ends_s
                return self._is_unwanted(order) or over_s >= (0 if there >= GAMES_MINIMUM else self._patience_s)

            play_lacking(wanted, stored, GAMES_MAXIMUM, players, progress, is_over)
            games = stored.of(wanted, GAMES_MAXIMUM)[0]
            if self._is_unwanted(order):
                raise GivenUp
            if len(games) < GAMES_MINIMUM:
                raise TimeoutError("too few games were over in time to say anything")
            said: tuple[RemarkView, ...] = players.awaited(
                (remarks_of, wanted, games, self._turn_s()), partial(self._is_unwanted, order)
            )
            return said

    def _is_unwanted(self, order: object) -> bool:
        return self._wanted is not order

    def _tell(self, order: object, design: str, **news: object) -> None:
        with self._lock:
            if self._wanted is order:
                self._of[design] = replace(self._of[design], **news)


def remarks_of(laboratory: Laboratory, games: Sequence[LabGame], turn_s: float) -> tuple[RemarkView, ...]:
    """All that these games of one variant say."""
    played, rules = [games], laboratory.rules[0]
    found = [
        sentence
        for sentence in judged(laboratory, played, report_of(laboratory, played, turn_s))
        if sentence.key not in {"loses_most", "loses_all"}  # what holds of most is usual
    ]
    said = [remark for sentence in found for remark in _remarks(rules, sentence)]
    dead = [*_dead(rules, games)]
    buried = {remark.group for remark in dead}
    return (*(one for one in said if one.key != "built_least" or one.group not in buried), *dead)


def _remarks(rules: Rules, sentence: Sentence) -> Iterator[RemarkView]:
    """A sentence about several groups is one remark for each of them."""
    if not sentence.groups:
        yield RemarkView(key=sentence.key, field=_field(rules, sentence.key), figures=sentence.figures)
    for group in sentence.groups:
        yield RemarkView(key=sentence.key, field=_price(rules, group), group=group, figures=sentence.figures)


def _field(rules: Rules, key: str) -> str:
    """The first player buys first: the remedy is to change prices just after the start."""
    if key in FIELDLESS:
        return ""
    return f"track/{min(rules.track.deeds)}/price" if key in BY_SEAT else SALARY


def _price(rules: Rules, group: str) -> str:
    return f"track/{rules.track.groups[group][0]}/price"


def _dead(rules: Rules, games: Sequence[LabGame]) -> Iterator[RemarkView]:
    """Groups of streets on which certainly hardly anybody builds."""
    for group, spaces in rules.track.groups.items():
        if rules.track.deeds[spaces[0]].kind == "street" and group in rules.grounds:
            built = sum(count > 0 for count in counts_of(rules, games, spaces, "built"))
            share = share_of(built, len(games))
            if share.high < HARDLY:
                yield RemarkView(key="dead", field=_price(rules, group), group=group, figures={"share": share.value})
