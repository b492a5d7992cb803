"""Built pages, as far as a server looks at them: for tests and benches that show nobody a page."""

from __future__ import annotations

from pathlib import Path


def bare_pages(folder: Path) -> Path:
    """An empty page in this folder, which is made if it is not there."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Bankhalter</title>")
    return folder
