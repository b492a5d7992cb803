"""`OWN_EDITION.md`, step by step as it stands there: a package is made, installed, listed and played."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hub.setup import installer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "hub/docs/OWN_EDITION.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]


def block(language: str, begins: str) -> str:
    (found,) = [text for kind, text in BLOCKS if kind == language and text.startswith(begins)]
    return found


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A fresh environment in which the hub and what it needs can be imported, and nothing was installed."""
    made = tmp_path_factory.mktemp("fresh") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    (libraries,) = made.rglob("site-packages")
    lent = [str(ROOT), *(folder for folder in sys.path if folder.endswith("site-packages"))]
    (libraries / "lent.pth").write_text("\n".join(lent))
    return made


@pytest.fixture(scope="module")
def run(environment, tmp_path_factory):
    """Runs a line of the page in the folder of the package, as a shell in that environment would."""
    folder = tmp_path_factory.mktemp("village")
    python = installer.python_of(environment)
    programs = {
        "bankhalter": [python, "-c", "import sys; from hub.cli import main; sys.exit(main())"],
        "python -m pip install": [
            *(installer.SYSTEM_PYTHON, "-m", "pip", "--python", python, "install", "--quiet", "--no-build-isolation"),
            "--no-index",
        ],
    }

    def line(command):
        program = next(name for name in programs if command.startswith(name))
        arguments = [*map(str, programs[program]), *command.removeprefix(program).split()]
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    line.folder = folder
    return line


@pytest.fixture(scope="module")
def village(run):
    """The package, made and installed as the page says."""
    folder: Path = run.folder
    export, install = COMMANDS[0], next(command for command in COMMANDS if "pip" in command)
    run(export)
    package = folder / "bankhalter_village"
    square, track = block("csv", "20,"), package / "track.csv"
    changed = re.sub(r"^20,.*\n", square, track.read_text("utf-8-sig"), flags=re.MULTILINE)
    track.write_text(changed, "utf-8-sig")
    (package / "__init__.py").write_text(block("python", '"""The village'), "utf-8")
    (package / "texts.csv").write_text(block("csv", "key,"), "utf-8")
    (folder / "pyproject.toml").write_text(block("toml", "[build-system]"), "utf-8")
    run(install)
    return run


def test_the_package_is_listed_as_one_by_others(village):
    """`bankhalter editions` says which package it comes from, and that we have not tested it."""
    assert "village: by others (bankhalter-village 1.0); not tested by us" in village("bankhalter editions")
    assert {"edition": "village", "by": "bankhalter-village 1.0"} in json.loads(village("bankhalter editions --json"))


def test_bots_play_it_to_the_end_without_a_violation(village):
    """Several whole games, checked after each move, in processes of their own."""
    (line,) = [command for command in COMMANDS if command.startswith("bankhalter simulate")]
    played = json.loads(village(f"{line} --json --seed village"))
    assert played["games"] == 10
    assert played["violations"] == []
