"""Where the built pages lie: `hub/static` in a wheel, `web/dist` in a checkout. The server asks once, at its start."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


class PagesNotBuilt(Exception):
    """No folder holds the built pages; its text is one sentence for the terminal."""


def pages_dir(package: Path = PACKAGE) -> Path:
    """The folder with `index.html`; raises PagesNotBuilt when there is none."""
    for folder in (package / "static", package.parent / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    raise PagesNotBuilt("The pages are not built: run `python3 hub` once in the folder of the project.")
