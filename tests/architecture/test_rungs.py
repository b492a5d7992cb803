"""Every test belongs to a rung, and each rung runs what belongs to it and to those below."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.lengths import LIMITS_S, takes_long
from rungs import FOLDERS, RUNGS, folder_rung

CONFTEST = "from rungs import pytest_addoption, pytest_collection_modifyitems, pytest_ignore_collect\nimport rungs\n"
TESTS = {
    "fast/test_fast.py": "def test_a(): ...\n@pytest.mark.gate\ndef test_b(): ...\n",
    "fast/slow/test_slow.py": "def test_c(): ...\n@pytest.mark.quick\ndef test_d(): ...\n",
    "slow/test_slower.py": "def test_e(): ...\n@pytest.mark.gate\nclass TestF:\n    def test_f(self): ...\n"
    "    @pytest.mark.all\n    def test_g(self): ...\n",
    "slow/test_few.py": "pytestmark = pytest.mark.gate\n"
    "@pytest.mark.parametrize('x', [1, pytest.param(2, marks=pytest.mark.all)])\ndef test_h(x): ...\n",
    "slow/test_shown.py": "@pytest.mark.browser\n@pytest.mark.quick\ndef test_i(): ...\n",
}


def test_every_folder_with_tests_is_listed_with_a_reason(root: Path) -> None:
    """The table has each folder of tests and no other, and one of the rungs for each."""
    tests = root / "tests"
    found = {path.relative_to(tests).parent for path in tests.rglob("test_*.py")}
    assert {folder.parts[0] for folder in found} <= FOLDERS.keys()
    there = [folder for folder in FOLDERS if (tests / folder).exists() or not folder.startswith("features/")]
    assert [folder for folder in there if not any((tests / folder).rglob("test_*.py"))] == []
    assert all(rung in RUNGS and reason for rung, reason in FOLDERS.values())
    assert folder_rung(tests / "browser" / "engines" / "test_any.py") == "all"
    assert folder_rung(tests / "nowhere" / "test_any.py") is None


@pytest.mark.parametrize(
    ("options", "ran"),
    [
        (["--rung=quick"], "ad"),
        (["--rung=gate"], "abcdfh1i"),
        (["--rung=all"], "abcdefgh1h2i"),
        ([], "abcdefgh1h2i"),
    ],
)
def test_a_rung_runs_what_is_its_own_and_below(tmp_path: Path, root: Path, options: list[str], ran: str) -> None:
    """The nearest marker counts, then the nearest folder in the table; a browser is never quick."""
    collected = collect(tmp_path, root, TESTS, *options)
    assert collected.returncode == 0, collected.stdout + collected.stderr
    names = [line.rpartition("test_")[2] for line in collected.stdout.splitlines() if "::" in line]
    assert "".join(sorted(name.replace("[", "").replace("]", "") for name in names)) == ran


def test_a_test_of_no_rung_is_an_error(tmp_path: Path, root: Path) -> None:
    """In a folder that is not in the table a test without a marker cannot be collected, and is named."""
    source = "@pytest.mark.quick\ndef test_a(): ...\ndef test_homeless(): ...\n"
    collected = collect(tmp_path, root, {"new/test_new.py": source})
    assert collected.returncode == pytest.ExitCode.USAGE_ERROR
    assert "new/test_new.py::test_homeless" in collected.stderr + collected.stdout
    assert "test_a" not in collected.stderr


def collect(folder: Path, root: Path, files: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    """What pytest would run in a folder of tests of its own, with a table of its own."""
    table = {"fast": ("quick", "so"), "fast/slow": ("gate", "so"), "slow": ("all", "so")}
    (folder / "conftest.py").write_text(
        f"{CONFTEST}from pathlib import Path\nrungs.TESTS = Path({str(folder)!r})\nrungs.FOLDERS = {table!r}\n"
    )
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n" + "".join(f"    {rung}\n" for rung in (*RUNGS, "browser"))
    )
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"import pytest\n{source}")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-c", "pytest.ini"]
    environment = {"PYTHONPATH": str(root / "tests"), "PATH": ""}
    command += ["--import-mode=importlib", "--strict-markers", *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("rung", LIMITS_S)
def test_a_test_too_long_for_its_rung_is_found(rung: str) -> None:
    """By its processor time; only the highest rung has no limit."""
    assert takes_long(LIMITS_S[rung] + 1, rung)
    assert not takes_long(LIMITS_S[rung] - 1, rung)
    assert not takes_long(LIMITS_S[rung] + 1, "all")


def test_using_chromium_marks_a_browser_test(request: pytest.FixtureRequest) -> None:
    """The fixture brings the marker, so that no browser test can lack it."""
    hook = request.config.pluginmanager.hook.pytest_itemcollected
    item = type("Item", (), {"fixturenames": ["browser"], "marks": []})()
    item.add_marker = item.marks.append
    hook(item=item)
    assert [mark.name for mark in item.marks] == ["browser"]
