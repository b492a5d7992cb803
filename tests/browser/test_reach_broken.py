"""A page that was broken on purpose is found out, wherever it is: else the tests of reach would prove nothing."""

from __future__ import annotations

import pytest
from browser.asked import EVERYTHING
from browser.reach import CONTROLS, ENDING, FINGER_PX, LOW_PHONES, PHONE, TABLET_FINGER_PX, TABLETS, TV, TVS
from browser.reaching import Reach, Room, unreached
from browser.test_accessibility import DOUBLE_PX, USUAL_PX

pytestmark = pytest.mark.browser
ANSWER = {"an answer": CONTROLS}
LOOKED_AT = {
    "table": (TABLET_FINGER_PX, TABLETS, ANSWER),
    "play": (FINGER_PX, (*PHONE, *LOW_PHONES), {"an answer": ENDING}),
    "tv": (0, TVS, {"a balance": TV["a balance"]}),
}
AWAY = "{ position: relative; top: -200vh }"
DRESS = """(css) => {
  const [sheet, cover] = [new CSSStyleSheet(), document.createElement("div")];
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  cover.id = "cover";
  document.getElementById("cover")?.remove();
  document.body.append(cover);
}"""

BROKEN = {
    "one language": ("", f"html[lang=en] SELECTED {AWAY}", "en, "),
    "one size of a tablet": ("table", f"@media (width: 1024px) {{ SELECTED {AWAY} }}", " 1024 x 768, "),
    "one size of a phone": ("play", f"@media (width: 320px) {{ SELECTED {AWAY} }}", " 320 x 568, "),
    "one size of a TV": ("tv", f"@media (width: 960px) {{ SELECTED {AWAY} }}", " 960 x 540, "),
    "letters on a tablet": (
        "table",
        f"@media (max-width: 41em) {{ SELECTED {AWAY} }}",
        f"letters of {DOUBLE_PX}",
    ),
    "letters on a phone": ("play", f"@media (max-width: 15em) {{ SELECTED {AWAY} }}", f"letters of {DOUBLE_PX}"),
    "too small": ("play", "SELECTED { min-height: 20px; height: 20px; padding: 0; overflow: hidden }", ": small ("),
    "covered": ("", "#cover { position: fixed; inset: 0; z-index: 9999; background: red }", ": covered by"),
    "gone": ("", "SELECTED { display: none }", "missing: a"),
}
"""On which page, what is done to it, and what stands in all that is found then."""

FOLLOWED = (
    "buy, 4 players",
    "way, 4 players",
    "bus, 8 players",
    "card, 4 players",
    "gift, 8 players",
    "credit in euronopoly, 2 players",
)
"""From edition to edition, also to where the one before had no space."""


def found(room: Room, page: str, css: str) -> list[str]:
    """What is out of reach on a page that is dressed so."""
    least, sizes, wanted = LOOKED_AT[page]
    letters = (USUAL_PX,) if page == "tv" else (USUAL_PX, DOUBLE_PX)
    selected = f":is({', '.join(wanted.values())})"
    lines = []
    for screen in room.screens(page, 0 if page == "play" else None):
        screen.page.evaluate(DRESS, css.replace("SELECTED", selected))
        try:
            for pixels in letters:
                lines += unreached([screen], Reach(sizes, wanted, pixels), least, patience=0)
        finally:
            screen.page.evaluate(DRESS, "")
    return lines


@pytest.mark.parametrize(
    ("page", "broken"),
    [(page, broken) for page in LOOKED_AT for broken, (only, _, _) in BROKEN.items() if page in (only or page)],
)
def test_what_is_broken_is_found_there_and_nowhere_else(room: Room, page: str, broken: str) -> None:
    """In one language, at one size, with one size of letters; and however it is broken."""
    room.at(EVERYTHING["buy, 4 players"])
    _, css, seen = BROKEN[broken]
    lines = found(room, page, css)
    assert lines
    assert not [line for line in lines if seen not in line]


@pytest.mark.parametrize("page", ["table", "tv"])
def test_what_is_broken_only_where_eight_sit_is_found_there(room: Room, page: str) -> None:
    """The screens follow the house from table to table."""
    css = f"body:has([data-account='7']) SELECTED {AWAY}"
    for players in (2, 8, 4):
        room.at(EVERYTHING[f"buy, {players} players"])
        assert bool(found(room, page, css)) == (players == 8), players


def test_the_screens_follow_from_question_to_question(room: Room) -> None:
    """None of them still shows the one before when it is measured, or fails on the way."""
    for asked in FOLLOWED:
        task = room.at(EVERYTHING[asked]).task
        for screen in (*room.screens("table"), *room.screens("play", 0)):
            assert screen.page.locator("[data-prompt]").get_attribute("data-prompt") == type(task).__struct_config__.tag
            assert not screen.faults()
