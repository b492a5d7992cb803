"""The decisions of the set-up one by one: what counts as ready, and what is said when something is missing."""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

import pytest

from hub.setup import bootstrap, installer, locks

STAMP = {"python": "3.11", "root": "/here", "inputs": "abc", "extras": ["test"]}


@pytest.fixture
def _fresh_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that are built already."""
    monkeypatch.setattr(bootstrap.web_module("build_pages"), "is_fresh", lambda: True)


@pytest.mark.usefixtures("_fresh_pages")
def test_an_environment_with_more_than_asked_for_is_ready() -> None:
    """What was set up for the tests also serves a plain start."""
    assert bootstrap.is_ready({**STAMP, "extras": []}, STAMP)


@pytest.mark.usefixtures("_fresh_pages")
@pytest.mark.parametrize(
    "change", [{"python": "3.12"}, {"root": "/there"}, {"inputs": "abd"}, {"extras": ["node", "test"]}]
)
def test_an_environment_made_from_something_else_is_not_ready(change: dict[str, object]) -> None:
    """Another Python, another place, changed project files or a missing extra ask for a set-up."""
    assert not bootstrap.is_ready({**STAMP, **change}, STAMP)


@pytest.mark.usefixtures("_fresh_pages")
def test_an_unfinished_environment_is_not_ready() -> None:
    """Without a stamp nothing is ready."""
    assert not bootstrap.is_ready(STAMP, None)


def test_stale_pages_are_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that no longer fit their sources ask for a set-up."""
    monkeypatch.setattr(bootstrap.web_module("build_pages"), "is_fresh", lambda: False)
    assert not bootstrap.is_ready(STAMP, STAMP)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"python": "3.11"}'])
