"""What people install: a wheel that carries the pages and runs alone, without Node and without the checkout."""

import json
import re
import subprocess
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path
from urllib.request import urlopen

import pytest
from helpers.waiting import until

import hub
from hub.board.build import board_files

pytestmark = [pytest.mark.timeout(240)]
VERSION = metadata.version("bankhalter")
URL = re.compile(r"http://localhost:\d+")


@pytest.fixture
def address(bankhalter, tmp_path):
    """The address of a running table of the installed wheel, as its terminal tells it."""
    options = ("play", "--simulated", "--http-port", "0", "--no-browser", "--data-dir", str(tmp_path / "data"))
    shown = tmp_path / "terminal"
    with shown.open("w") as terminal:
        process = subprocess.Popen(
            [bankhalter, *options], cwd=tmp_path, env={"PATH": "", "PYTHONUNBUFFERED": "1"}, stdin=subprocess.DEVNULL,
            stdout=terminal, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        until(lambda: URL.search(shown.read_text()) or process.poll() is not None)
        assert process.poll() is None, shown.read_text()
        yield URL.search(shown.read_text())[0]
    finally:
        process.terminate()
        process.wait(timeout=15)


def test_the_wheel_carries_the_hub_and_nothing_else(wheel):
    """Package, tables, texts, licence, each file of a node and each that the start page names; no tests, no sources."""
    root = Path(hub.__file__).parent.parent
    of_nodes = {str(source.relative_to(root)) for source in board_files().values()}
    with zipfile.ZipFile(wheel) as archive:
        names, page = {*archive.namelist()}, archive.read("hub/static/index.html").decode()
    of_pages = {f"hub/static/{name}" for name in re.findall(r'(?:src|href)="/?(assets/[^"]+)"', page)}
    assert (len(of_nodes) > 20, len(of_pages) > 1) == (True, True)
    assert {name if name.startswith("hub/") else f"hub/{name}" for name in of_nodes} | of_pages <= names
    assert {name.split("/")[0] for name in names} == {"hub", f"bankhalter-{VERSION}.dist-info"}
    assert any(name.startswith("hub/editions/") and name.endswith(".csv") for name in names)
    assert {"hub/static/locales/de.json", "hub/static/locales/en.json"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any("__pycache__" in name or "node_modules" in name for name in names)


def test_the_source_archive_can_be_built_from(source_archive):
    """The source archive has the sources of hub and pages, the lock, and built pages, so it installs without Node."""
    with tarfile.open(source_archive) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "hub/__main__.py", "LICENSE", "web/hatch_build.py", "web/npm.py", "web/build_pages.py"}
    assert wanted | {"web/package-lock.json", "web/.npmrc", "web/src/main.ts", "web/dist/index.html"} <= names
    assert not any("node_modules" in name for name in names)


def test_the_installed_wheel_serves_its_health_and_pages(address):
    """A table of the wheel answers `/healthz` with its version and the root with the pages."""
    with urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
        assert json.load(answer)["version"] == VERSION
    with urlopen(f"{address}/", timeout=10) as answer:
        assert 'id="app"' in answer.read().decode()
