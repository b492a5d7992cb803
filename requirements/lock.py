"""`python3 hub lock`: locks the dependencies of `pyproject.toml` in `requirements/`, pinned and with hashes.

The bootstrap installs only what is locked there, so a package that was tampered with is refused. `uv` resolves for all
platforms and Python versions at once. Versions stay as they are until `python3 hub lock --upgrade`.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from hub.setup.groups import BUILD, EXTRAS, GROUPS, PLAY, ROOT, file_of
from requirements import licences

OLDEST_PYTHON = "3.11"
MARK = "# of: "
PART = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+).*(?:\n .*)*", re.MULTILINE)
"""An entry, with the lines of its hashes."""


def mark(root: Path) -> str:
    """The line of a lock file that states the requirements in `pyproject.toml` it was made for."""
    whole = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project = whole["project"]
    wishes = [whole["dependency-groups"], project["dependencies"], project["optional-dependencies"]]
    return MARK + hashlib.sha256(json.dumps(wishes).encode()).hexdigest()


def stale(root: Path = ROOT) -> list[str]:
    """The groups whose files are missing or were made for other requirements than those in `pyproject.toml`."""
    files = {group: file_of(group, root) for group in GROUPS}
    return [
        group
        for group, path in files.items()
        if not path.is_file() or mark(root) not in path.read_text(encoding="utf-8").splitlines()
    ]


def versions(root: Path, groups: Iterable[str]) -> dict[str, set[str]]:
    """The locked versions of each package of some groups; platforms and Python versions may need different ones."""
    found: dict[str, set[str]] = {}
    for group in groups:
        for part in PART.finditer(file_of(group, root).read_text(encoding="utf-8")):
            found.setdefault(part["name"], set()).add(part["version"])
    return found


def options_of(group: str) -> tuple[str, ...]:
    """What uv is asked for: a group of `pyproject.toml` alone, or the project with an extra or without."""
    if group == BUILD:
        return ("--group", BUILD)
    return ("pyproject.toml", *(() if group == PLAY else ("--extra", group)))


def compiled(root: Path, before: str, *options: str) -> str:
    """Entries for all platforms and Python versions, as they were `before` if allowed. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place, "made.txt")
        made.write_text(before, encoding="utf-8")
        command = [str(Path(sys.executable).with_name("uv")), "pip", "compile", *options, "--quiet"]
        command += ["--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-header"]
        command += ["--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--output-file", str(made)]
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
        return made.read_text(encoding="utf-8")


def write(root: Path, options: Sequence[str]) -> None:
    """Write all files: one version of each package for all groups; those needed for playing are listed only once."""
    file_of(PLAY, root).parent.mkdir(exist_ok=True)
    files = {group: file_of(group, root) for group in GROUPS}
    before = "".join(path.read_text(encoding="utf-8") for path in files.values() if path.is_file())
    with tempfile.TemporaryDirectory() as place:
        together = Path(place, "together.txt")
        together.write_text(compiled(root, before, "pyproject.toml", "--all-extras", "--group", BUILD, *options))
        playing: list[str] = []
        for group, path in files.items():
            made = compiled(root, "", *options_of(group), "--constraints", str(together))
            found = [part[0] for part in PART.finditer(made) if part[0] not in playing]
            playing = found if group == PLAY else playing
            head = f"# What `python3 hub` installs for {group!r}, written by `python3 hub lock`."
            path.write_text("\n".join((head, mark(root), *found, "")), encoding="utf-8", newline="\n")


def licence_page(root: Path, known: dict[str, str]) -> str:
    """The page of licences; `known` are those of Python packages."""
    playing = versions(root, (BUILD, PLAY)).keys()
    return licences.page(root, playing, versions(root, EXTRAS).keys() - playing, known)


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the files, with `--upgrade` in the newest versions allowed; returns the exit code."""
    try:
        write(root, arguments)
    except subprocess.CalledProcessError:
        print("The parts could not be looked up; the messages above say why.", file=sys.stderr)
        return 1
    place = root / licences.PAGE
    known = {**licences.stated(place.read_text(encoding="utf-8")), **licences.installed()}
    place.write_text(licence_page(root, known), encoding="utf-8", newline="\n")
    return 0
