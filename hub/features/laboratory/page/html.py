"""Composes the page (`page.html`): the findings, the drawings, and the figures as tables."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hub.features.laboratory.page.drawing import Curve, Format, Row, curves_drawn, rows_drawn
from hub.features.laboratory.page.texts import Bilingual, PageTexts, number, percent, plain
from hub.rules.slots import Rules
from hub.server.access.security_headers import source_of
from hub.simulation.report import MEASURES, DeedFound, LaboratoryReport, Sentence, VariantFound
from hub.simulation.statistics import Estimate
from hub.words import Language

COLOURS = 9
OWN_LANGUAGE = 'if(!/^de/.test(navigator.language))document.getElementById("en").checked=true'
"""Selects English unless the browser prefers German; without scripts the page is German."""

HERE = Path(__file__).parent
HUNDREDTHS = partial(number, digits=2)


def policy_of(language: Language | None) -> str:
    """What a browser may do with the page: show it, with its own style. In one language it contains no script."""
    scripts = "" if language else f"; script-src '{source_of(OWN_LANGUAGE)}'"
    return f"default-src 'none'; style-src '{source_of(_style())}'{scripts}"


def page_of(
    rules: Rules, report: LaboratoryReport, sentences: Sequence[Sentence], language: Language | None = None
) -> bytes:
    """The whole page; in one language, or in that of the reader's browser."""
    pages = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shown = _Shown(PageTexts(rules), report)
    ours = {"style": _style(), "policy": policy_of(language), "own_language": OWN_LANGUAGE}
    page = pages.get_template("page.html")
    return page.render(shown=shown, report=report, sentences=sentences, language=language, **ours).encode()


def _style() -> str:
    return (HERE / "style.css").read_text(encoding="utf-8")


class _ShownVariant:
    """A variant with its colour and its name, and its groups and deeds as rows of a table."""

    def __init__(self, say: PageTexts, at: int, found: VariantFound) -> None:
        self.found, self.colour, self.name = found, f"v{at % COLOURS}", say.variant(found.house_rules)
        self.named = [(say.group(group.name), group) for group in sorted(found.groups, key=attrgetter("deeds"))]
        self.evening = (self.name, *_evening(found))
        self.groups = [(label, *_deed(group)) for label, group in self.named]
        self.deeds = [(say.space(deed.deeds[0]), *_deed(deed)) for deed in found.deeds]


class _Shown:
    """What the template shows: texts, variants, and drawings of their figures by name."""

    percent, hundredths = staticmethod(percent), staticmethod(HUNDREDTHS)
    tenths = staticmethod(partial(number, digits=1))
    measures = MEASURES

    def __init__(self, texts: PageTexts, report: LaboratoryReport) -> None:
        self._texts = texts
        self.title = self.say("title", edition=texts.board(report.edition))
        self.variants = [_ShownVariant(texts, at, found) for at, found in enumerate(report.variants)]

    def say(self, key: str, **arguments: Bilingual | int | str) -> Bilingual:
        return self._texts.text(f"lab.{key}", **arguments)

    def sentence(self, sentence: Sentence) -> Bilingual:
        return self._texts.sentence(sentence)

    def minutes(self, value: float) -> Bilingual:
        return self.say("minutes", minutes=number(value))

    def rows(self, name: str, form: Format) -> str:
        return _drawn((Row(one.name, getattr(one.found, name), one.colour) for one in self.variants), form)

    def curves(self, name: str, form: Format, most: float | None = None) -> str:
        curves = [Curve(getattr(one.found, name), one.colour) for one in self.variants]
        return curves_drawn(curves, form, most)

    def places(self, one: _ShownVariant) -> str:
        shares = enumerate(one.found.places, start=1)
        rows = (Row(self.say("place", place=place), share, one.colour) for place, share in shares)
        return _drawn(rows, percent, 1 / len(one.found.places))

    def effects(self, measure: str) -> str:
        forms: dict[str, Format] = {"minutes": self.minutes, "bankrupt": HUNDREDTHS}
        effects = ((one, effect) for one in self.variants for effect in one.found.effects)
        rows = (Row(one.name, effect.change, one.colour) for one, effect in effects if effect.measure == measure)
        return _drawn(rows, forms.get(measure, percent), 0)

    def groups(self, one: _ShownVariant, name: str, form: Format, reference: float | None = None) -> str:
        """Without those of which nothing is known, or on which nobody can build."""
        found = ((label, getattr(group, name)) for label, group in one.named)
        known = ((label, value) for label, value in found if value is not None and (name != "built" or value.value))
        return _drawn((Row(label, value, one.colour) for label, value in known), form, reference)


def _drawn(rows: Iterable[Row], form: Format, reference: float | None = None) -> str:
    return rows_drawn(list(rows), form, reference)


def _evening(found: VariantFound) -> Iterator[Bilingual]:
    yield from (_bounds(found.minutes, number), _bounds(found.turns, number))
    yield from (_bounds(found.ended, percent), _bounds(found.bankrupt, HUNDREDTHS))


def _deed(deed: DeedFound) -> Iterator[Bilingual]:
    yield from (_bounds(deed.sold, HUNDREDTHS), _bounds(deed.built, HUNDREDTHS))
    yield from (_bounds(deed.spent, number), _bounds(deed.earned, number))
    yield from (_bounds(deed.per_turn, HUNDREDTHS), _bounds(deed.per_money, HUNDREDTHS))


def _bounds(found: Estimate | None, form: Format) -> Bilingual:
    """A figure, with its interval if there is one."""
    if found is None:
        return plain("–")
    value, low, high = form(found.value), form(found.low), form(found.high)
    if found.low == found.high or abs(found.low) == float("inf"):
        return value
    return Bilingual(f"{value.de} ({low.de} – {high.de})", f"{value.en} ({low.en} – {high.en})")
