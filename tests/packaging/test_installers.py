"""The wheel installs by pip, pipx and uv, on every Python there is here, without a compiler and without Node."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

import pytest

from hub.features.program.update_command import started

pytestmark = [pytest.mark.all, pytest.mark.timeout(600), pytest.mark.skipif(sys.platform == "win32", reason="paths")]
WANTED = ("3.11", "3.12", "3.13", "3.14")
VERSION = metadata.version("bankhalter")


def python(version: str) -> Path | None:
    system, others = (
        Path(f"/usr/bin/python{version}"),
        sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python")),
    )
    return others[-1] if others else system if system.exists() else None


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of programs with pip, pipx and uv, and nothing else."""
    environment = tmp_path_factory.mktemp("tools") / "venv"
    venv.create(environment, with_pip=True)
    subprocess.run((environment / "bin" / "pip", "install", "--quiet", "pipx", "uv"), check=True)
    return environment / "bin"


@pytest.mark.parametrize("version", WANTED)
@pytest.mark.parametrize("tool", ["pip", "pipx", "uv"])
def test_the_wheel_installs_and_starts(tool: str, version: str, tools: Path, wheel: Path, tmp_path: Path) -> None:
    """Its table answers."""
    found = python(version)
    if found is None:
        pytest.skip(f"no Python {version} here")
    places = {
        "UV_TOOL_DIR": tmp_path / "uv",
        "PIPX_HOME": tmp_path / "pipx",
        "PIPX_BIN_DIR": tmp_path,
        "UV_TOOL_BIN_DIR": tmp_path,
    }
    command = {
        "pip": (tmp_path / "venv" / "bin" / "pip", "install", wheel),
        "pipx": (tools / "pipx", "install", "--python", found, wheel),
        "uv": (tools / "uv", "tool", "install", "--python", found, wheel),
    }[tool]
    if tool == "pip":
        subprocess.run((found, "-m", "venv", tmp_path / "venv"), check=True)
    surroundings = {**os.environ, "PATH": str(tools), **{name: str(place) for name, place in places.items()}}
    done = subprocess.run(
        tuple(map(str, command)), env=surroundings,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    program = tmp_path / "venv" / "bin" / "bankhalter" if tool == "pip" else tmp_path / "bankhalter"
    started((str(program),), VERSION, None)
