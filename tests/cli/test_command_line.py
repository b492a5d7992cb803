"""Options of the command line, `ports` and `flash`: what is understood, and one clear sentence for all that is not."""

import ctypes
import io
import json
import os
import re
import socket
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.hub_process import AS_INSTALLED, PROGRAM, bankhalter
from helpers.waiting import until
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub import cli
from hub.board.board import SerialBoard
from hub.board.greeting import DeafListener
from hub.commands.terminal import plain_terminal, terminal_language
from hub.composition.play import PlayOptions
from hub.store.folder import DATABASE, SECRETS

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
def asked(monkeypatch):
    """What the command line hands to `hub.composition.play`, which does not play."""
    options: list[PlayOptions] = []
    monkeypatch.setattr("hub.composition.play.play", options.append)
    return options


def test_version():
    """`--version` tells the version that is installed."""
    done = bankhalter("--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"bankhalter {metadata.version('bankhalter')}")


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help")])
def test_help(arguments):
    """Help is shown for the program and for its command with its options."""
    done = bankhalter(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: bankhalter")
    options = {"--port", "--simulated", "--http-port", "--data-dir", "--no-browser"}
    assert (options <= {*re.findall(r"--[a-z-]+", done.stdout)}) == ("play" in arguments)


@pytest.mark.parametrize("arguments", [[], ["play"], ["--http-port", "8080"]])
def test_playing_is_the_default(asked, arguments):
    """Without a command a table is opened, with the defaults the help tells."""
    assert cli.main(arguments) == 0
    assert asked == [PlayOptions(http_port=8080, data_dir=None, browser=True, version=metadata.version("bankhalter"))]


def test_options_are_handed_on(asked, tmp_path):
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


def test_a_busy_port_is_reported(tmp_path):
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


def test_a_second_hub_on_the_same_folder_is_refused(hub, tmp_path):
    """Two hubs cannot keep the same games; the first one does not notice."""
    sentence = refused(*TABLE, tmp_path)
    assert f"Another Bankhalter is using {tmp_path}" in sentence
    assert hub.health()["board"] in {"none", "up", "partly"}


RECORD, PLAY = "record last --data-dir HERE", " ".join(("play", *TABLE, "HERE"))


def in_shell(command: str, where: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What comes of a command whose streams go elsewhere."""
    words = command.replace("HERE", str(folder)).split()
    shell = ("sh", "-c", f'"$0" "$@" {where}', PROGRAM, *words)
    return subprocess.run(shell, capture_output=True, text=True, check=False, timeout=45)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
@pytest.mark.parametrize("command", ["editions", "--help", "play --help", "--version", RECORD, PLAY])
def test_what_cannot_be_printed(here, command):
    """One sentence says so and names no file; a hub that cannot show its address ends in order."""
    done = in_shell(command, "> /dev/full", here)
    said = "bankhalter: the output cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize("where", ["2>&-", ">&-", ">&- 2>&-", "| exec true"])
@pytest.mark.parametrize("command", ["editions", RECORD])
def test_a_stream_that_is_closed(here, command, where):
    """Whoever begins the program may close what it prints to, or have seen enough: it says nothing there, and works."""
    done = in_shell(command, where, here)
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (where == "2>&-")


def test_texts_come_and_go_as_utf_8(here):
    """Whatever alphabet the system has for files and pipes, as Windows an old one: a record is read, and told."""
    record = bankhalter("record", "last", "--data-dir", here).stdout.replace("Anna", "Łucja")
    old, replay = {**os.environ, "PYTHONIOENCODING": "cp1252"}, [*AS_INSTALLED, "replay", "-"]
    done = subprocess.run(replay, env=old, input=record.encode(), capture_output=True, check=True)
    assert "Łucja" in done.stdout.decode()


def test_a_letter_that_the_terminal_lacks_ends_nothing(monkeypatch):
    """A QR code is made of such."""
    old = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", old)
    with plain_terminal():
        print("█", flush=True)
    assert old.buffer.getvalue().decode() == f"█{os.linesep}"


@pytest.mark.parametrize(("number", "language"), [(0x0407, "de"), (0x0C07, "de"), (0x0409, "en")])
def test_windows_is_asked_for_its_language(monkeypatch, number, language):
    """Nothing in the environment says it there; Austria's German is German."""
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal_language({}) == language
    assert terminal_language({"LANG": "de_DE.UTF-8"}) == "de"


@pytest.mark.parametrize(("locale", "language"), [("de_AT\n", "de"), ("en_DE\n", "en"), ("", "en")])
def test_macos_is_asked_for_its_language(tmp_path, monkeypatch, locale, language):
    """A double click begins programs without a locale there."""
    program = tmp_path / "defaults"
    program.write_text(f'#!/bin/sh\n[ "$*" = "read -g AppleLocale" ] && printf %s "{locale}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert terminal_language({}) == language


def seen(name: str, ids: tuple[int, int] | None = PICO) -> ListPortInfo:
    info = ListPortInfo(name, skip_link_detection=True)
    info.vid, info.pid = ids or (None, None)
    info.product = "Board in FS mode" if ids else None
    return info


@pytest.fixture
def plugged_in(monkeypatch):
    """What the system tells."""
    ports: list[ListPortInfo] = []
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    return ports


def test_ports_says_what_is_on_each(plugged_in, capsys):
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
    (shown,) = capsys.readouterr().err.splitlines()
    assert said in shown
    assert "--port" in shown


@pytest.mark.feature("flashing")
def test_flash_refuses_a_port_that_is_not_there(capsys):
    """A wrong name is one sentence after what it was about to do."""
    assert cli.main(["flash", "--port", "/dev/nope"]) == 1
    shown = capsys.readouterr().err.splitlines()
    assert shown[-1].startswith("bankhalter: port /dev/nope is not there: plug the node in")


def test_a_port_that_is_not_there_is_reported_while_the_table_waits(caplog):
    """A table on a port that is not there says so in a sentence, once, and waits for it."""
    board = SerialBoard(["/dev/nope"])
    board.start(DeafListener())
    try:
        until(lambda: caplog.messages, "the board diagnoses them")
    finally:
        board.stop()
    assert caplog.messages[0] == "Port /dev/nope is not there: plug the node in, or see `bankhalter ports`."
