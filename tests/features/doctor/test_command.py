"""`bankhalter doctor` as people use it: one sentence for each port, node and reader."""

import grp
import json
import os
import pwd
import sys
from importlib import metadata
from types import SimpleNamespace

import pytest
from cli.test_command_line import PICO, plugged_in
from helpers.fake_board import FakeBoard
from msgspec import structs

from hub import cli
from hub.board.spare import SeenPort
from hub.features.doctor import command as doctor
from hub.features.doctor.command import _node
from hub.simulated_board.board import PoweredNode
from hub.table.interfaces.board import NodeSettings

__all__ = ["plugged_in"]


def test_doctor_without_a_board(plugged_in, capsys):
    """Nothing plugged in is a problem, and says so by its exit code."""
    assert cli.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "!!  no board is plugged in, or its cable only charges" in shown


def test_doctor_names_a_missing_port(capsys):
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
def test_doctor_says_which_group_opens_a_port(tmp_path, monkeypatch, group, members, said):
    """A port of another group comes with the command that adds this user to it; nobody is sent into root's group."""
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(doctor.os, "access", lambda path, mode: False)
    monkeypatch.setattr(doctor, "_said", lambda *command: "")
    monkeypatch.setattr(grp, "getgrgid", lambda _: grp.struct_group((group, "x", 20, members)))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: pwd.struct_passwd(("anna", "x", 1000, 1000, "", "/", "/bin/sh")))
    (finding,) = doctor.port_findings([], [str(port)])
    assert finding.problem
    assert said in finding.text


@pytest.mark.parametrize(
    ("asked", "text"), [("com3", "com3 is there"), ("COM4", "COM4 is not there: plug the node in")]
)
def test_doctor_on_windows_looks_in_the_list_of_ports(monkeypatch, asked, text):
    """Ports are no files on Windows and belong to no group: one is listed, in capitals or not, or it is not there."""
    monkeypatch.setattr(doctor, "_said", lambda *command: "")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        (finding,) = doctor.port_findings([SeenPort("COM3", None, "Pico", *PICO, known=True)], [asked])
    assert finding.text.startswith(text)
    assert finding.problem == (asked == "COM4")


def test_doctor_on_windows_listens_at_every_port_that_is_there(monkeypatch, capsys):
    """Beyond COM9 none is a file, as which the system would say that it may be read."""
    listened = []
    monkeypatch.setattr(doctor, "_said", lambda *command: "")
    monkeypatch.setattr(doctor, "seen_ports", lambda: [SeenPort("COM12", None, "Pico", *PICO, known=True)])
    monkeypatch.setattr(doctor, "node_findings", lambda ports, **_: listened.extend(ports) or [])
    monkeypatch.setattr(doctor, "address_findings", lambda _: [])
    monkeypatch.setattr(doctor, "sleep_findings", list)
    monkeypatch.setattr(sys, "platform", "win32")
    assert doctor.run(SimpleNamespace(port=[], http_port=8080, sweep=False, json=False)) == 0
    assert (listened, capsys.readouterr().out) == (["COM12"], "ok  COM12 is there.\n")


def test_doctor_tells_nodes_and_their_readers(capsys):
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


def test_doctor_tells_a_port_on_which_nobody_speaks(monkeypatch):
    """A port that can be opened but has no node on it comes with the way to a firmware."""
    master, slave = os.openpty()
    try:
        (finding,) = doctor.node_findings([os.ttyname(slave)], look_s=0.3)
    finally:
        os.close(master)
        os.close(slave)
    assert finding.problem
    assert "no node speaks on it: perhaps it has no firmware yet; `bankhalter flash` installs it" in finding.text


def test_doctor_tells_what_a_node_says_of_itself():
    """Settings that were replaced and readers with little to spare are problems, and any firmware but this hub's."""
    margins = {2: (0, 1, 2, 3, 4, 4), 4: (0, 1, 2, 4, 4, 4), 5: (0, 4, 4, 4, 4, 4)}
    status = structs.replace(FakeBoard().nodes()[0], mended=("longest", "side"), margins=margins)
    found = {finding.text: finding.problem for finding in _node(status)}
    invalid = [text for text, problem in found.items() if problem and "is invalid" in text and "/device" in text]
    assert ["`longest`" in invalid[0], "`side`" in invalid[1]] == [True, True]
    assert found["node node-0: reader 2 [ .-=##] has 5 dB to spare; gain 5 (48 dB) is advised"]
    assert not found["node node-0: reader 4 [ .-###] has 10 dB to spare; gain 5 (48 dB) is advised"]
    assert not found["node node-0: reader 5 [ #####] has 25 dB to spare; gain 3 (38 dB) is advised"]
    for firmware, old in (("0.0.1", True), (metadata.version("bankhalter"), False)):
        first = next(_node(structs.replace(status, firmware=firmware)))
        assert first.problem == ("`bankhalter flash --port" in first.text) == old


def test_only_nodes_that_can_measure_are_asked_to(monkeypatch):
    """One whose firmware knows no settings yet keeps the doctor from no other."""
    monkeypatch.setattr(doctor, "QUIET_S", 0)
    board, asked = FakeBoard(nodes=2), list[str]()
    settings = NodeSettings(side=1, readers=10, longest=10, gain=(5,) * 10, lights=10)
    board.statuses[1] = structs.replace(board.statuses[1], settings=settings)
    monkeypatch.setattr(board, "sweep", asked.append)
    doctor._sweep(board)
    assert asked == ["node-1"]
