"""PROTOCOL.md is true: every message is on it, the code understands every example, the limits are the code's."""

import re
from pathlib import Path
from typing import get_args
from zlib import crc32

import pytest
from msgspec.structs import fields

import hub.board
from hub.board import clock, lines, link, messages, outbox, roster, wire
from hub.board.messages import REPORT_TYPES, StateType, number_of, read_hello, read_report, scene_payloads
from hub.board.wire import decode
from hub.simulated_board.node import SimulatedNode
from hub.table.interfaces.board import NodeScene, Report

PAGE = (Path(hub.board.__file__).parents[1] / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = [line for line in PAGE.splitlines() if line.startswith('{"t":')]
STATE_TYPES = get_args(StateType)
EVERY_TYPE = ("hi", "bye", "ak", "nk", "hb", *REPORT_TYPES, *STATE_TYPES)


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_every_message_has_a_row_and_an_example(kind):
    """A message type the code knows is explained in a table and shown in a line."""
    rows = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert kind in rows, "give it a row in hub/docs/PROTOCOL.md"
    assert any(line.startswith(f'{{"t":"{kind}"') for line in EXAMPLES), "give it an example in hub/docs/PROTOCOL.md"


@pytest.mark.parametrize("report", get_args(Report), ids=REPORT_TYPES)
def test_every_field_of_a_report_is_in_its_row(report):
    """All but the node, which is known by its link."""
    (row,) = re.findall(rf"^\| `{report.__struct_config__.tag}` \|.*", PAGE, re.MULTILINE)
    names = [field.encode_name for field in fields(report) if field.name != "node"]
    assert [name for name in names if f"`{name}`" not in row] == [], "explain them in hub/docs/PROTOCOL.md"


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_understood(example):
    """Each example has its checksum, decodes, and the end it is meant for accepts its fields."""
    text, _, checksum = example.partition("\t")
    assert checksum == f"{crc32(text.encode()):08x}"
    message = decode(example.encode())
    kind = message["t"]
    assert kind in EVERY_TYPE
    if kind in REPORT_TYPES:
        assert (read_report(message, "a", 13).node, number_of(message)) == ("a", message["n"])
    elif kind == "hi" and message["role"] == "node":
        assert read_hello(message).readers == 13
    elif kind in STATE_TYPES:
        node = SimulatedNode("a", "side", 13, True, lambda: 0)
        node.power_on(lambda frame: None)
        node.message(message)
        assert kind in ("set", "sweep") or node.link.stat["bad"] == 0


def test_scenes_use_messages_that_nodes_know():
    """The hub sends no state message that is not on the page."""
    assert set(scene_payloads(NodeScene())) | {"sweep", "set"} == set(STATE_TYPES)


def test_the_code_names_no_other_message():
    """Every type literal in the files of the link is on the page."""
    folder = Path(hub.board.__file__).parent
    sources = [folder / name for name in hub.board.ON_BOARD] + [folder.parent / "simulated_board" / "node.py"]
    said = {kind for source in sources for kind in re.findall(r'"t": "(\w+)"', source.read_text(encoding="utf-8"))}
    assert said <= set(EVERY_TYPE)
    assert {"hi", "bye", "tag", "all"} <= said


def test_the_limits_are_those_of_the_code():
    """Each limit on the page has the value the code uses."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) ", PAGE, re.MULTILINE)
    modules = (clock, lines, link, messages, outbox, roster, wire)
    assert len(rows) == 16
    for name, value in rows:
        assert {int(value)} == {getattr(module, name) for module in modules if hasattr(module, name)}, name


def test_the_reasons_of_a_goodbye_are_explained():
    """Every reason the hub or a node gives is on the page."""
    folder = Path(hub.board.__file__).parent
    sources = [*folder.rglob("*.py"), *(folder.parent / "simulated_board").rglob("*.py")]
    sources += (folder.parents[1] / "firmware").rglob("*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    reasons = set(re.findall(r'(?:refuse\(|return \(?)"(\w+)", ', text))
    assert reasons == {"version", "hello", "duplicate", "too_many", "stopped", "settings"}
    for reason in reasons:
        assert f"`{reason}`" in PAGE
