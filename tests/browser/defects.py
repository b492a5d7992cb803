"""What is wrong with a page as it is laid out: text cut off or covered, a page wider than its screen, small targets."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

GAME_ACTION_PX = 56
GAME_ACTIONS = (
    "[data-prompt] .button:not(.second, .quiet), [data-prompt] button.face, [role=toolbar] .button, "
    "[role=dialog] .key, [role=dialog] .button.primary, .start .button, .offer .button, .button.step"
)

SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.getAttribute("aria-label") ?? node.textContent.trim(), node.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.height, box.width) + 0.5 < least)
  .map(([name, box]) => `small: ${name}: ${box.width} x ${box.height}`)"""

UNREADABLE = Path(__file__).with_name("unreadable.js").read_text(encoding="utf-8")


def unreadable(page: Page) -> list[str]:
    """Texts that nobody can read whole as the page is laid out now; in the topmost window, if one is open."""
    found: list[str] = page.evaluate(UNREADABLE)
    return found


def small(page: Page, zoom: int = 1) -> list[str]:
    """What moves the game and is missed by fingers, where a pixel of the page takes `zoom` of the screen."""
    found: list[str] = page.evaluate(SMALL, [GAME_ACTIONS, GAME_ACTION_PX / zoom])
    return found
