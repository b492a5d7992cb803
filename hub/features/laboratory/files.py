"""The report as files: the page, one JSON object, and tables for a spreadsheet."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from hub.features.laboratory.page.html import page_of
from hub.simulation.report import DeedFound, LaboratoryReport, Sentence
from hub.simulation.setting import LabGame, Laboratory
from hub.simulation.statistics import Estimate
from hub.spreadsheet import Cell, csv_of

PAGE, JSON = "lab.html", "lab.json"


def as_json(report: LaboratoryReport, sentences: Sequence[Sentence]) -> bytes:
    return msgspec.json.encode({**msgspec.to_builtins(report), "sentences": sentences})


def files_of(
    laboratory: Laboratory, played: Sequence[Sequence[LabGame]], report: LaboratoryReport, sentences: Sequence[Sentence]
) -> dict[str, bytes]:
    return {
        PAGE: page_of(laboratory.rules[0], report, sentences),
        JSON: msgspec.json.format(as_json(report, sentences), indent=2) + b"\n",
        "variants.csv": _csv(_variants(report)),
        "groups.csv": _csv(_deeds((_name(found.house_rules), found.groups) for found in report.variants)),
        "deeds.csv": _csv(_deeds((_name(found.house_rules), found.deeds) for found in report.variants)),
        "games.csv": _csv(_games(played)),
    }


def _variants(report: LaboratoryReport) -> Iterator[Sequence[Cell]]:
    places = [f"place_{place}" for place in range(1, report.seats + 1)]
    named = ("ended", "turns", "minutes", "bankrupt", *places)
    changes = [effect.measure for effect in report.variants[-1].effects]
    yield [
        "variant", "games", "faults", *_heads(named), "minutes_middle", *_heads([f"change_{name}" for name in changes])
    ]  # fmt: skip
    for found in report.variants:
        estimates = (found.ended, found.turns, found.minutes, found.bankrupt, *found.places)
        effects: list[Estimate | None] = [effect.change for effect in found.effects] or [None] * len(changes)
        middle = found.minutes_spread.middle
        yield [_name(found.house_rules), found.games, found.faults, *_cells(estimates), middle, *_cells(effects)]


def _deeds(variants: Iterable[tuple[str, Sequence[DeedFound]]]) -> Iterator[Sequence[Cell]]:
    yield ["variant", "name", "group", "deeds", *_heads(("sold", "built", "spent", "earned", "per_turn", "per_money"))]
    for variant, found in variants:
        for deed in found:
            estimates = (deed.sold, deed.built, deed.spent, deed.earned, deed.per_turn, deed.per_money)
            yield [variant, deed.name, deed.group, " ".join(map(str, deed.deeds)), *_cells(estimates)]


def _games(played: Sequence[Sequence[LabGame]]) -> Iterator[Sequence[Cell]]:
    yield ["variant", "game", "turns", "ended", "winner_place", "bankrupt_in_turns", "fault"]
    for game in (game for games in played for game in games):
        out = " ".join(map(str, game.bankrupt))
        place = game.place + 1 if game.ended else None
        yield [_name(game.variant), game.number, game.turns, int(game.ended), place, out, game.fault]


def _name(variant: Sequence[str]) -> str:
    return ",".join(variant) or "printed"


def _heads(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from (name, f"{name}_low", f"{name}_high")


def _cells(found: Iterable[Estimate | None]) -> Iterator[float | None]:
    for estimate in found:
        yield from (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)


def _csv(rows: Iterator[Sequence[Cell]]) -> bytes:
    """Figures are rounded to what can be meant."""
    headings = [str(cell) for cell in next(rows)]
    return csv_of(
        headings, ([round(cell, 6) if isinstance(cell, float) else cell for cell in row] for row in rows), "en"
    )
