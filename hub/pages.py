"""Where the built pages are: `hub/static` in a wheel, `web/dist` in a checkout. The server asks once, at its start.

The texts of the pages are next to them, for what the hub itself writes for people to read (`hub.features.export`).
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


class PagesNotBuilt(Exception):
    """No folder holds the built pages; its text is one sentence for the terminal."""


def pages_dir(package: Path = PACKAGE) -> Path:
    """The folder with `index.html`; raises PagesNotBuilt when there is none."""
    return _first_with("index.html", package / "static", package.parent / "web" / "dist")


def texts_dir(package: Path = PACKAGE) -> Path:
    """The folder with the locales; raises PagesNotBuilt when there is none."""
    return _first_with("en.json", package / "static" / "locales", package.parent / "web" / "src" / "locales")


def _first_with(name: str, *folders: Path) -> Path:
    for folder in folders:
        if (folder / name).is_file():
            return folder
    raise PagesNotBuilt("The pages are not built: run `python3 hub` once in the folder of the project.")
