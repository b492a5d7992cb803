"""What people install: a wheel that carries the pages and runs alone, without Node and without the checkout."""

import json
import re
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from urllib.request import urlopen

import pytest

import hub
from hub.board.build import board_files

pytestmark = [pytest.mark.timeout(240)]
VERSION = metadata.version("bankhalter")
URL = re.compile(r"http://localhost:\d+")
START_TIMEOUT_S = 30


@pytest.fixture
def address(bankhalter: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a running table of the installed wheel, as its terminal tells it."""
    options = ("play", "--simulated", "--http-port", "0", "--no-browser", "--data-dir", str(tmp_path / "data"))
    shown = tmp_path / "terminal"
    with shown.open("w") as terminal:
        process = subprocess.Popen(
            [bankhalter, *options], cwd=tmp_path, env={"PATH": "", "PYTHONUNBUFFERED": "1"}, stdin=subprocess.DEVNULL,
            stdout=terminal, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield first_address(process, shown)
    finally:
        process.terminate()
        process.wait(timeout=15)


def first_address(process: subprocess.Popen[bytes], shown: Path) -> str:
    """Wait until the terminal shows where the pages are."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while not (found := URL.search(shown.read_text())):
        assert process.poll() is None, shown.read_text()
        assert time.monotonic() < deadline, shown.read_text()
        time.sleep(0.05)
    return found[0]


def test_the_wheel_carries_the_pages(wheel: Path) -> None:
    """Every file that the start page names lies in the wheel beside it."""
    with zipfile.ZipFile(wheel) as archive:
        page = archive.read("hub/static/index.html").decode()
        named = set(re.findall(r'(?:src|href)="/?(assets/[^"]+)"', page))
        assert named
        assert {f"hub/static/{name}" for name in named} <= set(archive.namelist())


def test_the_wheel_carries_the_firmware(wheel: Path) -> None:
    """A node can be flashed from an installed hub: every file that goes onto one lies in the wheel."""
    root = Path(hub.__file__).parent.parent
    sources = {str(source.relative_to(root)) for source in board_files().values()}
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
    assert len(sources) > 20
    assert {name if name.startswith("hub/") else f"hub/{name}" for name in sources} <= carried


def test_the_wheel_carries_the_hub_and_nothing_else(wheel: Path) -> None:
    """The wheel has the package with its tables and texts and the licence, but no tests and no sources of the pages."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"hub", f"bankhalter-{VERSION}.dist-info"}
    assert any(name.startswith("hub/editions/") and name.endswith(".csv") for name in names)
    assert {"hub/static/locales/de.json", "hub/static/locales/en.json"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any("__pycache__" in name or "node_modules" in name for name in names)


def test_the_source_archive_can_be_built_from(source_archive: Path) -> None:
    """The source archive has the sources of hub and pages, the lock, and built pages, so it installs without Node."""
    with tarfile.open(source_archive) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "hub/__main__.py", "LICENSE", "web/hatch_build.py", "web/npm.py", "web/build_pages.py"}
    assert wanted | {"web/package-lock.json", "web/.npmrc", "web/src/main.ts", "web/dist/index.html"} <= names
    assert not any("node_modules" in name for name in names)


def test_the_installed_wheel_knows_its_version(bankhalter: Path) -> None:
    """`bankhalter --version` of the wheel names the version of the project."""
    done = subprocess.run([bankhalter, "--version"], env={"PATH": ""}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert VERSION in done.stdout


def test_the_installed_wheel_serves_its_health_and_pages(address: str) -> None:
    """A table of the wheel answers `/healthz` with its version and the root with the pages."""
    with urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
        assert json.load(answer)["version"] == VERSION
    with urlopen(f"{address}/", timeout=10) as answer:
        assert 'id="app"' in answer.read().decode()
