"""Composes the page: the findings, the drawings, and the figures as tables."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hub.features.laboratory.page.drawing import Curve, Format, Row, curves_drawn, rows_drawn
from hub.features.laboratory.page.texts import Bilingual, PageTexts, number, percent, plain
from hub.rules.slots import Rules
from hub.server.access.security_headers import source_of
from hub.simulation.judging import Sentence
from hub.simulation.report import MEASURES, DeedFound, LaboratoryReport, VariantFound
from hub.simulation.statistics import Estimate
from hub.words import Language

COLOURS = 8
OWN_LANGUAGE = 'if(!/^de/.test(navigator.language))document.getElementById("en").checked=true'
"""Selects English unless the browser prefers German; without scripts the page is German."""


def policy_of(language: Language | None) -> str:
    """What a browser may do with the page: show it, with its own style. In one language it contains no script."""
    scripts = "" if language else f"; script-src '{source_of(OWN_LANGUAGE)}'"
    return f"default-src 'none'; style-src '{source_of(_style())}'{scripts}"


def page_of(
    rules: Rules, report: LaboratoryReport, sentences: Sequence[Sentence], language: Language | None = None
) -> bytes:
    """The whole page; in one language, or in that of the reader's browser."""
    say = PageTexts(rules)
    script = "" if language else f"<script>{OWN_LANGUAGE}</script>"
    title = say.text("lab.title", edition=say.board(report.edition))
    chosen = [" checked" if one == (language or "de") else "" for one in ("de", "en")]
    body = "".join(
        (
            _head(say, report, title),
            _sentences(say, sentences),
            _evenings(say, report),
            _effects(say, report),
            *[_variant(say, report, at, found) for at, found in enumerate(report.variants)],
            _reading(say, report),
        )
    )
    return (
        f'<!doctype html><html lang="{language or "de"}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy_of(language)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title.en if language == 'en' else title.de}</title><style>{_style()}</style></head><body>"
        f'<input class="language" type="radio" name="language" id="de"{chosen[0]} aria-label="Deutsch">'
        f'<input class="language" type="radio" name="language" id="en"{chosen[1]} aria-label="English">'
        '<div class="languages"><label for="de">Deutsch</label><label for="en">English</label></div>'
        f"<main>{body}</main>{script}</body></html>"
    ).encode()


def _style() -> str:
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def _head(say: PageTexts, report: LaboratoryReport, title: Bilingual) -> str:
    played = say.text("lab.played", games=report.games, seats=report.seats, variants=len(report.variants))
    own = f"<p>{say.text('lab.own_tables').html}</p>" if report.tables else ""
    faults = sum(found.faults for found in report.variants)
    broken = f"<p>{say.text('lab.faults', count=faults).html}</p>" if faults else ""
    return f"<h1>{title.html}</h1><p>{played.html}</p>{own}{broken}"


def _sentences(say: PageTexts, sentences: Sequence[Sentence]) -> str:
    items = "".join(f"<li>{say.sentence(sentence).html}</li>" for sentence in sentences)
    return f"<h2>{say.text('lab.findings').html}</h2><ul>{items}</ul>"


def _evenings(say: PageTexts, report: LaboratoryReport) -> str:
    found = report.variants
    minutes = [Row(_named(say, one), one.minutes_spread, _colour(at)) for at, one in enumerate(found)]
    ended = [Row(_named(say, one), one.ended, _colour(at)) for at, one in enumerate(found)]
    legend = _legend(say, found)
    running = [Curve(one.running, _colour(at)) for at, one in enumerate(found)]
    out = [Curve(one.out, _colour(at)) for at, one in enumerate(found)]
    figures = (
        _figure(say, "length", rows_drawn(minutes, _minutes(say))),
        _figure(say, "running", curves_drawn(running, percent, 1.0), legend),
        _figure(say, "ended", rows_drawn(ended, percent)),
        _figure(say, "out", curves_drawn(out, _tenths), legend),
        *[_places(say, at, one, len(found) > 1) for at, one in enumerate(found)],
    )
    table = _table(
        [say.text(f"lab.column.{column}") for column in ("variant", "minutes", "turns", "ended", "bankrupt")],
        [
            [
                _named(say, one),
                _bounds(one.minutes, number),
                _bounds(one.turns, number),
                _bounds(one.ended, percent),
                _bounds(one.bankrupt, _hundredths),
            ]
            for one in found
        ],
    )
    return f'<h2>{say.text("lab.evenings").html}</h2><div class="drawings">{"".join(figures)}</div>{table}'


def _places(say: PageTexts, at: int, found: VariantFound, named: bool) -> str:
    rows = [
        Row(say.text("lab.place", place=place), share, _colour(at)) for place, share in enumerate(found.places, start=1)
    ]
    legend = _legend(say, [found], at) if named else ""
    return _figure(say, "places", rows_drawn(rows, percent, 1 / len(rows)), legend)


