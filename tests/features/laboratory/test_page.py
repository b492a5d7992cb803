"""The page: one file without a network, in both languages, and every figure of a drawing stands in a table."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from features.laboratory.games import CLASSIC, game, lab_of
from msgspec import structs

from hub.editions import EDITIONS
from hub.features.laboratory.page import html
from hub.features.laboratory.page.drawing import scale
from hub.features.laboratory.page.html import COLOURS, page_of
from hub.features.laboratory.page.texts import PageTexts, number, percent
from hub.simulation import report
from hub.simulation.report import MEASURES, Sentence, judged, report_of
from hub.simulation.setting import play_games

ROOT = Path(__file__).resolve().parents[3]
TEXTS = json.loads((ROOT / "web" / "src" / "locales" / "lab.en.json").read_text(encoding="utf-8"))
VOID = {"meta", "input"}


class Reader(HTMLParser):
    """Sees whether elements close as they were opened, what the page would load, and the text of each language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.languages: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.loads += [name for name in ("src", "href", "srcset", "action") if name in found]
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"span", "tspan"} and "lang" in found:
            self.languages.append(found["lang"] or "")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(edition: str = "classic", seats: int = 3, language: str | None = None) -> str:
    """The page of a few games of an edition, with a house rule."""
    rule = EDITIONS[edition].house_rules[0].agreed()[0]
    lab = lab_of((rule,), edition=edition, seats=seats)
    played = [play_games(packed, range(3)) for packed in lab.packed]
    report = report_of(lab, played, 40.0)
    return page_of(lab.rules[0], report, judged(lab, played, report), language).decode()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_stands_alone_in_both_languages(edition):
    """Nothing is loaded, each text has its other language right behind it, and no text is missing."""
    text = page(edition, max(3, EDITIONS[edition].seats[0]))
    reader = Reader(text)
    assert reader.open == []
    assert reader.loads == []
    assert "http" not in text.replace('http-equiv="Content-Security-Policy"', "")
    assert reader.languages
    assert set(zip(reader.languages[::2], reader.languages[1::2], strict=True)) == {("de", "en")}
    assert re.findall(r">(?:lab|group|kind|house_rule|edition)\.[\w.]+<", text) == []


def test_with_house_rules_it_says_of_which_game_an_evening_is_long():
    """How long most evenings take is said of the printed rules and of the table's own, each with its name."""
    text = page(language="de")
    lengths = re.findall(r"<li>(?:<span[^>]*>)?([^<]*dauern zwischen)", text)
    assert len(lengths) == 2
    assert lengths[0].startswith("Wie gedruckt: ")
    assert lengths[1].startswith("Mit „")


def test_a_language_can_be_asked_for():
    """Then the page does not ask the browser."""
    text = page(language="en")
    assert '<html lang="en">' in text
    assert 'id="en" checked' in text
    assert "navigator" not in text


def test_names_of_own_tables_are_texts():
    """Whoever prints their own streets may call one whatever they like."""
    lab, played = lab_of(), [[game(0), game(1)]]
    (rules,), (start, first, *rest) = lab.rules, CLASSIC.track.spaces
    named = structs.replace(first, name="<script>alert(1)</script>")
    own = replace(rules, track=replace(rules.track, spaces=(start, named, *rest)))
    report = report_of(lab, played, 40.0)
    text = page_of(own, report, judged(lab, played, report)).decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0, 0.0001), (-3, 5), (0, 123456), (-0.02, 0.01), (5, 5), (0, 97), (-250, -1)]
)
def test_a_scale_holds_its_figures_with_a_few_round_marks(low, high):
    """Not so many that they touch each other on a phone."""
    found = scale(low, high)
    assert found.low <= low
    assert high <= found.high
    assert 2 <= len(found.marks) <= 7
    assert found.marks[-1] == pytest.approx(found.high)


def test_figures_are_written_as_in_each_language():
    """Commas and points change places, a minus is a minus, and German sets a space before the sign."""
    assert number(-1234.5, 1) == ("\u22121.234,5", "\u22121,234.5")
    assert percent(0.256) == ("26\u00a0%", "26%")


def test_every_sentence_that_can_be_said_has_words():
    """Keys are put together of what was compared and how it came out."""
    source = Path(report.__file__).read_text(encoding="utf-8")
    keys = set(re.findall(r'Sentence\(\s*"(\w+)"', source))
    keys |= {f"{what}_{end}" for what in ("bought", "pays", "built") for end in ("most", "least")}
    keys |= {f"bought_{one}_pays_{other}" for one in ("most", "least") for other in ("most", "least")}
    keys |= {"loses_most", "loses_all", "of", "of_printed"}
    keys |= {f"{measure}_{way}" for measure in MEASURES for way in ("more", "less")}
    assert {key.removeprefix("lab.judge.") for key in TEXTS if key.startswith("lab.judge.")} == keys


def test_no_text_lies_unused():
    """Each key stands in the source of the page, or is one of a family."""
    folder = ROOT / "hub" / "features" / "laboratory"
    source = "".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*.*") if path.suffix in {".py", ".html"}
    )
    said = {*re.findall(r'"lab\.([\w.]+)"', source), *re.findall(r'\bsay\("([\w.]+)"', source)}
    families = ("lab.judge.", "lab.figure.", "lab.column.", "lab.reading.")
    assert {key[4:] for key in TEXTS if not key.startswith(families)} <= said
    whole = [text for key, text in TEXTS.items() if key.startswith(families[1:3]) and "{" not in text]
    shown = page()
    assert [text for text in whole if text.replace("’", "&#x27;") not in shown] == []


def test_a_sentence_names_its_group_and_its_figures():
    """As people read it."""
    say = PageTexts(CLASSIC)
    assert say.sentence(Sentence("bought_most_pays_least", ("lightblue",))) == (
        "Die Gruppe Hellblau wird am meisten gekauft und bringt am wenigsten für ihr Geld.",
        "The group Light blue is bought most and pays least for its money.",
    )
    shorter = Sentence("minutes_less", house_rules=("rounds:20",), figures={"value": 38.2, "low": 34.4, "high": 41})
    assert say.sentence(shorter).en == "With “Short evening: 20 rounds” the evening is 38 minutes shorter (34 to 41)."


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
def test_every_set_of_rules_has_a_line_of_its_own_colour(rules):
    """The printed rules, each house rule by itself, and all together, as the banker may have them compared."""
    style = (Path(html.__file__).parent / "style.css").read_text(encoding="utf-8")
    assert 2 + len(rules.house_rules) <= COLOURS
    colours = [re.findall(rf"--v{line}: (#\w+)", style) for line in range(COLOURS)]
    for scheme in zip(*colours, strict=True):
        assert len(set(scheme)) == COLOURS
    assert all(f".v{line} {{" in style for line in range(COLOURS))
