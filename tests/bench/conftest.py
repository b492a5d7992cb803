"""Chromium and a house for the measurements of pages, as the tests of the pages have them."""

from __future__ import annotations

from browser.conftest import house, pages, visit

__all__ = ("house", "pages", "visit")
