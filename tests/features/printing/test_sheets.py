"""What is printed for the wooden board is what the engine plays, whole and readable."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from helpers.representative import first_stands_for
from PIL import Image

from hub.editions import EDITIONS
from hub.features.printing import colours
from hub.features.printing.booklet import booklet
from hub.features.printing.edition import Printed
from hub.features.printing.named import SHEETS
from hub.features.printing.paper import HEIGHT_MM, WIDTH_MM, Box, DoesNotFit, Paper
from hub.words import LANGUAGES, Language, Words

ADDRESS = "http://192.168.1.20:5080"
NO_BREAK = "\u00a0"
MM_PER_POINT = 25.4 / 72
DOTS_PER_POINT = 2.5
STYLES = Path(__file__).resolve().parents[3] / "web" / "src" / "styles" / "tokens.css"
BOTH = [(edition, language) for edition in EDITIONS for language in LANGUAGES]


def printed(edition: str, language: Language, address: str | None = ADDRESS) -> Printed:
    return Printed(EDITIONS[edition], Words(language), address)


def pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def codes(pdf: bytes) -> list[str]:
    """What a phone reads of the codes, page by page."""
    images: list[Image.Image] = [page.render(scale=DOTS_PER_POINT).to_pil() for page in pypdfium2.PdfDocument(pdf)]
    return [code.text for image in images for code in zxingcpp.read_barcodes(image)]


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_every_sheet_is_a4_and_says_its_name_and_its_bar(edition, language):
    """Each page has the size of A4 and a heading; no text has a letter that the print does not have."""
    about = printed(edition, language)
    for sheet in SHEETS:
        pdf = booklet(printed(edition, language, address=None), [sheet])
        sizes = {tuple(round(side * MM_PER_POINT) for side in page.get_size()) for page in pypdfium2.PdfDocument(pdf)}
        assert sizes == {(round(WIDTH_MM), round(HEIGHT_MM))}
        for text in pages(pdf):
            assert about.text(f"print.sheet.{sheet}") in text
            assert about.text(f"print.{'two' if sheet in ('deeds', 'decks') else 'one'}_sided") in text
            assert about.text("print.ruler", mm=100).replace(NO_BREAK, " ") in text  # as a viewer hands it out
            assert "\ufffd" not in text
            assert "■" not in text


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_every_deed_card_has_the_rents_that_the_engine_takes(edition, language):
    """The lines of the cards are the price and each rent of each deed, in track order, with what it is for."""
    about, track = printed(edition, language, address=None), EDITIONS[edition].track
    text = "\n".join(pages(booklet(about, ["deeds"])))
    lines = [line.strip() for line in text.splitlines()]
    price = about.text("prompt.price")
    cards = " ".join(lines).split(f"{price} ")[1:]
    assert len(cards) == len(track.deeds)
    for deed, card in zip(track.deeds.values(), cards, strict=True):
        times = deed.kind == "utility"
        rents = [about.text("deeds.rent.times", factor=rent) if times else about.amount(rent) for rent in deed.rents]
        assert card.startswith(about.amount(deed.price))
        assert re.fullmatch(".* ".join(map(re.escape, ["", *rents])) + " .*", f" {card} "), deed.space
        if deed.kind != "street":
            counted = "deeds.rent.factor" if times else "deeds.rent.stations"
            for count, rent in enumerate(rents[: len(track.groups[deed.group])], 1):
                assert f"{about.text(counted, count=count)} {rent}" in card


@pytest.mark.parametrize("edition", first_stands_for(EDITIONS))
def test_a_phone_reads_the_code_on_each_deed_and_on_the_bankers_sheet(edition):
    """Each code, drawn as a printer does, leads to its deed or to a seat; without an address there is none."""
    deeds = [f"{ADDRESS}/play?space={space}" for space in EDITIONS[edition].track.deeds]
    assert sorted(codes(booklet(printed(edition, "de"), ["deeds"]))) == sorted(deeds)
    assert codes(booklet(printed(edition, "de"), ["banker"])) == [f"{ADDRESS}/play"]
    assert codes(booklet(printed(edition, "de", address=None), ["deeds", "banker"])) == []


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_every_card_of_every_deck_is_printed(edition, language):
    """Each card has its text on a front, with figures and names filled in, and each ticket its number, once."""
    about = printed(edition, language)
    fronts = pages(booklet(about, ["decks"]))[::2]
    text = re.sub(r"\s+", " ", " ".join(fronts))
    for card in about.view.cards:
        assert about.card(card) in text
        assert "{" not in about.card(card)
    tickets = [int(number) for number in re.findall(about.text("print.ticket") + r" [^\d]+ (\d+)\b", text)]
    assert tickets == list(EDITIONS[edition].track.tickets)
    special = re.sub(r"\s+", " ", about.text("print.ticket.special"))
    assert text.count(special) == sum(EDITIONS[edition].track.tickets.values())


def test_every_space_is_printed_once(subtests):
    """The sheet of spaces has all their names, as often as the track has them."""
    for edition, rules in EDITIONS.items():
        with subtests.test(edition):
            text = re.sub(r"\s+", " ", " ".join(pages(booklet(printed(edition, "de"), ["spaces"]))))
            for name in {space.name for space in rules.track.spaces}:
                longer = sum(space.name.count(name) for space in rules.track.spaces)
                assert text.count(name) == longer, name


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_space_says_what_it_costs(edition):
    """Its price, or what is paid there, as often as there are such spaces."""
    about = printed(edition, "de")
    text = " ".join(pages(booklet(about, ["spaces"])))
    figures = Counter(space.price or space.amount for space in about.view.spaces)
    largest = len(about.view.spaces)  # smaller ones might be a space's number
    found = {figure: len(re.findall(rf"(?<![\d.]){about.amount(figure)}(?![\d.])", text)) for figure in figures}
    assert [figure for figure, count in figures.items() if figure > largest and found[figure] < count] == []


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_a_space_without_a_deed_says_what_it_is(edition, language):
    """Names of spaces have one language: what a space is stands below, where its name does not say it."""
    about = printed(edition, language)
    text = re.sub(r"\s+", " ", " ".join(pages(booklet(about, ["spaces"])))).lower()
    kinds = [about.text(f"kind.{space.kind}").lower() for space in about.view.spaces if not space.price]
    assert [kind for kind in kinds if text.count(kind) < kinds.count(kind)] == []


def test_the_bankers_sheet_begins_with_the_start_money_of_each_player():
    """Start money stands above, and once more in the column of each player; buildings are printed."""
    text = " ".join(pages(booklet(printed("mega", "de"), ["banker"])))
    assert text.count("250.000") == 1 + EDITIONS["mega"].seats[1]
    assert re.search(r"Vorrat der Bank: Hochhäuser\s+8\b", text)


def test_the_same_sheets_are_the_same_bytes():
    """Printing twice gives one file."""
    one, other = (booklet(printed("classic", "en"), ["labels", "decks"]) for _ in range(2))
    assert one == other


def test_a_text_that_fits_nowhere_is_reported_instead_of_cut():
    """A long word in a narrow place is an error, never a part of it."""
    with pytest.raises(DoesNotFit, match="incomprehensibilities"):
        Paper("narrow").fitted(Box(10, 10, 8, 4), "incomprehensibilities", 12)


def css_colours(prefix: str) -> Mapping[str, str]:
    light = STYLES.read_text(encoding="utf-8").split("@media", 1)[0]
    return dict(re.findall(rf"--{prefix}-(\w+): (#[0-9a-f]{{6}});", light))


def test_paper_and_pages_have_the_same_colours():
    """Groups and pieces look alike on tablet and paper."""
    assert css_colours("group") == colours.GROUPS
    assert css_colours("seat") == colours.SEATS
