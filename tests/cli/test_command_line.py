"""Options of the command line: what is understood, and one clear sentence for all that is not."""

import os
import re
import socket
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from helpers.hub_process import PROGRAM, HubProcess, bankhalter
from helpers.stored_evening import play_round, sitting

from hub import cli
from hub.composition.play import PlayOptions
from hub.store.folder import DATABASE, SECRETS

FULL = Path("/dev/full")
TABLE = ("--simulated", "--no-browser", "--http-port", "0", "--data-dir")


def refused(*arguments: str | Path) -> str:
    done = bankhalter(*arguments)
    assert done.returncode not in {0, -6, -11}
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("bankhalter")
    assert lines[0].endswith(".")
    return lines[0]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """What the command line hands to `hub.composition.play`, which does not play."""
    options: list[PlayOptions] = []
    monkeypatch.setattr("hub.composition.play.play", options.append)
    return options


def test_version() -> None:
    """`--version` tells the version that is installed."""
    done = bankhalter("--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"bankhalter {metadata.version('bankhalter')}")


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help")])
def test_help(arguments: tuple[str, ...]) -> None:
    """Help is shown for the program and for its command, each option with a word about it."""
    done = bankhalter(*arguments)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("usage: bankhalter")
    if "play" in arguments:
        assert all(
            option in done.stdout for option in ("--port", "--simulated", "--http-port", "--data-dir", "--no-browser")
        )


@pytest.mark.parametrize("arguments", [[], ["play"], ["--http-port", "8080"]])
def test_playing_is_the_default(asked: list[PlayOptions], arguments: list[str]) -> None:
    """Without a command a table is opened, with the defaults the help tells."""
    assert cli.main(arguments) == 0
    assert asked == [PlayOptions(http_port=8080, data_dir=None, browser=True, version=metadata.version("bankhalter"))]


def test_options_are_handed_on(asked: list[PlayOptions], tmp_path: Path) -> None:
    """Every option arrives where it is needed, also without the word `play`."""
    cli.main(["--port", "a", "--port", "b", "--http-port", "0", "--data-dir", str(tmp_path), "--no-browser"])
    cli.main(["play", "--simulated=starter"])
    cli.main(["--simulated"])
    assert asked[0] == PlayOptions(
        ports=("a", "b"), http_port=0, data_dir=tmp_path, version=metadata.version("bankhalter")
    )
    assert [options.simulated for options in asked[1:]] == ["starter", "full"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--shiny"], "--shiny"),
        (["dance"], "dance"),
        (["play", "--simulated=tiny"], "tiny"),
        (["play", "--simulated", "--port", "/dev/ttyACM0"], "--port"),
        (["--http-port", "eighty"], "'eighty' is not a port"),
        (["--http-port", "65536"], "0 (any free one) to 65535"),
        (["--http-port", "-1"], "--http-port"),
        (["--data-dir"], "--data-dir"),
    ],
)
def test_what_is_not_understood_is_one_sentence(arguments: list[str], said: str) -> None:
    """A wrong option is named in one sentence that leads to the help."""
    sentence = refused(*arguments)
    assert said in sentence
    assert "--help" in sentence


def test_a_busy_port_is_reported(tmp_path: Path) -> None:
    """If another program has the port, the sentence names it and the way out."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = refused("--simulated", "--no-browser", "--data-dir", tmp_path, "--http-port", str(port))
    assert re.search(rf"Port {port} is used .* --http-port", sentence)


@pytest.mark.parametrize(
    ("place", "foreign", "said"),
    [
        ("file", "file", "file is not a folder"),
        ("/dev/null/games", None, "/dev/null"),
        ("", DATABASE, ""),
        ("", SECRETS, ""),
    ],
)
def test_a_data_folder_that_will_not_do_is_reported(tmp_path, place, foreign, said):
    """A place where no folder can be is named; a file that is not ours is neither read nor overwritten."""
    if foreign:
        (tmp_path / foreign).write_text("shopping list")
    assert (said or str(tmp_path)) in refused(*TABLE, tmp_path / place)
    assert not foreign or (tmp_path / foreign).read_text() == "shopping list"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything is readable for root")
def test_an_unreadable_data_folder_is_reported(tmp_path: Path) -> None:
    """A folder without rights is named."""
    tmp_path.chmod(0)
    try:
        assert str(tmp_path) in refused(*TABLE, tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_a_second_hub_on_the_same_folder_is_refused(hub: HubProcess, tmp_path: Path) -> None:
    """Two hubs cannot keep the same games; the first one does not notice."""
    sentence = refused(*TABLE, tmp_path)
    assert f"Another Bankhalter is using {tmp_path}" in sentence
    assert hub.health()["board"] in {"none", "up", "partly"}


@pytest.mark.skipif(not FULL.exists(), reason="this system has no such device")
@pytest.mark.parametrize(
    "command", ["editions", "play --simulated=starter --no-browser --http-port 0", "--help", "play --help", "--version"]
)
def test_what_cannot_be_printed(tmp_path: Path, command: str) -> None:
    """Where nothing can be printed, one sentence says so; a hub that cannot show its address ends in order."""
    folder = ("--data-dir", tmp_path) if "--no-browser" in command else ()
    with FULL.open("w") as full:
        done = subprocess.run(
            [PROGRAM, *command.split(), *folder],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=45,
        )
    assert done.returncode == 1
    assert done.stderr == "bankhalter: the output cannot be written: No space left on device.\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        ("> /dev/full", 1, "bankhalter: the output cannot be written: No space left on device.\n"),
        (">&-", 0, ""),
        ("| exec true", 0, ""),
    ],
)
def test_a_record_that_cannot_be_printed(tmp_path: Path, where: str, code: int, said: str) -> None:
    """It is said like anything else that is printed, and names no file that nobody named."""
    if "full" in where and not FULL.exists():
        pytest.skip("this system has no such device")
    with sitting(tmp_path) as seated:
        play_round(seated)
    done = subprocess.run(
        ["sh", "-c", f'"$0" record last --data-dir "$1" {where}', PROGRAM, tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_stream_that_is_closed(closed: str) -> None:
    """Whoever begins the program without a terminal may close what it prints to: it says nothing there, and works."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', PROGRAM, "editions"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ("classic" in done.stdout) == (">&-" not in closed.split())


def test_a_reader_that_has_seen_enough() -> None:
    """`bankhalter editions | head -0` says nothing more."""
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [PROGRAM, "editions"], stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=45
    )
    os.close(theirs)
    assert done.stderr == ""
