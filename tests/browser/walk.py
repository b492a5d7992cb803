"""One walk over a page as it stands: in light and dark, in both languages, at every size it is seen on.

What keeps somebody out, is laid out badly, out of reach or without a text is found on one and the same visit.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from browser.defects import LAID_OUT, laid_out_badly
from browser.looks import AT_REST
from browser.reach import UNREACHED, Sizes
from browser.screen import DRESSED, Screen, texts
from playwright.sync_api import Page, expect

from hub.table.requests import SetLanguage

GRAVE = {"serious", "critical"}
SCHEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": ("color-contrast",)}
"""Which rules of axe are looked at, all if none is named: by night a page has other colours and nothing else."""
AXE = """async (rules) => {
  const options = { resultTypes: ["violations"], preload: false, ...(rules.length ? { runOnly: rules } : {}) };
  const { passes, violations } = await axe.run(options);
  return { passed: passes.map((rule) => rule.id), violations };
}"""
"""What is right is only counted: to describe each node of it takes axe as long as to find it. Nothing is fetched again
for rules that look into style sheets, of which axe runs none unless it is asked to."""

LANGUAGES = ("de", "en")
OTHER = {"de": "EN", "en": "DE"}
TABLET, OLD_TABLET, PHONE, TV = (1280, 800), (1024, 768), (390, 844), (1920, 1080)
SIZES = {"tv": (TV,), "play": (PHONE,)}
"""Where a page is not seen on tablets and by a banker with a phone."""
USUAL_PX, LARGE_PX, DOUBLE_PX = 16, 20, 32
"""Large letters are those that a device can be switched to ("Aa")."""

BEGINNINGS = sorted({key.split(".")[0] for key in texts("en") if "." in key})
KEY = re.compile(rf"(?<![\w./-])(?:{'|'.join(BEGINNINGS)})(?:\.[a-z0-9_]+)+(?![\w/])")
"""A key of a text, which shows itself where the text is missing."""
TOLD = """() => {
  const all = [...document.querySelectorAll("*")];
  const names = ["aria-label", "title", "alt", "placeholder"];
  const named = names.flatMap((name) => all.map((node) => node.getAttribute(name)));
  return [document.title, document.body.textContent, ...named].filter(Boolean).join("\\n");
}"""

TOO_SMALL = """() => [...document.querySelectorAll(".tv *")].flatMap((node) => {
  const said = [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
  if (!said || node.closest("svg, .hidden, .spoken") || !node.checkVisibility({ visibilityProperty: true })) return [];
  const least = node.closest(".money, .feed b") ? 40 : 24;
  const size = parseFloat(getComputedStyle(node).fontSize);
  return size < least ? [`${node.textContent.trim()}: ${size} px, not ${least}, to be read from the sofa`] : [];
})"""
"""What on a television of 1920 x 1080 nobody reads from the sofa, but for tiles, whose names the stage repeats."""

STIRRING = """() => document.getAnimations().filter((one) => one instanceof CSSTransition)
  .map(({ transitionProperty, effect }) => `stirs: ${transitionProperty} of <${effect.target.tagName}>`)"""
"""Whoever wants nothing to move sees other colours at once, not from parent to child in twenty frames."""

PATIENCE = 180
BROKEN = Path(__file__).with_name("broken.js").read_text(encoding="utf-8")
REACHED = f"""async ([wanted, least, width, letters, patience, words]) => {{
  const frame = () => new Promise(requestAnimationFrame);
  const lettered = () => {DRESSED} && (document.querySelector(".lying .tv")
    || getComputedStyle(document.documentElement).fontSize === `${{letters}}px`);
  const all = {UNREACHED.rstrip().rstrip(";")};
  const broken = {BROKEN.rstrip().rstrip(";")};
  const unreached = (asked) => [...all(asked), ...(words ? broken() : [])];
  scrollTo(0, 0);
  while (!lettered()) await frame();
  await ({LAID_OUT})(width);
  let found = unreached([wanted, least]);
  for (let more = 0; more < patience && found.length; more++) {{
    await frame();
    found = unreached([wanted, least]);
  }}
  return found;
}}"""
"""What is out of reach once a page has followed its window and its letters, and stays so for as many frames as one has
patience: parts that follow the height of others take some frames more."""


@dataclass(frozen=True)
class Reach:
    """What has to be in reach on screens of these sizes, with letters of so many pixels."""

    sizes: Sizes
    wanted: Mapping[str, str]
    letters: int = USUAL_PX
    words: bool = False
    """Whether no word may be broken either."""


def walk(screen: Screen, *reaches: Reach, least: int = 0, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """Everything wrong with a page, one line each; `least` is how large a finger needs what has to be in reach."""
    found: list[str] = []
    for scheme, rules in SCHEMES.items():
        screen.page.emulate_media(color_scheme=scheme)
        found += screen.page.evaluate(STIRRING)
        screen.until(AT_REST)
        found += [f"{scheme}: {fault}" for fault in grave(screen.page, *rules)]
    unseen(screen.page)
    for language in languages:
        speak(screen, language)
        found += [f"{language}: nothing is said for {key}" for key in KEY.findall(screen.page.evaluate(TOLD))]
        if screen.page.locator(".tv").count():
            screen.page.set_viewport_size({"width": TV[0], "height": TV[1]})
            found += [f"{language}: {fault}" for fault in screen.page.evaluate(TOO_SMALL)]
        for size, zoom in sizes(screen):
            found += [f"{language}, {size}: {fault}" for fault in laid_out_badly(screen.page, zoom)]
        found += out_of_reach(screen, least, reaches)
    return found


def all_in_reach(screen: Screen, least: int, *reaches: Reach, languages: Sequence[str] = LANGUAGES) -> None:
    """Everything wanted is in reach in these languages, and as large as a finger needs."""
    found = []
    unseen(screen.page)
    for language in languages:
        speak(screen, language)
        found += out_of_reach(screen, least, reaches)
    assert not found, "\n".join(found)


def unseen(page: Page) -> None:
    """From now on the page is laid out and nothing of it painted, which costs as much at each size as all the rest."""
    page.evaluate("document.documentElement.style.opacity = 0")


def out_of_reach(screen: Screen, least: int, reaches: Sequence[Reach], patience: int = PATIENCE) -> list[str]:
    """What of it is out of reach in the language that the page speaks."""
    found = []
    letters = screen.page.context.new_cdp_session(screen.page)
    language = screen.page.locator("html").get_attribute("lang")
    for reach in sorted(reaches, key=lambda reach: reach.letters):
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": reach.letters}})
        for width, height in reach.sizes:
            screen.page.set_viewport_size({"width": width, "height": height})
            faults = screen.page.evaluate(
                REACHED, [dict(reach.wanted), least, width, reach.letters, patience, reach.words]
            )
            found += [f"{language}, {width} x {height}, letters of {reach.letters}: {fault}" for fault in faults]
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL_PX}})
    letters.detach()
    return found


def sizes(screen: Screen) -> Iterator[tuple[str, int]]:
    """Every size this page is seen on; 200 % zoom, which halves the room it has; then letters twice as large.

    With each how many pixels of the screen a pixel of the page takes.
    """
    page = screen.page.url.rpartition("/")[2].partition("#")[0]
    for width, height in SIZES.get(page, (TABLET, OLD_TABLET, PHONE)):
        screen.page.set_viewport_size({"width": width, "height": height})
        yield f"{width} x {height}", 1
    width, height = SIZES.get(page, (TABLET,))[0]
    screen.page.set_viewport_size({"width": width // 2, "height": height // 2})
    yield "200 % zoom", 2
    screen.page.set_viewport_size({"width": width, "height": height})
    letters = screen.page.context.new_cdp_session(screen.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": DOUBLE_PX}})
    yield "letters of 200 %", 1
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL_PX}})
    letters.detach()


def speak(screen: Screen, language: str) -> None:
    """Switch the page to a language without loading it again; a TV, which has no button for it, follows the tablet."""
    page = screen.page
    if page.locator("html").get_attribute("lang") == language:
        return
    if page.locator("button.language").count():
        page.evaluate("document.querySelector('button.language').click()")  # a window may lie over it
    else:
        screen.house.do(SetLanguage(language))
    expect(page.locator("html")).to_have_attribute("lang", language)
    if page.locator("button.language").count():  # it offers the other language once all texts of this one are there
        expect(page.locator("button.language").first).to_have_text(OTHER[language])


def grave(page: Page, *rules: str) -> list[str]:
    """What keeps somebody out by all rules of axe, or by these, one line each; some of the page must be right."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate(AXE, rules)
    assert found["passed"], "axe saw nothing"
    return [
        f"{violation['id']} ({violation['impact']}): {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
