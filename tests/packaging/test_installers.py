"""The wheel installs by pip, pipx and uv, on every Python there is here, without a compiler and without Node."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from helpers.stored_evening import play_round, sitting

from hub.features.program.update_command import started
from hub.store.backups import Backups

pytestmark = [pytest.mark.all, pytest.mark.timeout(600), pytest.mark.skipif(sys.platform == "win32", reason="paths")]
WANTED = ("3.11", "3.12", "3.13", "3.14")
VERSION = metadata.version("bankhalter")


def python(version: str) -> Path | None:
    others = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return next(filter(Path.exists, (*others[::-1], Path(f"/usr/bin/python{version}"))), None)


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """A folder of programs with pip, pipx and uv, and nothing else."""
    environment = tmp_path_factory.mktemp("tools") / "venv"
    venv.create(environment, with_pip=True)
    subprocess.run((environment / "bin" / "pip", "install", "--quiet", "pipx", "uv"), check=True)
    return environment / "bin"


def environment(tools: Path, folder: Path, **more: str) -> dict[str, str]:
    """The variables of a machine with these tools, which install into this folder."""
    places = {"UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": "", "PIPX_HOME": "pipx", "PIPX_BIN_DIR": ""}
    return {**os.environ, "PATH": str(tools), **{name: str(folder / at) for name, at in places.items()}, **more}


def run(*command: object, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run([*map(str, command)], env=env, capture_output=True, text=True, check=False)


def installed(tool: str, found: Path, what: str | Path, folder: Path, tools: Path, env: dict[str, str]) -> Path:
    """Install it by this tool for this Python; returns the program."""
    command = {
        "pip": (folder / "venv" / "bin" / "pip", "install", what),
        "pipx": (tools / "pipx", "install", "--python", found, what),
        "uv": (tools / "uv", "tool", "install", "--python", found, what),
    }[tool]
    if tool == "pip":
        subprocess.run((found, "-m", "venv", folder / "venv"), check=True)
    done = run(*command, env=env)
    assert done.returncode == 0, done.stderr
    return folder / "venv" / "bin" / "bankhalter" if tool == "pip" else folder / "bankhalter"


@pytest.mark.parametrize("version", WANTED)
@pytest.mark.parametrize("tool", ["pip", "pipx", "uv"])
def test_the_wheel_installs_and_starts(tool, version, tools, wheel, tmp_path):
    """Its table answers."""
    found = python(version)
    if found is None:
        pytest.skip(f"no Python {version} here")
    program = installed(tool, found, wheel, tmp_path, tools, environment(tools, tmp_path))
    started((str(program),), VERSION, None)


def release(wheel: Path, folder: Path, version: str, *, works: bool = True) -> None:
    """Put the wheel there as another version, which opens no table if it does not work, with a note of it."""
    renamed = (f"bankhalter-{VERSION}.dist-info", f"bankhalter-{version}.dist-info")
    new = folder / f"bankhalter-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            content = old.read(name).replace(*(part.encode() for part in renamed))
            if name.endswith(".dist-info/METADATA"):
                content = content.replace(f"\nVersion: {VERSION}\n".encode(), f"\nVersion: {version}\n".encode())
            if name == "hub/commands/play.py" and not works:
                content = b"raise SystemExit(1)"
            archive.writestr(name.replace(*renamed), content)
    (folder / "release.json").write_text(json.dumps({"version": version, "sha256": {}}))


@pytest.mark.parametrize("tool", ["pip", "pipx", "uv"])
def test_what_installed_it_exchanges_it_and_goes_back(tool, tools, wheel, tmp_path):
    """A release that does not open a copy of the games is not kept, the next one is; each time after a backup."""
    folder, games = tmp_path / "releases", tmp_path / "games"
    folder.mkdir()
    shutil.copy(wheel, folder)
    with sitting(games) as seated:
        play_round(seated)
    env = environment(tools, tmp_path, PIP_FIND_LINKS=str(folder), UV_FIND_LINKS=str(folder))
    program = installed(tool, Path(sys.executable), "bankhalter", tmp_path, tools, env)
    update = (program, "update", "--from", f"{folder.as_uri()}/release.json", "--data-dir", games)
    release(wheel, folder, "9998.0.0", works=False)
    refused = run(*update, env=env)
    assert refused.stderr.endswith(f"version 9998.0.0 does not start here; version {VERSION} is back\n")
    assert run(program, "--version", env=env).stdout == f"bankhalter {VERSION}\n"
    release(wheel, folder, "9999.0.0")
    assert run(*update, env=env).stdout == "Version 9999.0.0 is installed.\n"
    started((str(program),), "9999.0.0", Backups(games).all()[-1].path)
    assert len(Backups(games).all()) == 1  # nobody has played since
