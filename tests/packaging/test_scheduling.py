"""The gate's workers share what all of them have to prepare, and go on when one of them dies."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.ahead import share

TESTS = Path(__file__).parents[1]
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Of the surroundings nothing, such as options for the tests around; of the plugins those that are named."""
DEADLY = "import os\ndef test_deadly(): os._exit(1)\n"
FINE = "def test_fine(): pass\n"

FILES = {
    "first of a file, alone after a long one": [FINE * 1, DEADLY],
    "others in its file": [FINE, DEADLY + "def test_after(): pass\ndef test_last(): pass\n", FINE],
    "many files done before": [FINE] * 8 + [DEADLY] + [FINE] * 2,
    "two that die": [FINE, DEADLY, FINE, DEADLY, FINE],
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("files", FILES.values(), ids=FILES)
def test_a_worker_that_dies_ends_its_test_and_no_other(tmp_path: Path, files: list[str], workers: int) -> None:
    """The deadly test fails once, every other test runs once, and the run ends."""
    for number, text in enumerate(files):
        (tmp_path / f"test_{number}.py").write_text(text)
    plugins = ("-p", "xdist", "-p", "helpers.scheduling", "-p", "no:cacheprovider")
    options = (*plugins, "--dist=loadfile", f"--numprocesses={workers}", "--rootdir", str(tmp_path), str(tmp_path))
    command = (sys.executable, "-m", "pytest", "--quiet", *options)
    done = subprocess.run(command, cwd=TESTS, env=BARE, capture_output=True, text=True, timeout=60, check=False)
    deaths, tests = (sum(text.count(word) for text in files) for word in ("_exit", "def "))
    said = re.findall(r"(\d+) (failed|passed)", done.stdout.splitlines()[-1])
    assert {word: int(count) for count, word in said} == {"failed": deaths, "passed": tests - deaths}


def test_each_file_is_prepared_by_one_worker() -> None:
    """However many there are."""
    files = [Path(f"{number}.py") for number in range(17)]
    shares = [share(files, {"workerid": f"gw{worker}", "workercount": 5}) for worker in range(5)]
    assert sorted(path for one in shares for path in one) == sorted(files)
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
