"""`python3 hub` in a new clone, really run: set-up, interruption, second start, changed pages, no network.

The tests of one clone build upon each other in the order they stand in, because a set-up takes half a minute.
"""

import os
import signal
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from hub.setup import installer

VERSION = metadata.version("bankhalter")
ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.all, pytest.mark.timeout(300)]
NO_NETWORK = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_RETRIES": "1",
    "PIP_FIND_LINKS": "",
}


@pytest.fixture(scope="module")
def clone(copy_checkout):
    """A clone with the modules of npm lent by this checkout, whose lock file is the same."""
    target = copy_checkout()
    subprocess.run(["cp", "-al", ROOT / "web" / "node_modules", target / "web" / "node_modules"], check=True)
    return target


@pytest.fixture
def start(tmp_path):
    """Starts `python3 FOLDER/hub …` from another directory and waits for its end."""

    def run(folder, *arguments, **variables):
        command = [installer.SYSTEM_PYTHON, str(folder / "hub"), *arguments]
        there = {"cwd": tmp_path, "env": {**os.environ, **variables}, "stdin": subprocess.DEVNULL}
        return subprocess.run(command, **there, capture_output=True, text=True, check=False)

    return run


def test_an_interrupted_set_up_ends_in_a_sentence(clone):
    """Ctrl-C in the middle of the set-up ends it with one sentence, and leaves nothing that looks finished."""
    # whoever runs the tests in the background ignores Ctrl-C, and so would the set-up
    command = ["env", "--default-signal=INT", installer.SYSTEM_PYTHON, "hub", "--version"]
    process = subprocess.Popen(command, cwd=clone, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr
    while "fetching" not in process.stderr.readline():
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, shown = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in shown
    assert "Traceback" not in shown
    assert not (clone / ".venv" / "made-from.json").exists()


def test_a_start_after_that_sets_up_and_answers(clone, start):
    """The next start heals the set-up, tells its progress on stderr and answers on stdout."""
    done = start(clone, "--version")
    assert done.returncode == 0, done.stderr
    assert VERSION in done.stdout
    assert "bankhalter: set-up done" in done.stderr
    assert (clone / "web" / "dist" / "index.html").is_file()


def test_a_second_start_is_quiet(clone, start):
    """A start with nothing to set up says nothing about it."""
    done = start(clone, "--version")
    assert (done.returncode, done.stderr) == (0, "")


def test_pages_that_cannot_be_built_are_reported_with_the_cause(clone, start):
    """A fault in `web/src` ends the start with what the builder says about it."""
    main = clone / "web" / "src" / "main.ts"
    whole = main.read_text()
    main.write_text(whole + '\nimport "./no-such-file";\n')
    done = start(clone, "--version")
    main.write_text(whole + '\ndocument.title = "changed-by-the-test";\n')
    assert (done.returncode, done.stdout) == (1, "")
    assert "no-such-file" in done.stderr


def test_changed_sources_of_pages_are_built_again(clone, start):
    """A change in `web/src` is in the pages after the next start, which need not begin again after a failed one."""
    done = start(clone, "--version")
    assert done.returncode == 0, done.stderr
    assert "bringing .venv and the pages up to date" in done.stderr
    assert any("changed-by-the-test" in path.read_text() for path in (clone / "web" / "dist" / "assets").glob("*.js"))


def test_the_module_inside_the_environment_is_the_same_program(clone, tmp_path):
    """`python -m hub` in the environment answers as `python3 hub` does."""
    python = installer.python_of(clone / ".venv")
    done = subprocess.run([python, "-m", "hub", "--version"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert VERSION in done.stdout


def test_without_network_a_sentence_says_so(copy_checkout, start):
    """Where nothing can be fetched the set-up fails with one sentence that says what to do."""
    done = start(copy_checkout(), "--version", **NO_NETWORK)
    assert done.returncode == 1
    assert installer.FAILED in done.stderr
    assert "Traceback" not in done.stderr
