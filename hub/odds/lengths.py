"""Estimates the length of the evening in the lobby, again after each change of players or house rules.

Nothing waits for it. Results for recent settings are cached, and work that is no longer wanted stops at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hub.domain.history import effective_facts
from hub.domain.turns import TurnBegan
from hub.odds.outlook import Budget, Outlook, outlook
from hub.odds.pace import minutes, played_s, turn_of
from hub.odds.position import beginning
from hub.odds.threads import KeptOddsThread
from hub.rules.house_rules.changes import limited_rounds
from hub.rules.slots import HouseRule, Rules
from hub.table.automatic.length import LengthDesk, WantedLength
from hub.table.game.live import entries_shown
from hub.table.game.shown_log import EVERYBODY
from hub.table.interfaces.storage import StoredEntry, StoreError
from hub.table.past import PlayedGames
from hub.table.state import Settings
from hub.table.wire.odds_views import LengthView, ShortEvening

QUIET_S = 0.3
"""People usually change several house rules at once."""

WHOLE, SHORT = Budget(400, seconds=4), Budget(50, seconds=1)
"""For the evening as agreed on, and for each short one: their lengths differ less."""

GAMES_MEASURED = 3
"""From how many earlier games the pace of this table is taken."""

SEED = "length"

log = logging.getLogger(__name__)


class Measured(NamedTuple):
    """The pace of a game played at this table: seconds without pauses, and turns of the table."""

    seconds: float
    turns: int


class PaceHere:
    """The pace of a table, from its newest games; each game is measured only once."""

    def __init__(self, past: Callable[[], PlayedGames]) -> None:
        self._past = past
        self._measured: dict[str, Measured] = {}

    def turn_s(self) -> float:
        """How many seconds recent turns took at this table; the usual pace if the store cannot be read."""
        try:
            past = self._past()
            newest = [record.id for record in past.games[-GAMES_MEASURED:]]
            for game in newest:
                if game not in self._measured:
                    self._measured[game] = measured(past.store.entries(game))
        except StoreError as unread:
            log.warning("the pace of earlier games cannot be read: %s", unread)
            return turn_of(0, 0)
        known = [self._measured[game] for game in newest]
        return turn_of(sum([game.seconds for game in known]), sum([game.turns for game in known]))


class LengthThread(KeptOddsThread):
    """Checks after each `wake` whether the length of a game is wanted. Processes run only while people gather."""

    def __init__(
        self, desk: LengthDesk, past: Callable[[], PlayedGames], whole: Budget = WHOLE, short: Budget = SHORT
    ) -> None:
        super().__init__("length", QUIET_S)
        self._desk, self._whole, self._short = desk, whole, short
        self._turns: dict[Settings, tuple[Outlook, dict[int, int]]] = {}
        self._pace = PaceHere(past)

    def _compute(self) -> None:
        asked = self._desk.wanted()
        if asked is None:
            if self._desk.settings() is None:
                self._workers.close()
            return
        settings, turn_s = asked.settings, self._pace.turn_s()
        if settings not in self._turns:
            whole = self._outlook(asked, settings.house_rules, self._whole)
            self._desk.answer(settings, shown(whole, {}, turn_s))
            self._turns[settings] = whole, self._short_evenings(asked)
        self._desk.answer(settings, shown(*self._turns[settings], turn_s))

    def _short_evenings(self, asked: WantedLength) -> dict[int, int]:
        """The turns of the table by number of rounds, for games with limited rounds."""
        rule = rule_of_rounds(asked.edition)
        if rule is None:
            return {}
        others = [way for way in asked.settings.house_rules if way not in rule.agreed()]
        ways = zip(rule.values, rule.agreed(), strict=True)
        return {rounds: self._outlook(asked, [*others, way], self._short).turns_left for rounds, way in ways}

    def _outlook(self, asked: WantedLength, agreed: Sequence[str], budget: Budget) -> Outlook:
        position = beginning(asked.edition.with_house_rules(agreed), asked.settings.seats)
        return outlook(self._workers, position, SEED, budget, lambda: self._is_old(asked.settings))

    def _is_old(self, settings: Settings) -> bool:
        return self._stopped.is_set() or self._desk.settings() != settings


def measured(entries: Sequence[StoredEntry]) -> Measured:
    """The pace of a game, from the public part of its log only, since the result is public."""
    shown = entries_shown(entries, EVERYBODY)
    turns = sum([type(fact) is TurnBegan for fact in effective_facts([stored.entry for stored in shown])])
    return Measured(played_s([stored.at_ms for stored in shown]), turns)


def rule_of_rounds(edition: Rules) -> HouseRule | None:
    """The house rule that limits the number of rounds, None if the edition has none."""
    return next((rule for rule in edition.house_rules if rule.change is limited_rounds), None)


def shown(whole: Outlook, short: dict[int, int], turn_s: float) -> LengthView:
    """The length in minutes as pages show it, if a turn takes `turn_s` seconds."""
    least, middle, most = (minutes(turns, turn_s) for turns in (whole.turns_least, whole.turns_left, whole.turns_most))
    evenings = tuple([ShortEvening(rounds, minutes(turns, turn_s)) for rounds, turns in short.items()])
    return LengthView(middle, least, most, evenings)
