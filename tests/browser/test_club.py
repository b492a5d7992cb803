"""A club in a browser: the front page opens tables, and a screen follows its table to another process."""

import re
import signal
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browser.looks import AT_REST
from browser.walk import SCHEMES, grave
from helpers.club_process import ClubProcess, new_database
from helpers.house import until
from helpers.postgres import PostgresServer
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.feature("club")

WORDS = {
    "en": ("The club’s PIN", "Show the tables", "Open tables", "Open as banker", "That PIN is wrong"),
    "de": ("PIN des Clubs", "Tische zeigen", "Offene Tische", "Als Bank öffnen", "Die PIN stimmt nicht"),
}

HELP = {
    "en": ("Menu", "Call for help", "Table 7 wants help", "Help is here"),
    "de": ("Menü", "Hilfe rufen", "Tisch 7 braucht Hilfe", "Hilfe ist da"),
}
LEAGUE = {
    "en": ("The club’s league", "No game of two or more people has ended", "This week", "Download everything"),
    "de": ("Die Liga des Clubs", "In dieser Zeit ist noch kein Spiel", "Diese Woche", "Alles herunterladen"),
}


@pytest.fixture(scope="module")
def club(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ClubProcess]]:
    """Two processes with a table each."""
    options = ("--database", new_database(postgres), "--tables", "7,8")
    with ExitStack() as closing:
        found = [closing.enter_context(ClubProcess(tmp_path_factory.mktemp("club"), *options)) for _ in range(2)]
        until(lambda: all(one.has("7") != one.has("8") for one in found), "each has one")
        yield found


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A tablet in English, or in the language that a test asks for."""
    language = getattr(request, "param", "en")
    with browser.new_context(locale=language, viewport={"width": 1024, "height": 768}) as context:
        yield context.new_page()


@pytest.mark.parametrize(("page", "language"), [("en", "en"), ("de", "de")], indirect=["page"])
def test_front_page_wall_and_league(club: list[ClubProcess], page: Page, language: str) -> None:
    """The PIN shows tables, makes bankers and takes games home; the wall shows who wants help, the league its weeks."""
    enters(club, page, language)
    page.locator("[data-table]").first.wait_for()
    keeps_nobody_out(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=LEAGUE[language][-1]).click()
    with zipfile.ZipFile(download.value.path()) as found:
        assert {"games.csv", "league.csv"} <= set(found.namelist())
    with page.context.expect_page() as opened:
        page.locator("[data-table='7']").get_by_role("link", name=WORDS[language][3]).click()
    table = opened.value
    expect(table.locator("[data-open-door]")).to_be_visible()
    assert re.fullmatch(r"http://[^/]+/t/7/table", table.url)
    calls_for_help(club, table, language)
    title, none, this_week, _ = LEAGUE[language]
    page.goto(f"{club[0].url}/league")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("button", name=this_week).click()
    expect(page.get_by_text(none)).to_be_visible()
    keeps_nobody_out(page)


def keeps_nobody_out(page: Page) -> None:
    """Neither by day nor by night."""
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        until(lambda: page.evaluate(AT_REST), "nothing moves")
        assert not grave(page, *rules)


def enters(club: list[ClubProcess], page: Page, language: str) -> None:
    """Give a wrong PIN, and then the right one."""
    pin, send, rooms, _, wrong = WORDS[language]
    page.goto(club[0].url)
    keeps_nobody_out(page)
    page.get_by_label(pin).fill("000")
    page.get_by_role("button", name=send).click()
    expect(page.get_by_role("alert")).to_contain_text(wrong)
    page.get_by_label(pin).fill(club[0].pin)
    page.get_by_role("button", name=send).click()
    expect(page.get_by_role("heading", name=rooms)).to_be_visible()
    expect(page.locator("[data-table]")).to_have_count(2)
    for listed in club[0].tables():
        expect(page.locator(f"[data-table='{listed['name']}']")).to_contain_text(listed["pin"])


def calls_for_help(club: list[ClubProcess], table: Page, language: str) -> None:
    """The wall of the process that does not have the table shows that it wants help, and when help is there."""
    menu, call, wants, here = HELP[language]
    other = next(one for one in club if not one.has("7"))
    wall = table.context.new_page()
    wall.goto(f"{other.url}/wall")
    expect(wall.locator("[data-table]")).to_have_count(2)
    table.get_by_role("button", name=menu).click()
    table.get_by_role("button", name=call).click()
    expect(wall.locator("[data-help='7']")).to_contain_text(wants)
    keeps_nobody_out(wall)
    table.get_by_role("button", name=here).click()
    expect(wall.locator("[data-help]")).to_have_count(0)


@pytest.mark.all
def test_a_screen_follows_its_table(club: list[ClubProcess], page: Page) -> None:
    """The process of a table is killed: its banker's screen goes by itself to the one that has it, and banks on."""
    listed = next(table for table in club[0].tables() if table["name"] == "8")
    owner = next(one for one in club if one.has("8"))
    heir = next(one for one in club if one is not owner)
    page.goto(f"{listed['url']}/table#key=banker:{listed['key']}")
    expect(page.locator("[data-open-door]")).to_be_visible()
    assert page.url == f"{owner.url}/t/8/table"
    page.wait_for_timeout(1500)  # a wait of real time: a page asks whom to ask a second after it stands
    owner.end(signal.SIGKILL)
    page.wait_for_url(f"{heir.url}/t/8/table")
    expect(page.locator("[data-open-door]")).to_be_visible()
