"""`bankhalter ports` and `flash` as people use them: what they say about boards, one sentence each."""

import json

import pytest
from helpers.waiting import until
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub import cli
from hub.board.board import SerialBoard
from hub.board.greeting import Deaf

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
    board.start(Deaf())
    try:
        until(lambda: caplog.messages, "the board diagnoses them")
    finally:
        board.stop()
    assert caplog.messages[0] == "Port /dev/nope is not there: plug the node in, or see `bankhalter ports`."
