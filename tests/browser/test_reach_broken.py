"""A page that was broken on purpose is found out, wherever it is: else the tests of reach would prove nothing."""

from collections.abc import Sequence

import pytest
from browser.devices import Visit
from browser.looks import AT_REST
from browser.reach import (
    CONTROLS,
    ENDING,
    FINGER_PX,
    LOW_PHONES,
    ONE,
    PHONE,
    TABLET_FINGER_PX,
    TABLETS,
    TV,
    TVS,
    FullHouse,
    moment,
)
from browser.screen import Screen
from browser.walk import DOUBLE_PX, LANGUAGES, USUAL_PX, Reach, out_of_reach, speak

PATIENCE = 20
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
    "letters on a tablet": ("table", f"@media (max-width: 41em) {{ SELECTED {AWAY} }}", f"letters of {DOUBLE_PX}"),
    "letters on a phone": ("play", f"@media (max-width: 15em) {{ SELECTED {AWAY} }}", f"letters of {DOUBLE_PX}"),
    "too small": ("play", "SELECTED { min-height: 20px; height: 20px; padding: 0; overflow: hidden }", ": small ("),
    "covered": ("", "#cover { position: fixed; inset: 0; z-index: 9999; background: red }", ": covered by"),
    "gone": ("", "SELECTED { display: none }", "missing: a"),
}
"""On which page, what is done to it, and what stands in all that is found then."""


def found_at_last(screen: Screen, least: int, reaches: Sequence[Reach], kind: str) -> list[str]:
    """What is found, which is nothing but this once all parts have followed their letters, some frames late."""
    for _ in range(PATIENCE):
        found = out_of_reach(screen, least, reaches, patience=0)
        if all(kind in line for line in found):
            break
    return found


@pytest.mark.all
@pytest.mark.parametrize("page", LOOKED_AT)
def test_what_is_broken_is_found_there_and_nowhere_else(full: FullHouse, visit: Visit, page: str) -> None:
    """In one language, at one size, with one size of letters; and however it is broken."""
    moment("buy", 4)(full)
    least, sizes, wanted = LOOKED_AT[page]
    screen = visit(page, of=full, local=page == "table", **({"code_of": ONE} if page == "play" else {}))
    screen.page.wait_for_selector(next(iter(wanted.values())))
    screen.until(AT_REST)
    selected = f":is({', '.join(wanted.values())})"
    reaches = [Reach(sizes, wanted, letters) for letters in ((USUAL_PX,) if page == "tv" else (USUAL_PX, DOUBLE_PX))]
    lines: dict[str, list[str]] = {broken: [] for broken, (only, _, _) in BROKEN.items() if page in (only or page)}
    for language in LANGUAGES:
        speak(screen, language)
        for broken in lines:
            screen.page.evaluate(DRESS, BROKEN[broken][1].replace("SELECTED", selected))
            lines[broken] += found_at_last(screen, least, reaches, BROKEN[broken][2])
        screen.page.evaluate(DRESS, "")
    for broken, found in lines.items():
        assert found, broken
        assert not [line for line in found if BROKEN[broken][2] not in line], broken
