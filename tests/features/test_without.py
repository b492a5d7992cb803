"""Each feature can be left out: its folder, its line and its tests."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hub.features import FEATURES, features

SCRIPT = Path(__file__).with_name("without.py")
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("architecture", "seeded_faults", "bots", "records", "server", "table", "web_contract")
SOON = tuple(f"tests/{room}" for room in ROOMS)
"""What is run without a feature: what names its parts, and what is closest to it."""
pytestmark = pytest.mark.gate


@pytest.mark.parametrize("name", FEATURES)
def test_a_hub_without_it_plays(name, tmp_path):
    """The help comes, without its commands; a table opens, and bots play on it."""
    done = subprocess.run(
        [sys.executable, SCRIPT, name, tmp_path], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("turns")
    shown = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ") and line.strip()]
    assert "play" in shown
    assert not {*features()[name].commands} & {*shown}


def test_what_needs_a_feature_is_noticed(tmp_path):
    """Had the core an import of a feature, the hub would not start without it."""
    gone = FEATURES[0]
    source = SCRIPT.read_text(encoding="utf-8").replace("Path(__file__)", f"Path({str(SCRIPT)!r})")
    planted, needs = tmp_path / "planted.py", f"from hub import cli\n    import hub.features.{gone}\n"
    planted.write_text(source.replace("from hub import cli\n", needs))
    command = [sys.executable, planted, gone, tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert f"ModuleNotFoundError: hub.features.{gone} is gone" in done.stderr


def test_each_folder_has_a_line_and_a_door():
    """The list names every folder of a feature once."""
    folder = Path(__file__).resolve().parents[2] / "hub" / "features"
    assert sorted(FEATURES) == sorted(path.parent.name for path in folder.glob("*/__init__.py"))
    assert list(features()) == list(FEATURES)


TOGETHER = tuple(FEATURES[first::3] for first in range(3))
"""What is left out at once: no feature needs another, and each run of the rest takes more than a minute."""


@pytest.mark.all
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("names", TOGETHER, ids="-".join)
def test_the_rest_of_the_tests_pass_without_them(names, tmp_path):
    """In a copy without their folders, lines and tests the imports are allowed, and what is quick to test holds."""
    copy = tmp_path / "copy"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    gone = tuple(f"{room}/features/{name}/" for room in ("hub", "tests") for name in names)
    for path in filter(None, listed.split("\0")):
        if not path.startswith(gone) and (ROOT / path).is_file():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, copy / path)
    for built in ("web/dist", "web/node_modules"):
        (copy / built).symlink_to(ROOT / built)
    doors = copy / "hub" / "features" / "__init__.py"
    lines = doors.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [line for line in lines if not line.startswith(tuple(f'    "{name}",' for name in names))]
    assert len(left) == len(lines) - len(names)
    doors.write_text("".join(left), encoding="utf-8")
    for command in (("git", "init", "-q"), ("git", "add", "-A")):  # tests ask git which files there are
        subprocess.run(command, cwd=copy, check=True)
    programs = Path(sys.executable).parent
    for command in (
        [sys.executable, "-m", "web.wire_types"],
        [programs / "lint-imports", "--no-cache"],
        [sys.executable, "-m", "pytest", "-q", "--rung=quick", "-p", "no:cacheprovider", *SOON],
    ):
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
