"""What a laboratory has found: figures for each variant and against the first one, and conclusions as sentences.

Sentences are keys of the locales (`lab.judge.…`) with their arguments. Only statistically significant differences are
reported, with a Bonferroni correction for multiple comparisons. Groups are compared within each game, so that the
length of a game affects all of them alike.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.ids import Space
from hub.rules.slots import Rules
from hub.simulation.setting import LabGame, Laboratory, Setting, Variant
from hub.simulation.statistics import Estimate, Spread, mean_of, ratio_difference, ratio_of, share_of, spread_of

Measure: TypeAlias = Literal["minutes", "ended", "first", "bankrupt"]
"""What a variant may change: how long an evening takes, whether it ends, who wins, how many go out."""

POINTS = 60
"""How many points are enough for a curve."""


class DeedFound(Struct, frozen=True, kw_only=True):
    """A deed, or a group of `deeds` together, each figure per game; for a group, those of all its deeds.

    `per_turn` is the rent of a turn of the table during which a deed has an owner, `per_money` the rent for each unit
    of money spent on buying and building; None where there was no such turn, or nothing was spent. Both are per deed
    in a group as well.
    """

    name: str
    group: str
    deeds: tuple[Space, ...]
    sold: Estimate
    built: Estimate
    spent: Estimate
    earned: Estimate
    per_turn: Estimate | None
    per_money: Estimate | None


class VariantEffect(Struct, frozen=True):
    """What a variant changes against the first one, from games of the same chance. `clear`: more than chance can do."""

    measure: Measure
    change: Estimate
    clear: bool


class VariantFound(Struct, frozen=True, kw_only=True):
    """How the games of a variant went.

    `ended` and `places` are shares: of all games, and of those that ended by the winner's place in turn order.
    `minutes` and `turns` count a game that did not end up to its bound. `running` and `out` are curves over turns: the
    share of games that still run, and how many seats are out. `faults` are games that broke off.
    """

    house_rules: Variant
    games: int
    faults: int
    ended: Estimate
    turns: Estimate
    minutes: Estimate
    minutes_spread: Spread
    places: tuple[Estimate, ...]
    bankrupt: Estimate
    running: tuple[tuple[int, float], ...]
    out: tuple[tuple[int, float], ...]
    groups: tuple[DeedFound, ...]
    deeds: tuple[DeedFound, ...]
    effects: tuple[VariantEffect, ...]


class LaboratoryReport(Struct, frozen=True, kw_only=True):
    """All of it. `turn_s` is how long a turn of the table is taken to last."""

    edition: str
    tables: str
    seats: int
    seed: str
    games: int
    turns_maximum: int
    turn_s: float
    version: str
    variants: tuple[VariantFound, ...]


def report_of(laboratory: Laboratory, played: Sequence[Sequence[LabGame]], turn_s: float) -> LaboratoryReport:
    """What so many games of each variant say; each variant has the games of the same numbers."""
    setting, questions = laboratory.setting, max(1, (len(played) - 1) * len(MEASURES))
    found = [
        _variant(setting, rules, games, turn_s, _effects(games, played[0], turn_s, questions) if at else ())
        for at, (rules, games) in enumerate(zip(laboratory.rules, played, strict=True))
    ]
    return LaboratoryReport(
        edition=laboratory.rules[0].board,
        tables=setting.tables,
        seats=setting.seats,
        seed=setting.seed,
        games=len(played[0]),
        turns_maximum=setting.turns_maximum,
        turn_s=turn_s,
        version=setting.version,
        variants=tuple(found),
    )


def _variant(
    setting: Setting, rules: Rules, games: Sequence[LabGame], turn_s: float, effects: Iterable[VariantEffect]
) -> VariantFound:
    ended = [game for game in games if game.ended]
    minutes = [game.turns * turn_s / 60 for game in games]
    last = max(min(game.turns, setting.turns_maximum) for game in games)
    deeds, groups = sorted(rules.track.deeds), rules.track.groups
    return VariantFound(
        house_rules=rules.agreed,
        games=len(games),
        faults=sum(bool(game.fault) for game in games),
        ended=share_of(len(ended), len(games)),
        turns=mean_of([game.turns for game in games]),
        minutes=mean_of(minutes),
        minutes_spread=spread_of(minutes),
        places=tuple([share_of(sum(game.place == at for game in ended), len(ended)) for at in range(setting.seats)]),
        bankrupt=mean_of([len(game.bankrupt) for game in games]),
        running=_curve(last, lambda turn: sum(game.turns > turn or not game.ended for game in games) / len(games)),
        out=_curve(last, lambda turn: sum(at <= turn for game in games for at in game.bankrupt) / len(games)),
        groups=tuple([_deeds(rules, games, group, spaces) for group, spaces in groups.items()]),
        deeds=tuple([_deeds(rules, games, rules.track.deeds[space].group, (space,)) for space in deeds]),
        effects=tuple(effects),
    )


def counts_of(rules: Rules, games: Iterable[LabGame], spaces: Sequence[Space], what: str) -> list[int]:
    """One of the counts of `DeedCount`, for each game: that of these deeds together."""
    at = {space: place for place, space in enumerate(sorted(rules.track.deeds))}
    return [sum([getattr(game.deeds[at[space]], what) for space in spaces]) for game in games]


def _deeds(rules: Rules, games: Sequence[LabGame], group: str, spaces: tuple[Space, ...]) -> DeedFound:
    sold, spent, earned, built, owned = (
        counts_of(rules, games, spaces, what) for what in ("sold", "spent", "earned", "built", "owned")
    )
    return DeedFound(
        name=rules.track.spaces[spaces[0]].name if len(spaces) == 1 else group,
        group=group,
        deeds=spaces,
        sold=mean_of([count / len(spaces) for count in sold]),
        built=mean_of([count / len(spaces) for count in built]),
        spent=mean_of(spent),
        earned=mean_of(earned),
        per_turn=ratio_of(earned, owned),
        per_money=ratio_of(earned, spent),
    )


MEASURES: dict[Measure, Callable[[LabGame, float], float]] = {
    "minutes": lambda game, turn_s: game.turns * turn_s / 60,
    "ended": lambda game, _turn_s: float(game.ended),
    "first": lambda game, _turn_s: float(game.place == 0),
    "bankrupt": lambda game, _turn_s: float(len(game.bankrupt)),
}


def _effects(
    games: Sequence[LabGame], against: Sequence[LabGame], turn_s: float, questions: int
) -> Iterable[VariantEffect]:
    for measure, reckon in MEASURES.items():
        apart = [reckon(one, turn_s) - reckon(other, turn_s) for one, other in zip(games, against, strict=True)]
        strict = mean_of(apart, questions)
        yield VariantEffect(measure, mean_of(apart), strict.low > 0 or strict.high < 0)


def _curve(last: int, at: Callable[[int], float]) -> tuple[tuple[int, float], ...]:
    """The points of a curve over turns, from none to the last."""
    return tuple([(turn, at(turn)) for turn in sorted({round(last * part / POINTS) for part in range(POINTS + 1)})])


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