def _effects(say: PageTexts, report: LaboratoryReport) -> str:
    if len(report.variants) < 2:
        return ""
    figures = []
    for at, measure in enumerate(MEASURES):
        rows = [
            Row(_named(say, found), found.effects[at].change, _colour(place))
            for place, found in enumerate(report.variants)
            if found.effects
        ]
        form: Format = {"minutes": _minutes(say), "bankrupt": _hundredths}.get(measure, percent)
        figures.append(_figure(say, f"effect_{measure}", rows_drawn(rows, form, 0)))
    about = say.text("lab.effects.about", rules=_named(say, report.variants[0]))
    return f'<h2>{say.text("lab.effects").html}</h2><p>{about.html}</p><div class="drawings">{"".join(figures)}</div>'


def _variant(say: PageTexts, report: LaboratoryReport, at: int, found: VariantFound) -> str:
    """Groups and deeds under one variant; the first one is expanded."""
    groups = sorted(found.groups, key=lambda group: group.deeds)
    labels = [say.group(group.name) for group in groups]

    def drawn(key: str, values: Iterable[Estimate | None], form: Format, reference: float | None = None) -> str:
        shown = zip(labels, values, strict=True)
        rows = [Row(label, value, _colour(at)) for label, value in shown if value is not None]
        return _figure(say, key, rows_drawn(rows, form, reference))

    figures = (
        drawn("per_turn", [group.per_turn for group in groups], _tenths),
        drawn("per_money", [group.per_money for group in groups], _hundredths, 1),
        drawn("sold", [group.sold for group in groups], _hundredths),
        drawn("built", [group.built if group.built.value else None for group in groups], _tenths),
    )
    title = say.text("lab.deeds", rules=_named(say, found))
    return (
        f'<details{"" if at else " open"}><summary>{title.html}</summary><div class="drawings">{"".join(figures)}</div>'
        f"{_deeds(say, [(label, group) for label, group in zip(labels, groups, strict=True)])}"
        f"{_deeds(say, [(say.space(deed.deeds[0]), deed) for deed in found.deeds])}</details>"
    )


def _deeds(say: PageTexts, found: Sequence[tuple[Bilingual, DeedFound]]) -> str:
    columns = ("deed", "sold", "built", "spent", "earned", "per_turn", "per_money")
    return _table(
        [say.text(f"lab.column.{column}") for column in columns],
        [
            [
                label,
                _bounds(deed.sold, _hundredths),
                _bounds(deed.built, _hundredths),
                _bounds(deed.spent, number),
                _bounds(deed.earned, number),
                _bounds(deed.per_turn, _hundredths),
                _bounds(deed.per_money, _hundredths),
            ]
            for label, deed in found
        ],
    )


def _reading(say: PageTexts, report: LaboratoryReport) -> str:
    keys = ("intervals", "bots", "bounded", "pace", "paired")
    arguments: Mapping[str, int | str] = {
        "turns": report.turns_maximum,
        "seconds": round(report.turn_s),
        "seed": report.seed,
    }
    items = "".join(f"<li>{say.text(f'lab.reading.{key}', **arguments).html}</li>" for key in keys)
    return f'<h2>{say.text("lab.reading").html}</h2><ul>{items}</ul><p class="soft">{report.version}</p>'


def _figure(say: PageTexts, key: str, drawn: str, legend: str = "") -> str:
    caption = (
        f'<h3>{say.text(f"lab.figure.{key}").html}</h3><p class="soft">{say.text(f"lab.figure.{key}.hint").html}</p>'
    )
    return f"<figure><figcaption>{caption}{legend}</figcaption>{drawn}</figure>"


def _legend(say: PageTexts, found: Sequence[VariantFound], first: int = 0) -> str:
    items = "".join(
        f'<li class="{_colour(at)}"><i></i><span>{_named(say, one).html}</span></li>'
        for at, one in enumerate(found, start=first)
    )
    return f'<ul class="legend">{items}</ul>'


def _table(headings: Sequence[Bilingual], rows: Iterable[Sequence[Bilingual]]) -> str:
    head = "".join(f'<th scope="col">{heading.html}</th>' for heading in headings)
    body = "".join(_line(row) for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _line(cells: Sequence[Bilingual]) -> str:
    first, *rest = cells
    return f'<tr><th scope="row">{first.html}</th>{"".join(f"<td>{cell.html}</td>" for cell in rest)}</tr>'


def _bounds(found: Estimate | None, form: Format) -> Bilingual:
    """A figure, with its interval if there is one."""
    if found is None:
        return plain("–")
    value, low, high = form(found.value), form(found.low), form(found.high)
    if found.low == found.high or abs(found.low) == float("inf"):
        return value
    return Bilingual(f"{value.de} ({low.de} – {high.de})", f"{value.en} ({low.en} – {high.en})")


def _named(say: PageTexts, found: VariantFound) -> Bilingual:
    return say.variant(found.house_rules)


def _minutes(say: PageTexts) -> Format:
    return lambda value: say.text("lab.minutes", minutes=number(value))


def _tenths(value: float) -> Bilingual:
    return number(value, 1)


def _hundredths(value: float) -> Bilingual:
    return number(value, 2)


def _colour(at: int) -> str:
    return f"v{at % COLOURS}"
