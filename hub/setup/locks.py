"""`python3 hub lock`: locks the dependencies of `pyproject.toml` in `requirements/`, pinned and with hashes.

The bootstrap installs only what is locked there, so a package that was tampered with is refused. `uv` resolves for all
platforms and Python versions at once. Versions stay as they are until `python3 hub lock --upgrade`.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hub.setup import licences

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "requirements"
PLAY = "play"
EXTRAS = ("flash", "tls", "cluster", "club", "test", "hardware", "node", "audit")
GROUPS = ("build", PLAY, *EXTRAS)
BACKENDS = ("editables>=0.5,<1", "setuptools>=80", "uv>=0.9,<1", "wheel>=0.45")
"""What installs a checkout, and what the parts are built with that come as sources only."""

OLDEST_PYTHON = "3.11"
MARK = "# of: "
PART = re.compile(r"^([A-Za-z0-9][\w.-]*)==(\S+)")
OWN_EXTRAS = re.compile(r"^bankhalter\[([\w,]+)\]$")
NOT_HERE = "`python3 hub lock` works in a checkout only."


def file_of(group: str, root: Path = ROOT) -> Path:
    """The requirements file of a group of dependencies."""
    return root / FOLDER / f"{group}.txt"


def wishes(project: dict[str, Any], group: str) -> list[str]:
    """The requirements of a group in `pyproject.toml`; those of an extra that consists of others are all of theirs."""
    if group == "build":
        return [*project["build-system"]["requires"], *BACKENDS]
    if group == PLAY:
        return list(project["project"]["dependencies"])
    found: list[str] = []
    for wish in project["project"]["optional-dependencies"][group]:
        own = OWN_EXTRAS.match(wish)
        found += [more for extra in own[1].split(",") for more in wishes(project, extra)] if own else [wish]
    return found


def mark(wanted: Iterable[str]) -> str:
    """The line of a lock file that states the requirements it was made for."""
    return MARK + hashlib.sha256(json.dumps(list(wanted)).encode()).hexdigest()


def stale(root: Path = ROOT) -> list[str]:
    """The groups whose files no longer match the requirements in `pyproject.toml`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return [
        group
        for group in GROUPS
        if not file_of(group, root).is_file()
        or mark(wishes(project, group)) not in file_of(group, root).read_text(encoding="utf-8").splitlines()
    ]


def versions(root: Path, groups: Iterable[str]) -> dict[str, set[str]]:
    """The locked versions of each package of some groups; platforms and Python versions may need different ones."""
    found: dict[str, set[str]] = {}
    for group in groups:
        for part in parts(file_of(group, root).read_text(encoding="utf-8")):
            name, _, rest = part.partition("==")
            found.setdefault(name, set()).add(rest.split()[0])
    return found


def parts(text: str) -> list[str]:
    """The entries of a requirements file, each with the lines of its hashes."""
    found: list[str] = []
    for line in text.splitlines():
        if PART.match(line):
            found.append(line)
        elif found and line.startswith(" "):
            found[-1] += f"\n{line}"
    return found


def compiled(wanted: Sequence[str], constraints: Path, before: str, *options: str) -> list[str]:
    """Entries that satisfy the requirements on all platforms and Python versions. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as place:
        wished, made = Path(place, "wished.in"), Path(place, "made.txt")
        wished.write_text("\n".join(wanted) + "\n", encoding="utf-8")
        made.write_text(before, encoding="utf-8")
        command = [str(Path(sys.executable).with_name("uv")), "pip", "compile", str(wished), "--quiet"]
        command += ["--output-file", str(made), "--constraints", str(constraints)]
        command += ["--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-header"]
        command += ["--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return parts(made.read_text(encoding="utf-8"))


def write(root: Path, options: Sequence[str]) -> None:
    """Write all files: one version of each package for all groups; those needed for playing are listed only once."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    (root / FOLDER).mkdir(exist_ok=True)
    files = [file_of(group, root) for group in GROUPS]
    before = "\n".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
    with tempfile.TemporaryDirectory() as place:
        together = Path(place, "together.txt")
        together.touch()
        everything = [wish for group in GROUPS for wish in wishes(project, group)]
        together.write_text("\n".join(compiled(everything, together, before, *options)) + "\n", encoding="utf-8")
        playing: list[str] = []
        for group, path in zip(GROUPS, files, strict=True):
            wanted = wishes(project, group)
            with_play = [*wanted, *(wishes(project, PLAY) if group in EXTRAS else ())]
            found = [part for part in compiled(with_play, together, "") if part not in playing]
            playing = found if group == PLAY else playing
            head = f"# What `python3 hub` installs for {group!r}, written by `python3 hub lock`."
            lines = [head, mark(wanted), *found]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def licence_page(root: Path, known: Mapping[str, str]) -> str:
    """The page of licences; `known` are those of Python packages."""
    playing = versions(root, ("build", PLAY)).keys()
    others = versions(root, EXTRAS).keys() - playing
    return licences.page(playing, others, known, licences.of_pages(root))


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the files, with `--upgrade` in the newest versions allowed; returns the exit code."""
    if list(arguments) not in ([], ["--upgrade"]):
        print("`python3 hub lock` takes no arguments but --upgrade.", file=sys.stderr)
        return 2
    if not (root / "pyproject.toml").is_file():
        print(NOT_HERE, file=sys.stderr)
        return 2
    try:
        write(root, arguments)
    except subprocess.CalledProcessError:
        print("The parts could not be looked up; the messages above say why.", file=sys.stderr)
        return 1
    place = root / licences.PAGE
    known = {**licences.stated(place.read_text(encoding="utf-8")), **licences.installed()}
    place.write_text(licence_page(root, known), encoding="utf-8", newline="\n")
    return 0
