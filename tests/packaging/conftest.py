"""Real packages for these tests: a wheel built once, an environment with nothing but it, copies of this checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hub.setup import installer

ROOT = Path(__file__).resolve().parents[2]
NODE_PROGRAMS = {"corepack", "node", "nodejs", "npm", "npx"}


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a command that must succeed; returns what it printed."""
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built(kind: str, folder: Path) -> Path:
    """Build one distribution of this checkout into a folder, with the backend that pip calls."""
    run(sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", folder)
    return next(folder.iterdir())


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    return built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def source_archive(tmp_path_factory):
    return built("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def without_node(tmp_path_factory):
    """The variables of a machine without Node: a PATH of links to every program but Node's."""
    folder = tmp_path_factory.mktemp("bin")
    for path in reversed(os.environ["PATH"].split(os.pathsep)):
        for program in Path(path).iterdir() if Path(path).is_dir() else ():
            if program.name not in NODE_PROGRAMS:
                (folder / program.name).unlink(missing_ok=True)
                (folder / program.name).symlink_to(program)
    assert shutil.which("npm", path=str(folder)) is None
    return {**os.environ, "PATH": str(folder)}


@pytest.fixture(scope="session")
def new_environment(tmp_path_factory, without_node):
    """Makes an environment with one requirement and what it needs, without Node; returns its Python."""

    def make(requirement):
        environment = tmp_path_factory.mktemp("environment") / "venv"
        installer.create(environment)
        python = installer.python_of(environment)
        run(installer.SYSTEM_PYTHON, "-m", "pip", "--python", python, "install", requirement, env=without_node)
        return python

    return make


@pytest.fixture(scope="session")
def bankhalter(new_environment, wheel):
    """The console script of the wheel, installed alone on a machine without Node."""
    return new_environment(wheel).parent / "bankhalter"


@pytest.fixture(scope="session")
def copy_checkout(tmp_path_factory):
    """Copies this checkout as it stands, without what a set-up makes, as a new clone would be."""

    def copy():
        target = tmp_path_factory.mktemp("clone")
        listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target / name)
        return target

    return copy
