"""A stand-in for the built pages, for tests and benchmarks in which no page is shown."""

from pathlib import Path


def bare_pages(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Bankhalter</title>")
    return folder
