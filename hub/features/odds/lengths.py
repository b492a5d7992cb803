"""Estimates the length of the evening in the lobby, again after each change of players or house rules.

Nothing waits for it. Results for recent settings are cached, and work that is no longer wanted stops at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from hub.features.odds.contract import LengthView, ShortEvening
from hub.features.odds.outlook import Budget, Outlook, outlook
from hub.features.odds.position import beginning
from hub.features.odds.threads import OddsDesk
from hub.rules.house_rules import limited_rounds
from hub.rules.slots import HouseRule, Rules
from hub.simulation.pace import USUAL_S, PaceHere, minutes
from hub.simulation.workers import Workers
from hub.table.state import Kept, TableState

QUIET_S = 0.3
"""People usually change several house rules at once."""

WHOLE, SHORT = Budget(400, seconds=4), Budget(50, seconds=1)
"""For the evening as agreed on, and for each short one: their lengths differ less."""

SEED = "length"


def rule_of_rounds(edition: Rules) -> HouseRule | None:
    """The house rule that limits the number of rounds, None if the edition has none."""
    return next((rule for rule in edition.house_rules if rule.change is limited_rounds), None)


def short_evenings(edition: Rules, agreed: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Each number of rounds to which a game can be limited, with what is agreed on then."""
    if (rule := rule_of_rounds(edition)) is not None:
        others = [way for way in agreed if way not in rule.agreed()]
        yield from ((rounds, [*others, way]) for rounds, way in zip(rule.values, rule.agreed(), strict=True))


def shown(whole: Outlook, short: dict[int, int], turn_s: float) -> LengthView:
    """The length in minutes as pages show it, if a turn takes `turn_s` seconds."""
    least, middle, most = (minutes(turns, turn_s) for turns in (whole.turns_least, whole.turns_left, whole.turns_most))
    evenings = tuple([ShortEvening(rounds, minutes(turns, turn_s)) for rounds, turns in short.items()])
    return LengthView(middle, least, most, evenings)


class GameSettings(Struct, frozen=True):
    """The settings of a game that could begin now: edition, agreed house rules, number of players."""

    edition: str
    house_rules: tuple[str, ...]
    seats: int


class LengthDesk(OddsDesk[GameSettings, LengthView]):
    """Asks about the game that could begin now. Processes are there only while people gather.

    `pace` is that of the table, the usual one if there is none.
    """

    newest = Kept[tuple[GameSettings, LengthView] | None]("length", None)
    quiet_s = QUIET_S
    whole, short = WHOLE, SHORT
    pace: PaceHere | None = None

    def __init__(self, *table: Any) -> None:
        super().__init__(*table)
        self._turns: dict[GameSettings, tuple[Outlook, dict[int, int]]] = {}

    @staticmethod
    def question(table: TableState) -> GameSettings | None:
        """None while a game is at the table, or if none could begin."""
        lobby = table.lobby
        least, most = table.editions[lobby.edition].seats
        if lobby.game is not None or not least <= len(lobby.seats) <= most:
            return None
        return GameSettings(lobby.edition, lobby.house_rules, len(lobby.seats))

    def wanted(self) -> GameSettings | None:
        """The question; after a game again, since that has shown a pace."""
        with self._lock:
            if not self.is_open():
                self.newest.put(self._state, None)
        return super().wanted()

    def find(self, question: GameSettings, workers: Workers, unwanted: Callable[[], bool]) -> None:
        turn_s = USUAL_S if self.pace is None else self.pace.turn_s()
        edition, agreed = self._state.editions[question.edition], question.house_rules

        def found(agreed: Sequence[str], budget: Budget) -> Outlook:
            position = beginning(edition.with_house_rules(agreed), question.seats)
            return outlook(workers, position, SEED, budget, unwanted)

        if question not in self._turns:
            whole = found(agreed, self.whole)
            self.answer(question, shown(whole, {}, turn_s))
            short = {rounds: found(ways, self.short).turns_left for rounds, ways in short_evenings(edition, agreed)}
            self._turns[question] = whole, short
        self.answer(question, shown(*self._turns[question], turn_s))


def shown_length(table: TableState) -> LengthView | None:
    """The length of a game that could begin now, as far as it is known."""
    settings = LengthDesk.question(table)
    return None if settings is None else LengthDesk.known(table, settings) or LengthView()
