"""`bankhalter ports`, `doctor` and `flash` as people use them: what they say about boards, one sentence each."""

import grp
import json
import os
import pwd
import sys
from pathlib import Path

import pytest
from helpers.waiting import until
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub import cli
from hub.board.board import SerialBoard
from hub.board.greeting import Deaf
from hub.board.spare import SeenPort
from hub.features.doctor import command as doctor
from hub.features.doctor import obstacles
from hub.simulated_board.powered import PoweredNode

PICO = (0x2E8A, 0x0005)


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


def test_flash_refuses_a_port_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong name is one sentence after what it was about to do."""
    assert cli.main(["flash", "--port", "/dev/nope"]) == 1
    shown = capsys.readouterr().err.splitlines()
    assert shown[-1].startswith("bankhalter: port /dev/nope is not there: plug the node in")


def test_doctor_without_a_board(plugged_in: list[ListPortInfo], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing plugged in is a problem, and says so by its exit code."""
    assert cli.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "!!  no board is plugged in, or its cable only charges" in shown


def test_doctor_names_a_missing_port(capsys: pytest.CaptureFixture[str]) -> None:
    """A port asked for that is not there is reported, as JSON too."""
    assert cli.main(["doctor", "--port", "/dev/nope", "--json"]) == 1
    first = json.loads(capsys.readouterr().out)[0]
    assert (first["about"], first["problem"]) == ("/dev/nope", True)
    assert "is not there" in first["text"]


@pytest.mark.parametrize(
    ("group", "members", "said"),
    [
        ("dialout", [], "run `sudo usermod -aG dialout $USER`, then log out and in again"),
        ("uucp", ["ben"], "run `sudo usermod -aG uucp $USER`"),
        ("dialout", ["anna"], "you are in its group dialout, but not since you logged in: log out and in again"),
        ("root", [], "it belongs to root alone: `sudo chmod a+rw"),
    ],
)
def test_doctor_says_which_group_opens_a_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, members: list[str], said: str
) -> None:
    """A port of another group comes with the command that adds this user to it; nobody is sent into root's group."""
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(doctor.os, "access", lambda path, mode: False)
    monkeypatch.setattr(obstacles, "_said", lambda *command: "")
    monkeypatch.setattr(grp, "getgrgid", lambda _: grp.struct_group((group, "x", 20, members)))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: pwd.struct_passwd(("anna", "x", 1000, 1000, "", "/", "/bin/sh")))
    (finding,) = doctor.port_findings([], [str(port)])
    assert finding.problem
    assert said in finding.text


@pytest.mark.parametrize(
    ("asked", "text"), [("com3", "com3 is there"), ("COM4", "COM4 is not there: plug the node in")]
)
def test_doctor_on_windows_looks_in_the_list_of_ports(monkeypatch: pytest.MonkeyPatch, asked: str, text: str) -> None:
    """Ports are no files on Windows and belong to no group: one is listed, in capitals or not, or it is not there."""
    listed = [SeenPort("COM3", None, "Pico", *PICO, known=True)]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        (finding,) = doctor.port_findings(listed, [asked])
    assert finding.text.startswith(text)
    assert finding.problem == (asked == "COM4")


def test_doctor_tells_nodes_and_their_readers(capsys: pytest.CaptureFixture[str]) -> None:
    """A node that links is reported with its firmware, each broken reader with what to do about it."""
    node = PoweredNode("side-a", "side", 10, has_console=True)
    node.node.fail(7, "no_answer")
    node.plug_in()
    try:
        assert cli.main(["doctor", "--port", str(node.port)]) == 1
    finally:
        node.unplug()
    shown = capsys.readouterr().out
    assert "node side-a on /dev/" in shown
    assert "side with 10 readers" in shown
    assert "reader 7 does not answer: check its ribbon and its supply" in shown


def test_doctor_tells_a_port_on_which_nobody_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that can be opened but has no node on it comes with the way to a firmware."""
    master, slave = os.openpty()
    try:
        (finding,) = doctor.node_findings([os.ttyname(slave)], look_s=0.3)
    finally:
        os.close(master)
        os.close(slave)
    assert finding.problem
    assert "no node speaks on it: perhaps it has no firmware yet; `bankhalter flash` installs it" in finding.text


def test_a_port_that_is_not_there_is_reported_while_the_table_waits(caplog: pytest.LogCaptureFixture) -> None:
    """A table on a port that is not there says so in a sentence, once, and waits for it."""
    board = SerialBoard(["/dev/nope"])
    board.start(Deaf())
    try:
        until(lambda: caplog.messages, "the board diagnoses them")
    finally:
        board.stop()
    assert caplog.messages[0] == "Port /dev/nope is not there: plug the node in, or see `bankhalter ports`."
