"""Estimates the length of the evening in the lobby, again after each change of players or house rules.

Nothing waits for it. Results for recent settings are cached, and work that is no longer wanted stops at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from msgspec import Struct

from hub.features.odds.contract import LengthView, ShortEvening
from hub.features.odds.outlook import Budget, Outlook, outlook
from hub.features.odds.position import beginning
from hub.features.odds.threads import OddsThread
from hub.rules.house_rules import limited_rounds
from hub.rules.slots import HouseRule, Rules
from hub.simulation.pace import PaceHere, minutes
from hub.table.automatic.threads import Desk
from hub.table.changes.commits import Kept
from hub.table.past import PlayedGames
from hub.table.state import TableState

QUIET_S = 0.3
"""People usually change several house rules at once."""

WHOLE, SHORT = Budget(400, seconds=4), Budget(50, seconds=1)
"""For the evening as agreed on, and for each short one: their lengths differ less."""

SEED = "length"

log = logging.getLogger(__name__)


class LengthThread(OddsThread):
    """Checks after each `wake` whether the length of a game is wanted. Processes run only while people gather."""

    def __init__(
        self, desk: LengthDesk, past: Callable[[], PlayedGames], whole: Budget = WHOLE, short: Budget = SHORT
    ) -> None:
        super().__init__("length", QUIET_S, desk.is_open)
        self._desk, self._whole, self._short = desk, whole, short
        self._turns: dict[GameSettings, tuple[Outlook, dict[int, int]]] = {}
        self._pace = PaceHere(past)

    def _compute(self) -> None:
        asked = self._desk.wanted()
        if asked is None:
            return
        (settings, edition), turn_s = asked, self._pace.turn_s()
        if settings not in self._turns:
            whole = self._outlook(settings, edition, settings.house_rules, self._whole)
            self._desk.answer(settings, shown(whole, {}, turn_s))
            self._turns[settings] = whole, self._short_evenings(settings, edition)
        self._desk.answer(settings, shown(*self._turns[settings], turn_s))

    def _short_evenings(self, settings: GameSettings, edition: Rules) -> dict[int, int]:
        """The turns of the table by number of rounds, for games with limited rounds."""
        rule = rule_of_rounds(edition)
        if rule is None:
            return {}
        others = [way for way in settings.house_rules if way not in rule.agreed()]
        ways = zip(rule.values, rule.agreed(), strict=True)
        found = {rounds: self._outlook(settings, edition, [*others, way], self._short) for rounds, way in ways}
        return {rounds: evening.turns_left for rounds, evening in found.items()}

    def _outlook(self, settings: GameSettings, edition: Rules, agreed: Sequence[str], budget: Budget) -> Outlook:
        position = beginning(edition.with_house_rules(agreed), settings.seats)
        return outlook(self._workers, position, SEED, budget, self._unless(self._desk.is_wanted, settings))


def rule_of_rounds(edition: Rules) -> HouseRule | None:
    """The house rule that limits the number of rounds, None if the edition has none."""
    return next((rule for rule in edition.house_rules if rule.change is limited_rounds), None)


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


LENGTH: Kept[tuple[GameSettings, LengthView] | None] = Kept("length", None)
"""The newest estimate, and for which settings it is, perhaps for others."""


class LengthDesk(Desk):
    """Holds the game that could begin now until its length is known. Methods may be called from any thread."""

    def is_open(self) -> bool:
        """Whether a game could begin now. Needs no lock."""
        return settings_of(self._state) is not None

    def is_wanted(self, settings: GameSettings) -> bool:
        """Whether these are the settings of the game that could begin now. Needs no lock."""
        return settings_of(self._state) == settings

    def wanted(self) -> tuple[GameSettings, Rules] | None:
        """The game that could begin now, if its length is not known yet; its edition is without house rules."""
        with self._lock:
            settings, known = settings_of(self._state), LENGTH.at(self._state)
            if settings is None:
                LENGTH.put(self._state, None)  # estimated again later, with the pace of the game that is played now
            if settings is None or (known is not None and known[0] == settings):
                return None
            return settings, self._state.editions[settings.edition]

    def answer(self, settings: GameSettings, length: LengthView) -> None:
        """Show the length, unless the settings have changed meanwhile."""
        with self._lock:
            if self.is_wanted(settings):
                LENGTH.put(self._state, (settings, length))
                self._publish()


def settings_of(table: TableState) -> GameSettings | None:
    """The settings of a game that could begin now; None while a game is at the table, or if none could begin."""
    lobby = table.lobby
    least, most = table.editions[lobby.edition].seats
    if lobby.game is not None or not least <= len(lobby.seats) <= most:
        return None
    return GameSettings(lobby.edition, lobby.house_rules, len(lobby.seats))


def shown_length(table: TableState) -> LengthView | None:
    """The length of a game that could begin now, as far as it is known."""
    settings, known = settings_of(table), LENGTH.at(table)
    if settings is None:
        return None
    return known[1] if known is not None and known[0] == settings else LengthView()
