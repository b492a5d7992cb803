"""What is in a help file can be read and played again, whoever sent it."""

import zipfile
from pathlib import Path

import msgspec
import pytest
from board.conftest import World

from hub import cli
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile.contents import FILE, RECORD, TRANSCRIPT, HelpFileContents, archive, store, stored
from hub.features.helpfile.rehearsal import rehearse
from hub.records.help_files import HelpFileFault, record_in
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import StoreError

UID, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFF06"


def evening() -> World:
    """A node that says everything a node can say, on a line that crackles."""
    world = World().link_up()
    node = world.node
    for act in (
        lambda: node.put(UID, 3),
        lambda: node.press("ok", "short"),
        lambda: node.type_dice((6, 1)),
        lambda: node.fail(7, "no_answer"),
        lambda: world.hub.link.feed(b"\xffcrackle\n"),
        lambda: node.recover(7),
        lambda: node.put(UID, 4),
        lambda: node.put(OTHER, 3),
        lambda: node.take(UID),
        lambda: node.press("cancel", "long"),
    ):
        act()
        world.run(300)
    return world


def test_a_transcript_is_played_on_simulated_nodes() -> None:
    """The simulated node says all of it again, and it is understood as it was then."""
    world = evening()
    found = rehearse(world.lines.transcript())
    assert (found.nodes, found.noise, found.differences) == (1, 1, ())
    assert found.reports == len(world.ear.reports) == 10


def test_what_was_sent_again_is_played_once() -> None:
    """A lossy wire repeats; the transcript holds each try, the rehearsal counts each report once."""
    world = World("lossy", seed=3).link_up()
    for number in range(12):
        world.node.put(UID, number % 10)
        world.run(400)
    world.until(lambda: world.node.link.idle)
    found = rehearse(world.lines.transcript())
    assert found.differences == ()
    assert found.reports == len(world.ear.reports)


def test_a_margin_is_understood_as_it_was() -> None:
    """A report that the table never hears, since it changes nothing there, makes no difference either."""
    world = evening()
    world.node.report({"t": "margin", "reader": 3, "heard": [4, 4, 3, 2, 1, 0]})
    world.run(300)
    found = rehearse(world.lines.transcript())
    assert found.differences == ()
    assert found.reports == len(world.ear.reports) + 1


def test_a_report_that_makes_no_sense_is_reported() -> None:
    """A line whose report nobody understands is a difference that names it."""
    world = evening()
    world.node.report({"t": "button", "id": "bell", "press": "short"})
    world.run(300)
    (difference,) = rehearse(world.lines.transcript()).differences
    assert difference.startswith("line ")
    assert "bell" in difference


def test_heartbeats_are_not_in_a_transcript() -> None:
    """An hour of silence leaves no lines; the page's log still shows that the node is there."""
    world = World().link_up()
    before = len(world.lines.transcript())
    world.run(20_000)
    assert len(world.lines.transcript()) == before
    assert len(world.lines.after(0)) > before + 30


def test_the_command_plays_a_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`replay --transcript` says how much was played; a record has none."""
    path = tmp_path / "help.zip"
    path.write_bytes(archive(HelpFileContents("1", 0, None, evening().lines.transcript()), Redaction(), names=True))
    assert cli.main(["replay", "--transcript", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "10 reports of 1 nodes played, 1 lines of noise."
    record = tmp_path / "record.jsonl"
    record.write_text("{}")
    assert cli.main(["replay", "--transcript", str(record)]) == 1
    assert "is not a help file" in capsys.readouterr().err


def nested(line: bytes) -> bytes:
    """A line of JSON with lists in lists without end in a field nobody asks for."""
    return line[:-1] + b',"x":' + b"[" * 100_000


@pytest.mark.parametrize(
    "content",
    [
        b"PK",
        b"PK\x03\x04" + bytes(40),
        None,
        {RECORD: b"\xff"},
        {TRANSCRIPT: nested(b'{"index":1}')},
        {RECORD: b'{"record":1,"edition":"classic","seats":["A","B"]}\n' + nested(b'{"do":1}')[:90_000]},
    ],
)
@pytest.mark.parametrize("option", [[], ["--transcript"]])
def test_a_damaged_help_file_is_reported(tmp_path, capsys, content, option):
    """Whatever a file holds, one sentence says what is wrong with it."""
    path = tmp_path / "help.zip"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with zipfile.ZipFile(path, "w") as packed:
            for name, data in (content or {"../../evil": b"x"}).items():
                packed.writestr(name, data)
    assert cli.main(["replay", *option, str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["help.zip"]


def packed_record(path: Path, method: int, text: str) -> bytes:
    with zipfile.ZipFile(path, "w", method) as packed:
        packed.writestr(RECORD, text)
    return path.read_bytes()


def test_a_help_file_with_a_wrong_byte_is_damaged_or_whole(tmp_path: Path) -> None:
    """Whichever byte was changed on the way, the text comes out as it was, or one sentence says what is wrong."""
    path, text = tmp_path / "help.zip", "a line of it\n" * 9
    whole, faults = packed_record(path, zipfile.ZIP_DEFLATED, text), set()
    for at in range(2, len(whole)):
        path.write_bytes(whole[:at] + bytes((whole[at] ^ 0xFF,)) + whole[at + 1 :])
        try:
            assert record_in(path) == text.splitlines()
        except HelpFileFault as fault:
            faults.add(str(fault))
    assert any("while decompressing" in fault for fault in faults)
    packed_record(path, zipfile.ZIP_LZMA, text)
    with pytest.raises(HelpFileFault, match="packed in another way"):
        record_in(path)


def test_the_transcript_outlives_the_table(tmp_path: Path) -> None:
    """What a table kept at its end is there afterwards, for its owner alone; a damaged one is reported."""
    lines = evening().lines.transcript()
    store(tmp_path, lines)
    assert stored(tmp_path) == lines
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    whole = msgspec.json.encode(WireLine(1, 1, "n", False, "x", True))
    for damaged in (whole + b"\n{", whole.replace(b'"x"', b'"\xff"'), nested(whole)):
        (tmp_path / FILE).write_bytes(damaged)
        with pytest.raises(StoreError, match="lines between hub and board"):
            stored(tmp_path)
    store(tmp_path / "nowhere", lines)
    assert stored(tmp_path / "nowhere") == []
