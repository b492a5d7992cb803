"""Lists the licence of every dependency in `hub/docs/LICENCES.txt`; called by `python3 hub lock`.

pip-licenses reads them from the metadata of installed packages. Packages that are not installed here, because they are
for another command or platform, keep their line on the page.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

PAGE = Path("hub", "docs", "LICENCES.txt")
HEAD = """Bankhalter itself is under the MIT licence. What `python3 hub` installs is listed here with the licence that
each part states; `python3 hub lock` writes it.
"""
UNSTATED, UNKNOWN = "not stated", "not looked at yet"
ROW = re.compile(r"^  (?P<licence>[^:\n]+): (?P<parts>.+)$", re.MULTILINE)
SAME = {
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0",
    "UNKNOWN": UNSTATED,
}
"""What pip-licenses calls a few licences, and their SPDX identifiers."""


def plain(name: str) -> str:
    """The normalised name of a Python package, as package indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> dict[str, str]:
    """The licence of every package in this environment, by name."""
    command = (sys.executable, "-m", "piplicenses", "--format=json", "--from=mixed", "--with-system")
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return {plain(entry["Name"]): SAME.get(entry["License"], entry["License"]) for entry in found}


def stated(page: str) -> dict[str, str]:
    """The licences that a page lists, by package."""
    return {part: row["licence"] for row in ROW.finditer(page) for part in row["parts"].split(", ")}


def page(root: Path, playing: Iterable[str], others: Iterable[str], known: Mapping[str, str]) -> str:
    """The whole page; `known` are licences of Python packages, those of npm packages stand in their lock file."""
    packages = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    sections = {
        "To play": {name: known.get(name, UNKNOWN) for name in playing},
        "For single commands, tests and the hardware": {name: known.get(name, UNKNOWN) for name in others},
        "To build and check the pages": {
            path.rpartition("node_modules/")[2]: its.get("license", UNSTATED) for path, its in packages.items() if path
        },
    }
    return HEAD + "".join(f"\n{title}:\n\n{_lines(parts)}" for title, parts in sections.items())


def _lines(parts: Mapping[str, str]) -> str:
    rows = (
        f"  {licence}: {', '.join(sorted(name for name, its in parts.items() if its == licence))}\n"
        for licence in sorted(set(parts.values()), key=str.lower)
    )
    return "".join(rows)
