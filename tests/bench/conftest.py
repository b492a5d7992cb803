"""Chromium and a house for the measurements of pages, as the tests of the pages have them; and what benches tell."""

from pathlib import Path

from browser.conftest import house, pages, visit
from helpers.kill_runs import Run, told

__all__ = ("house", "pages", "visit")


ROOT = Path(__file__).resolve().parents[2]


def figures(name: str, *arguments: str) -> Run:
    (found,) = told(f"bench/{name}", *arguments)
    return found
