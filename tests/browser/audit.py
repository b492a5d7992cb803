"""Asks axe what keeps somebody out of a page: it is loaded only once a page, and describes only what is wrong."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

GRAVE = {"serious", "critical"}
COLOURS = ("color-contrast",)
"""What is looked at by night, when a page has other colours and nothing else (web/src/styles/tokens.css)."""
RUN = """async (rules) => {
  const options = { resultTypes: ["violations"], preload: false, ...(rules.length ? { runOnly: rules } : {}) };
  const { passes, violations } = await axe.run(options);
  return { passed: passes.map((rule) => rule.id), violations };
}"""
"""What is right is only counted: to describe each node of it takes axe as long as to find it. Nothing is fetched again
for rules that look into style sheets, of which axe runs none unless it is asked to."""


def grave(page: Page, *rules: str) -> list[str]:
    """What keeps somebody out by all rules of axe, or by these, one line each; some of the page must be right."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate(RUN, rules)
    assert found["passed"], "axe saw nothing"
    return [
        f"{violation['id']} ({violation['impact']}): {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
