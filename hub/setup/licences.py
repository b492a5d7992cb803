"""Lists the licence of every dependency in `hub/docs/LICENCES.md`; called by `python3 hub lock`.

Licences are read from the metadata of installed packages. Packages that are not installed here, because they are for
another command or platform, keep their line on the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

PAGE = Path("hub", "docs", "LICENCES.md")
HEAD = """# Licences

Bankhalter itself is under the [MIT licence](../../LICENSE). What `python3 hub` installs is listed
here with the licence that each part states; a test compares the list with what is installed, and
`python3 hub lock` writes it.
"""
UNSTATED, UNKNOWN = "not stated", "not looked at yet"
ROW = re.compile(r"^\| (?P<licence>[^|]+) \| (?P<parts>[^|]+) \|$", re.MULTILINE)
SAME = {
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0",
}
"""Classifiers and old names of a few licences, and their SPDX identifiers."""

LENGTH_MAXIMUM = 160
FILE = re.compile(r"(LICEN[CS]E|COPYING)(\.txt|\.md)?", re.IGNORECASE)


def plain(name: str) -> str:
    """The normalised name of a Python package, as package indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(package: metadata.Distribution) -> str:
    """The stated licence: expression, else classifiers, else licence field, else the beginning of the licence file."""
    said = package.metadata
    filed = [entry.rpartition(" :: ")[2] for entry in said.get_all("Classifier") or () if "License ::" in entry]
    filed = [SAME.get(entry, entry) for entry in filed if entry not in {"OSI Approved", "DFSG approved"}]
    own = [path for path in package.files or () if FILE.fullmatch(path.name)]
    texts = (
        *(said.get_all("License-Expression") or ()),
        " and ".join(filed),
        *(said.get_all("License") or ()),
        *(package.locate_file(path).read_bytes().decode(errors="replace") for path in own[:1]),  # type: ignore[attr-defined]
    )
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return SAME.get(lines[0], lines[0])[:LENGTH_MAXIMUM].replace("|", "/") if lines else UNSTATED


def installed() -> dict[str, str]:
    """The licence of every package in this environment, by name."""
    return {plain(package.metadata["Name"]): licence_of(package) for package in metadata.distributions()}


def stated(page: str) -> dict[str, str]:
    """The licences that a page lists, by package."""
    return {part: row["licence"] for row in ROW.finditer(page) for part in row["parts"].split(", ")}


def of_pages(root: Path) -> dict[str, str]:
    """The licence of every npm package in use, for building the pages or as a part of them."""
    packages = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        path.rpartition("node_modules/")[2]: entry.get("license", UNSTATED) for path, entry in packages.items() if path
    }


def page(
    playing: Iterable[str], others: Iterable[str], of_python: Mapping[str, str], of_node: Mapping[str, str]
) -> str:
    """The whole page."""
    sections = {
        "To play": {name: of_python.get(name, UNKNOWN) for name in playing},
        "For single commands, tests and the hardware": {name: of_python.get(name, UNKNOWN) for name in others},
        "To build and check the pages": of_node,
    }
    return HEAD + "".join(f"\n## {title}\n\n{_table(parts)}" for title, parts in sections.items())


def _table(parts: Mapping[str, str]) -> str:
    rows = (
        f"| {licence} | {', '.join(sorted(name for name, its in parts.items() if its == licence))} |\n"
        for licence in sorted(set(parts.values()), key=str.lower)
    )
    return "| licence | parts |\n|---|---|\n" + "".join(rows)
