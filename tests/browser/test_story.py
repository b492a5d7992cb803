"""The story of an evening in a browser, the way through a game, and the history by player."""

import re
from pathlib import Path

import pypdfium2
from browser.devices import Visit
from browser.kept import resume
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.features.evening.at_table import ForgetName
from hub.features.evening.contract import EveningView
from hub.features.evening.evening import evening_of
from hub.table.requests import NewGame

GAME = "haustein/mixed-2"
"""The shortest of the whole games: 283 moves, with shares and sealed bids."""

TO_THE_END = "node => { node.value = node.max; node.dispatchEvent(new Event('input', { bubbles: true })); }"


def warms(reader: Screen, shown: EveningView) -> None:
    """The track shows each space that earned rent or was come to, and on the best what it earned."""
    track = reader.page.get_by_role("img", name=reader.say("evening.rents.picture"))
    expect(track).to_be_visible()
    expect(track.locator("rect.warm")).to_have_count(len(shown.rents))
    best = max(rent.rent for rent in shown.rents)
    expect(track.get_by_text(str(best), exact=True)).to_be_visible()


def squeezed(text: str) -> str:
    """A text without blanks, hyphens and what else depends on where lines end."""
    return re.sub(r"\W", "", text)


def prints(reader: Screen, shown: EveningView) -> None:
    """On paper are awards and figures, and nothing to press."""
    page = reader.page
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name=reader.say("evening.awards"))).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("main a:visible")).to_have_count(0)
    with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True)) as sheets:
        printed = squeezed("".join(sheet.get_textpage().get_text_range() for sheet in sheets))
    page.emulate_media(media="screen")
    keys = ("evening.wealth", "evening.dice", *(f"award.{one.award}" for one in shown.awards))
    figures = [f"{one.figure}" for one in shown.awards] + [f"{one.amount}" for one in shown.biggest]
    assert [text for text in (*map(reader.say, keys), *figures) if squeezed(text) not in printed] == []
    assert squeezed(reader.say("evening.print")) not in printed


def test_the_evening_is_shown_saved_printed_and_walked_through(house: House, visit: Visit, tmp_path: Path) -> None:
    """All figures are on the page, on paper and in the saved file; the way's last step is the table as it is."""
    resume(house, GAME)
    shown = evening_of(house.table.played())
    reader = visit("story", local=True)
    page = reader.page
    expect(page.locator(".chart canvas")).to_have_count(2)
    expect(page.get_by_text(reader.say("award.landlord"))).to_be_visible()
    best = max(shown.rents, key=lambda rent: rent.rent)
    table = page.locator("section", has=page.get_by_role("heading", name=reader.say("evening.rents"))).locator("table")
    expect(table.locator("tbody tr").first).to_contain_text(f"{best.rent:,}".replace(",", "."))
    warms(reader, shown)
    prints(reader, shown)
    with page.expect_download() as saving:
        reader.press("evening.save")
    saving.value.save_as(tmp_path / "evening.html")
    saved = (tmp_path / "evening.html").read_text(encoding="utf-8")
    assert saving.value.suggested_filename.endswith(".html")
    assert saved.count("data:image/png") == 2
    assert "<script" not in saved
    reader.press("retell.open")
    page.get_by_role("slider").evaluate(TO_THE_END)
    seats = page.locator(".seats li strong")
    wanted = [f"{balance:,}".replace(",", ".").replace("-", "−") for balance in house.balances()]
    until(lambda: page.wait_for_timeout(30) or seats.all_inner_texts()[: len(wanted)] == wanted, "the end is shown")
    reader.press("retell.turn.back")
    expect(page.get_by_role("slider")).not_to_have_value(str(shown.moves))


def test_before_a_game_nothing_is_asked_of_its_evening(house: House, visit: Visit) -> None:
    """Between games the page tells who won what; a name that is forgotten meanwhile makes it ask for that alone."""
    resume(house, GAME)
    house.do(NewGame())
    reader = visit("story", local=True)
    expect(reader.page.get_by_text(reader.say("evening.none"))).to_be_visible()

    def asked() -> int:
        return sum(url.endswith("/api/hall") for url in reader.requests)

    before = asked()
    house.do(ForgetName(house.view().seats[0].name))
    until(lambda: reader.page.wait_for_timeout(30) or asked() > before, "the hall is asked for again")
    reader.page.wait_for_load_state("networkidle")
    assert not [url for url in reader.requests if "/api/evening" in url]
