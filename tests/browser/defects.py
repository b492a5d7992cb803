"""What is wrong with a page as it is laid out: text cut off or covered, a page too wide, targets small or too close."""

from __future__ import annotations

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


def unreadable(page: Page) -> list[str]:
    """Texts that nobody can read whole as the page is laid out now; in the topmost window, if one is open."""
    found: list[str] = page.evaluate(UNREADABLE)
    return found


def small(page: Page, zoom: int = 1) -> list[str]:
    """What moves the game and is missed by fingers, where a pixel of the page takes `zoom` of the screen."""
    found: list[str] = page.evaluate(SMALL, [GAME_ACTIONS, GAME_ACTION_PX / zoom])
    return found


def close(page: Page) -> list[str]:
    """Answers to a question or an offer that a finger may take for each other."""
    found: list[str] = page.evaluate(CLOSE, OPPOSITES_PX)
    return found
