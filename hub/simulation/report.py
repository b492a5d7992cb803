"""What a laboratory has found, in figures: for each variant, and against the first one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Space
from hub.rules.slots import Rules
from hub.simulation.counting import LabGame
from hub.simulation.setting import Laboratory, Setting, Variant
from hub.simulation.statistics import Estimate, Spread, mean_of, ratio_of, share_of, spread_of

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
