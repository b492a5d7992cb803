"""The conclusions from the figures as sentences: keys of the locales (`lab.judge.…`) with their arguments.

Only statistically significant differences are reported, with a Bonferroni correction for multiple comparisons. Groups
are compared within each game, so that the length of a game affects all of them alike.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from hub.rules.slots import Rules
from hub.simulation.counting import LabGame
from hub.simulation.report import LaboratoryReport, VariantFound, counts_of
from hub.simulation.setting import Laboratory, Variant
from hub.simulation.statistics import Estimate, mean_of, ratio_difference, ratio_of

UNENDED_WORTH_SAYING = 0.01
"""Fewer evenings without an end are nobody's worry."""


class Sentence(Struct, frozen=True):
    """A key, the groups and house rules it names, its figures; with several variants, `of` which one it says this."""

    key: str
    groups: tuple[str, ...] = ()
    house_rules: Variant = ()
    figures: dict[str, float] = {}
    of: Variant | None = None


Higher = Callable[[str, str], bool]
"""Whether a group certainly has more of something than another."""


def judged(
    laboratory: Laboratory, played: Sequence[Sequence[LabGame]], report: LaboratoryReport
) -> tuple[Sentence, ...]:
    """How evenings go by each variant, the groups by the first, then the effects of the others."""
    first, rules = report.variants[0], laboratory.rules[0]
    several = len(report.variants) > 1
    groups = [*_groups(rules, played[0])]
    return (
        *[
            replace(sentence, of=found.house_rules if several else None)
            for found in report.variants
            for sentence in (*_evening(report, found), *_places(found))
        ],
        *(groups or [Sentence("groups_alike", figures={"games": first.games})]),
        *_changes(report),
    )


def _evening(report: LaboratoryReport, found: VariantFound) -> Iterator[Sentence]:
    spread = found.minutes_spread
    yield Sentence("length", figures={"middle": spread.middle, "least": spread.tenth, "most": spread.nine_tenths})
    if 1 - found.ended.high > UNENDED_WORTH_SAYING:
        yield Sentence("unended", figures={"share": 1 - found.ended.value, "turns": report.turns_maximum})


def _places(found: VariantFound) -> Iterator[Sentence]:
    """Whether the first or the last in turn order has an advantage over the fair share."""
    fair = 1 / len(found.places)
    beginning, last = found.places[0], found.places[-1]
    if beginning.low > fair:
        yield Sentence("first_wins", figures={"share": beginning.value, "fair": fair})
    elif beginning.high < fair:
        yield Sentence("first_loses", figures={"share": beginning.value, "fair": fair})
    if last.low > fair:
        yield Sentence("last_wins", figures={"share": last.value, "fair": fair})
    elif last.high < fair:
        yield Sentence("last_loses", figures={"share": last.value, "fair": fair})


def _groups(rules: Rules, games: Sequence[LabGame]) -> Iterator[Sentence]:
    """The groups most and least bought, built on and profitable, if they differ significantly from all others."""
    groups = [*rules.track.groups]
    bought = _extremes(groups, partial(_more, rules, games, "sold"))
    pays = _extremes(groups, partial(_pays_more, rules, games))
    said = set[tuple[str, str]]()
    for buy, pay in (("most", "least"), ("least", "most"), ("most", "most"), ("least", "least")):
        group = bought.get(buy)
        if group is not None and pays.get(pay) == group:
            said |= {("bought", buy), ("pays", pay)}
            yield Sentence(f"bought_{buy}_pays_{pay}", (group,))
    built = _extremes([group for group in groups if group in rules.grounds], partial(_more, rules, games, "built"))
    for key, extremes in (("bought", bought), ("pays", pays), ("built", built)):
        for end, group in extremes.items():
            if (key, end) not in said:
                yield Sentence(f"{key}_{end}", (group,))
    losing = [*_losing(rules, games)]
    others = [group for group in groups if group not in losing]
    if len(losing) > len(others):
        yield Sentence("loses_most" if others else "loses_all", tuple(others))
    elif losing:
        yield Sentence("loses", tuple(losing))


def _losing(rules: Rules, games: Sequence[LabGame]) -> Iterator[str]:
    """Groups that significantly earn less in a game than is spent on them, in track order."""
    for group, spaces in sorted(rules.track.groups.items(), key=lambda one: one[1]):
        counts = [counts_of(rules, games, spaces, what) for what in ("earned", "spent")]
        earned = ratio_of(counts[0], counts[1])
        if earned is not None and earned.high < 1:
            yield group


def _extremes(groups: Sequence[str], higher: Higher) -> dict[str, str]:
    """The group that is higher than every other one, and the one that is lower, if there are any."""
    if len(groups) < 2:
        return {}
    above = {pair for pair in permutations(groups, 2) if higher(*pair)}
    found = dict[str, str]()
    for group in groups:
        others = [other for other in groups if other != group]
        if all((group, other) in above for other in others):
            found["most"] = group
        if all((other, group) in above for other in others):
            found["least"] = group
    return found


def _questions(rules: Rules) -> int:
    return len(rules.track.groups) * (len(rules.track.groups) - 1)


def _more(rules: Rules, games: Sequence[LabGame], what: str, one: str, other: str) -> bool:
    """Whether deeds of one group are significantly more often sold, or built on, than those of another."""
    first, second = (
        [count / len(spaces) for count in counts_of(rules, games, spaces, what)]
        for spaces in (rules.track.groups[one], rules.track.groups[other])
    )
    apart = mean_of([a - b for a, b in zip(first, second, strict=True)], _questions(rules))
    return apart.low > 0


def _pays_more(rules: Rules, games: Sequence[LabGame], one: str, other: str) -> bool:
    """Whether one group significantly earns more for the money spent on it than another."""
    first, second = (
        (counts_of(rules, games, spaces, "earned"), counts_of(rules, games, spaces, "spent"))
        for spaces in (rules.track.groups[one], rules.track.groups[other])
    )
    apart = ratio_difference(first, second, _questions(rules))
    return apart is not None and apart.low > 0


def _changes(report: LaboratoryReport) -> Iterator[Sentence]:
    """The significant effects of the other variants."""
    for found in report.variants[1:]:
        clear = [effect for effect in found.effects if effect.clear]
        for effect in clear:
            yield Sentence(
                f"{effect.measure}_{'more' if effect.change.value > 0 else 'less'}",
                house_rules=found.house_rules,
                figures=_bounds(effect.change),
            )
        if not clear:
            yield Sentence("no_change", house_rules=found.house_rules, figures={"games": found.games})


def _bounds(change: Estimate) -> dict[str, float]:
    """A change without its sign, with the nearer and the farther bound."""
    near, far = sorted((abs(change.low), abs(change.high)))
    return {"value": abs(change.value), "low": near, "high": far}
