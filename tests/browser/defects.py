"""What is wrong with a page as it is laid out: text cut off or covered, a page too wide, targets small or too close."""

from pathlib import Path

from playwright.sync_api import Page

GAME_ACTION_PX = 56
OPPOSITES_PX = 24
GAME_ACTIONS = (
    "[data-prompt] .button:not(.second, .quiet), [data-prompt] button.face, [role=toolbar] .button, "
    "[role=dialog] .key, [role=dialog] .button.primary, .start .button, .button.step, "
    ".offer .button:not(.second, .quiet), .button.danger:not(.second), .way .button:not(.second, .quiet)"
)

SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.getAttribute("aria-label") ?? node.textContent.trim(), node.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.height, box.width) + 0.5 < least)
  .map(([name, box]) => `small: ${name}: ${box.width} x ${box.height}`)"""

CLOSE = """(least) => [...document.querySelectorAll("[data-prompt], .offer")].flatMap((place) => {
    const all = place.querySelectorAll(".answers > .slot, .answers > .button");
    const nodes = [...all].filter((node) => node.checkVisibility());
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    const apart = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
    return nodes.flatMap((node, i) => nodes.slice(i + 1)
      .filter((_, j) => apart(boxes[i], boxes[i + 1 + j]) + 0.5 < least)
      .map((other) => `close: ${node.textContent.trim()} and ${other.textContent.trim()}`));
  })"""

UNREADABLE = Path(__file__).with_name("unreadable.js").read_text(encoding="utf-8")

LAID_OUT = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  const fits = (tv) => Math.abs(tv.getBoundingClientRect().width - width) < 2;
  const laidOut = () => document.documentElement.clientWidth === width
    && [...document.querySelectorAll(".lying .tv")].every(fits);
  const until = Date.now() + 60_000;
  while (!laidOut()) {
    if (Date.now() > until) {
      const found = [document.documentElement, ...document.querySelectorAll(".lying .tv")].map((at) => at.clientWidth);
      throw Error(`not ${width} px wide, but ${found}`);
    }
    await Promise.race([frame(), new Promise((late) => setTimeout(late, 1000))]);
  }
  await frame();
  await frame();
  for (let more = 0; more < 60 && document.documentElement.scrollWidth > width; more++) await frame();
}"""
"""Waits until a page has followed its window; the TV's is made as large or small as its screen by a script, and parts
that follow the height of others take some frames more. What is still too wide a second later stays so."""

LAID_OUT_BADLY = f"""async ([width, actions, least, apart]) => {{
  await ({LAID_OUT})(width);
  const measured = () =>
    [...({UNREADABLE.rstrip().rstrip(";")})(), ...({SMALL})([actions, least]), ...({CLOSE})(apart)];
  let found = measured();
  for (let more = 0; more < 60 && found.length > 0; more++) {{
    await new Promise(requestAnimationFrame);
    found = measured();
  }}
  return found;
}}"""
"""What a page that was just made smaller still moves is no fault of it; what is wrong a second later stays so."""


def laid_out_badly(page: Page, zoom: int = 1) -> list[str]:
    """What is wrong with a page once it has followed its window, where one of its pixels takes `zoom` of the screen.

    Besides what is unreadable, that is what moves the game and is missed by fingers, and answers to a question or an
    offer that a finger may take for each other.
    """
    window = page.viewport_size
    assert window is not None
    limits = [window["width"], GAME_ACTIONS, GAME_ACTION_PX / zoom, OPPOSITES_PX]
    found: list[str] = page.evaluate(LAID_OUT_BADLY, limits)
    return found