def test_a_broken_stamp_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    """A stamp that cannot be read means an unfinished set-up, not a crash."""
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "made-from.json")
    (tmp_path / "made-from.json").write_text(content)
    assert bootstrap.recorded_stamp() is None


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_second_set_up_waits_but_on_windows(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    """The set-up holds a lock on the project file; Windows knows no such lock, and it goes on without."""
    fcntl = pytest.importorskip("fcntl", reason="this system has no such locks")
    locked: list[int] = []
    monkeypatch.setattr(fcntl, "flock", lambda file, how: locked.append(how))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", platform)
        with bootstrap.only_one_at_a_time():
            assert locked == ([fcntl.LOCK_EX] if platform == "linux" else [])


def test_for_a_python_without_pip_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pip and ensurepip the set-up says which package is missing."""
    monkeypatch.setattr(installer, "has_module", lambda name: False)
    with pytest.raises(installer.SetupFailed, match="python3-pip"):
        installer.create(tmp_path / "venv")


def test_an_unwritable_folder_is_reported_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place where no environment can be made leads to a sentence, not to a traceback."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / "file" / "venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "file" / "venv" / "made-from.json")
    with pytest.raises(installer.SetupFailed, match="file"):
        bootstrap.prepare([])


def test_the_environment_of_another_place_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link in the place of the environment leads to a sentence, and what it leads to stays as it is."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").write_text("")
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / "linked")
    (tmp_path / "linked").symlink_to(other)
    with pytest.raises(installer.SetupFailed, match="is a link to"):
        bootstrap.make_environment(STAMP, None)
    assert (other / "kept").exists()


def test_an_old_python_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A Python before 3.11 gets one sentence."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    main = runpy.run_path(str(bootstrap.ROOT / "hub" / "__main__.py"), run_name="hub_main")["main"]
    assert main() == 1
    assert capsys.readouterr().err == "Bankhalter needs Python 3.11 or newer, but this is Python 3.9.\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Collecting flask<4,>=3.1.3 (from bankhalter==0.1.0)", "  fetching flask"),
        ("Downloading playwright (51.0MiB)\n", "  fetching playwright"),
        ("  Downloading flask-3.1.3-py3-none-any.whl (103 kB)", None),
        ("Prepared 94 packages in 3.41s\n", "  prepared 94 packages in 3.41s"),
        ("Installed 1 package in 8ms", "  installed 1 package in 8ms"),
        (" + flask==3.1.3", None),
        ("", None),
    ],
)
def test_progress_is_shown_in_few_words(line: str, shown: str | None) -> None:
    """Of the many lines of pip and uv those that mean progress are shown, briefly."""
    assert installer.progress(line) == shown


def test_while_nothing_is_said_the_time_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A set-up that waits for a server or a compiler shows all the same that it goes on, and stops when it is done."""
    monkeypatch.setattr(installer, "TICK_S", 0.01)
    with installer.clock():
        time.sleep(0.1)
    assert capsys.readouterr().err.startswith("bankhalter:   0 s\n")
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


CONFIGURED = """:env:.find-links='/wheels'
global.cert='/certificates'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
global.index-url='https://old.example/simple'
install.index-url='https://new.example/simple'
install.no-index='%s'
"""


@pytest.mark.parametrize("alone", [True, False])
def test_uv_asks_where_pip_is_set_to_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    """Its options say the same as pip's configuration, of which the narrower section counts."""
    program = f"print({CONFIGURED % str(alone).lower()!r})"
    monkeypatch.setattr(installer, "pip_of", lambda environment: [sys.executable, "-c", program])
    found = installer.indexes(tmp_path)
    assert found[:4] == [
        "--index=https://one.example/simple",
        "--index=https://two.example/simple",
        "--default-index=https://new.example/simple",
        "--find-links=/wheels",
    ]
    assert ("--no-index" in found) == alone


def test_a_fault_of_its_own_is_reported_with_what_was_complained_of() -> None:
    """When the network is not to blame, the complaints come before the sentence."""
    shown = installer.explain(["Collecting x\n", "ERROR: no space left\n"])
    assert shown.startswith("ERROR: no space left\n")
    assert "Collecting" not in shown


@pytest.mark.parametrize("sign", ["Retrying after NewConnectionError('x')", "npm error code ENOTFOUND"])
def test_a_missing_network_is_named(sign: str) -> None:
    """The signs of a missing network, pip's and npm's, lead to the one sentence about it."""
    assert installer.explain(["x", sign]) == installer.OFFLINE


@pytest.mark.usefixtures("_fresh_pages")
@pytest.mark.parametrize(
    ("command", "extra"),
    [(["flash"], "flash"), (["test"], "test"), (["audit"], "audit"), (["lock"], "audit"), (["play"], None), ([], None)],
)
def test_a_command_brings_what_it_needs(command: list[str], extra: str | None) -> None:
    """Flashing and testing need packages that playing does without."""
    extras = bootstrap.wanted_stamp(command)["extras"]
    assert extras[:1] == ([extra] if extra else [])


@pytest.mark.usefixtures("_fresh_pages")
@pytest.mark.parametrize(
    ("arguments", "extras"),
    [
        (["play", "--tls", "--data-dir", "here"], ["tls"]),
        (["--tls"], ["tls"]),
        (["lab", "--dask=tcp://here:8786"], ["cluster"]),
        (["lab", "--games", "10", "--dask", "tcp://here:8786"], ["cluster"]),
        (["lab", "--edition", "hardware"], []),
        (["test", "quick"], ["test"]),
        (["test", "all"], ["test", "hardware"]),
        (["test", "tests/hardware/test_solids.py"], ["test", "hardware"]),
        (["play", "--data-dir", "--tls-files", "test"], []),
        (["play"], []),
    ],
)
def test_an_option_brings_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], extras: list[str]
) -> None:
    """Wherever it stands on the line; a value that is called like a command brings nothing."""
    asked: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "prepare", lambda command: asked.append(bootstrap.wanted_stamp(command)["extras"]))
    monkeypatch.setattr(bootstrap, "hand_over", lambda command: 7)
    assert bootstrap.main(arguments, installed=False) == 7
    assert asked == [extras]


def test_each_extra_that_is_asked_for_has_its_parts() -> None:
    """What a command or an option brings is in the lock."""
    wanted = {extra for extras in bootstrap.EXTRAS.values() for extra in extras}
    assert wanted <= {*locks.EXTRAS}
    assert all(locks.file_of(extra).is_file() for extra in wanted)
