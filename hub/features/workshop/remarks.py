"""What a trial says about a board: how long an evening takes, which groups are dead, which seat has an advantage.

The sentences are those of the laboratory, each with the cell that it is about; besides there are groups on which
hardly anybody ever builds. Nothing is reported that chance alone could explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hub.features.workshop.views import RemarkView
from hub.rules.slots import Rules
from hub.simulation.counting import LabGame
from hub.simulation.judging import Sentence, judged
from hub.simulation.report import counts_of, report_of
from hub.simulation.setting import Laboratory
from hub.simulation.statistics import share_of

SALARY = "track/0/amount"
"""What makes evenings shorter and longer."""
BY_SEAT = frozenset({"first_wins", "first_loses", "last_wins", "last_loses"})
HARDLY = 0.1
"""A group is dead if in fewer of all games somebody builds on it."""
FIELDLESS = frozenset({"groups_alike"})


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
