"""Options of the command line, `ports` and `flash`: what is understood, and one clear sentence for all that is not."""

import json
import os
import re
import socket
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from helpers.hub_process import PROGRAM, HubProcess, bankhalter
from helpers.stored_evening import play_round, sitting
from helpers.waiting import until
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub import cli
from hub.board.board import SerialBoard
from hub.board.greeting import DeafListener
from hub.composition.play import PlayOptions
from hub.store.folder import DATABASE, SECRETS

FULL = Path("/dev/full")
TABLE = ("--simulated", "--no-browser", "--http-port", "0", "--data-dir")

PICO = (0x2E8A, 0x0005)


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
def test_what_is_not_understood_is_one_sentence(arguments, said, capsys):
    """A wrong option is named in one sentence that leads to the help."""
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments)
    shown = capsys.readouterr()
    (sentence,) = shown.err.splitlines()
    assert shown.out == ""
    assert sentence.startswith("bankhalter")
    assert said in sentence
    assert sentence.endswith("--help.")


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


def seen(name: str, ids: tuple[int, int] | None = PICO) -> ListPortInfo:
    info = ListPortInfo(name, skip_link_detection=True)
    info.vid, info.pid = ids or (None, None)
    info.product = "Board in FS mode" if ids else None
    return info


@pytest.fixture
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> list[ListPortInfo]:
    """What the system tells."""
    ports: list[ListPortInfo] = []
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    return ports


def test_ports_says_what_is_on_each(plugged_in: list[ListPortInfo], capsys: pytest.CaptureFixture[str]) -> None:
    """Every port comes with its ids and what it is good for, as text and as JSON."""
    assert cli.main(["ports"]) == 0
    assert "no board is plugged in" in capsys.readouterr().out
    plugged_in += [seen("/dev/ttyACM0"), seen("/dev/ttyUSB0", (0x1A86, 0x7523)), seen("/dev/ttyS0", None)]
    assert cli.main(["ports"]) == 0
    pico, serial, usb = capsys.readouterr().out.splitlines()
    assert pico == "/dev/ttyACM0  2e8a:0005  Board in FS mode: may carry a node"
    assert "no USB port" in serial
    assert "1a86:7523" in usb
    assert "--port" in usb
    assert cli.main(["ports", "--json"]) == 0
    assert [port["known"] for port in json.loads(capsys.readouterr().out)] == [True, False, False]


@pytest.mark.feature("flashing")
@pytest.mark.parametrize(
    ("ports", "said"),
    [([], "no board is plugged in"), (["/dev/ttyACM0", "/dev/ttyACM1"], "several boards are plugged in")],
)
def test_flash_asks_for_the_port(plugged_in, capsys, ports, said):
    """Where it is not clear which node is meant, nothing is done, and one sentence says what to do."""
    plugged_in += map(seen, ports)
    assert cli.main(["flash"]) == 1
    shown = capsys.readouterr().err.splitlines()
    assert len(shown) == 1
    assert said in shown[0]
    assert "--port" in shown[0]


@pytest.mark.feature("flashing")
def test_flash_refuses_a_port_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong name is one sentence after what it was about to do."""
    assert cli.main(["flash", "--port", "/dev/nope"]) == 1
    shown = capsys.readouterr().err.splitlines()
    assert shown[-1].startswith("bankhalter: port /dev/nope is not there: plug the node in")


def test_a_port_that_is_not_there_is_reported_while_the_table_waits(caplog: pytest.LogCaptureFixture) -> None:
    """A table on a port that is not there says so in a sentence, once, and waits for it."""
    board = SerialBoard(["/dev/nope"])
    board.start(DeafListener())
    try:
        until(lambda: caplog.messages, "the board diagnoses them")
    finally:
        board.stop()
    assert caplog.messages[0] == "Port /dev/nope is not there: plug the node in, or see `bankhalter ports`."
