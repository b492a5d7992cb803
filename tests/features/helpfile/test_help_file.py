"""A help file is whole, can be read and played again whoever sent it, and keeps what must stay in the house."""

import json
import zipfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from board.conftest import World
from helpers.banker_key import banker_key_of
from helpers.hub_process import bankhalter
from server.browser import Browser

from hub import cli
from hub.commands.games import NEWEST
from hub.composition.play import PlayOptions, open_alone
from hub.diagnostics.logs import LOG_FILE
from hub.diagnostics.redaction import STRUCK, Redaction
from hub.editions import EDITIONS
from hub.features.helpfile import at_table
from hub.features.helpfile import contents as of_file
from hub.features.helpfile.command import salvaged
from hub.features.helpfile.contents import ABOUT, DEVICE, FILE, LOG, RECORD, TRANSCRIPT, archive, store, stored
from hub.features.helpfile.rehearsal import rehearse
from hub.records.help_files import HelpFileFault, record_in
from hub.store.folder import DATABASE, DataFolder
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import StoreError

UID, OTHER = "04A1B2C3D4E5F6", "04FFFFFFFFFF06"


def evening(*reports: dict[str, object]) -> World:
    """A node that says everything a node can say, and these reports, on a line that crackles."""
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
        *(partial(node.report, report) for report in reports),
    ):
        act()
        world.run(300)
    return world


def test_a_transcript_is_played_on_simulated_nodes():
    """The node says all of it again, and it is understood as it was; what the table never hears makes no difference."""
    world = evening({"t": "margin", "reader": 3, "heard": [4, 4, 3, 2, 1, 0]})
    found = rehearse(world.lines.transcript())
    assert not [line for line in world.lines.transcript() if '"t":"ak"' in line.text], "who has heard is no news"
    assert (found.nodes, found.noise, found.differences) == (1, 1, ())
    assert found.reports == len(world.ear.reports) + 1 == 11


def test_what_was_sent_again_is_played_once():
    """A lossy wire repeats; the transcript holds each try, the rehearsal counts each report once."""
    world = World("lossy", seed=3).link_up()
    for number in range(12):
        world.node.put(UID, number % 10)
        world.run(400)
    world.until(lambda: world.node.link.idle)
    found = rehearse(world.lines.transcript())
    assert found.differences == ()
    assert found.reports == len(world.ear.reports)


def test_a_report_that_makes_no_sense_is_reported():
    """A line whose report nobody understands is a difference that names it."""
    world = evening({"t": "button", "id": "bell", "press": "short"})
    (difference,) = rehearse(world.lines.transcript()).differences
    assert difference.startswith("line ")
    assert "bell" in difference


def test_heartbeats_are_not_in_a_transcript():
    """An hour of silence leaves no lines; the page's log still shows that the node is there."""
    world = World().link_up()
    before = len(world.lines.transcript())
    world.run(20_000)
    assert len(world.lines.transcript()) == before
    assert len(world.lines.newest()) > before + 30


def test_the_command_plays_a_transcript(tmp_path, capsys):
    """`replay --transcript` says how much was played; a record has none."""
    path = tmp_path / "help.zip"
    whole = of_file.HelpFileContents("1", 0, None, evening().lines.transcript())
    path.write_bytes(archive(whole, Redaction(), names=True))
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


def test_a_help_file_with_a_wrong_byte_is_damaged_or_whole(tmp_path):
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


def test_the_transcript_outlives_the_table(tmp_path):
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


BID = 718_281
PLANTED, STREET = "planted by the test", "Our own street"


def asked(browser: Browser, *actions: dict[str, Any]) -> None:
    for action in actions:
        assert browser.ask(action)["ok"], action


def family(folder: Path) -> Path:
    """Tables of a family's own, with another name for a street."""
    assert cli.main(["editions", "export", "haustein", str(folder)]) == 0
    track = folder / "track.csv"
    first = next(space.name for space in EDITIONS["haustein"].track.spaces if space.kind == "street")
    text = track.read_text(encoding="utf-8-sig").replace(f",{first},", f",{STREET},")
    track.write_text(text, encoding="utf-8-sig")
    return folder


def whole_evening(data: Path, tables: Path) -> set[str]:
    """A tablet, a phone, a simulated board, tables of a family, a bid under cover; all secrets when the hub ends."""
    with ExitStack() as closing:
        options = PlayOptions(
            simulated="starter", http_port=0, data_dir=data, version="1", edition_dir=tables, log_level="debug"
        )
        port = int(open_alone(options, closing).partition("http://localhost:")[2].split("/")[0])
        secrets = DataFolder(data).secrets()
        banker, tablet, phone = Browser(port, key=banker_key_of(data)), Browser(port), Browser(port)
        closing.callback(lambda: [browser.close() for browser in (banker, tablet, phone)])
        asked(banker, *({"do": "add_seat", "name": name} for name in ("Anna", "Ben", "Chloe")))
        asked(banker, {"do": "choose_edition", "edition": "haustein"})
        asked(banker, {"do": "begin"})
        codes = banker.wait("view", lambda view: len(view["join"]["codes"]) == 3)["join"]["codes"]
        keys = {
            tablet.call("pair", {"pin": secrets.banker_pin})["key"],
            phone.call("join", {"code": codes["1"]})["key"],
        }
        throws = ((0, [6, 5]), (1, [1, 2]), (2, [1, 3]), (0, [2, 3]))
        commands = [{"command": "throw", "seat": seat, "faces": faces, "source": "typed"} for seat, faces in throws]
        commands.append({"command": "advance", "seat": 0})
        rich = {"command": "correct_money", "payer": -1, "payee": 1, "amount": 900_000}
        plays = [{"do": "play", "command": command} for command in commands]
        asked(banker, *plays[:3], {"do": "correct", "correction": rich}, *plays[3:])
        asked(phone, {"do": "play", "command": {"command": "seal_bid", "seat": 1, "amount": BID, "nonce": ""}})
        banker.emit("refresh")
        codes = banker.wait("view", lambda view: view["join"]["codes"]["1"] != codes["1"])["join"]["codes"]
        return {secrets.banker_pin, secrets.server_secret, *keys, *codes.values()}


def plant(data: Path, secrets: set[str]) -> None:
    """Write each secret where it must never be: into the log and into the transcript."""
    text = f"{PLANTED}: {' '.join(secrets)}"
    with (data / LOG_FILE).open("a", encoding="utf-8") as log:
        log.write(json.dumps({"level": "info", "event": text}) + "\n")
    line = {"index": 1, "at_ms": 1, "node": "n", "outward": False, "text": text, "ok": False}
    with (data / FILE).open("a", encoding="utf-8") as transcript:
        transcript.write(json.dumps(line) + "\n")


@pytest.mark.parametrize(("name", "why"), [("help.zip", "already exists"), ("help.txt", "does not end in .zip")])
def test_an_older_help_file_is_not_written_over(tmp_path, capsys, name, why):
    """It stays as it is; nor is a file written whose name says that it is something else."""
    (tmp_path / "help.zip").write_text("older")
    assert cli.main(["helpfile", str(tmp_path / name), "--data-dir", str(tmp_path)]) == 1
    assert why in capsys.readouterr().err
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"help.zip": "older"}


@pytest.mark.parametrize(("tls", "options", "named"), [(False, ("--no-names",), False), (True, (), True)])
def test_an_open_table_gives_the_file(tmp_path, monkeypatch, proxy, tls, options, named):
    """While a table is open, the file comes straight from there: over http or, with --tls, over nothing but https."""
    file, names = tmp_path / "help.zip", []
    monkeypatch.setattr(at_table, "archive", lambda *found, names: told(names) or archive(*found, names=names))
    told = names.append
    with ExitStack() as closing:
        table = PlayOptions(simulated="starter", http_port=0, data_dir=tmp_path / "data", version="1", tls=tls)
        welcome = open_alone(table, closing)
        port = welcome.partition(f"{'https' if tls else 'http'}://localhost:")[2].split("/")[0]
        where = ("--data-dir", str(tmp_path / "data"), "--http-port", port)
        assert cli.main(["helpfile", str(file), *options, *where]) == 0
    assert names == [named]
    assert (tmp_path / "data" / FILE).exists(), "what was said on the wires is kept once it is closed"
    with zipfile.ZipFile(file) as packed:
        assert {ABOUT, TRANSCRIPT, DEVICE} <= set(packed.namelist())
        device = json.loads(packed.read(DEVICE))
    assert (device["lines"], device["spare_tags"]) == ([], []), "the lines are in the transcript"


def test_a_code_in_the_log_of_a_damaged_database_is_struck_out(tmp_path):
    """The newest moves lie there, and so may the newest code."""
    (tmp_path / DATABASE).write_bytes(b"no database")
    (tmp_path / f"{DATABASE}-wal").write_bytes(b"\xffK7QFM\xff")
    assert salvaged(DataFolder(tmp_path), NEWEST).redaction.clean("K7QFM") == STRUCK


@pytest.mark.gate
def test_the_command_writes_a_file_that_plays_again_and_betrays_nothing(tmp_path):
    """Record, transcript, log and versions are in it; PIN, secret, keys, codes and the bid are struck out of all."""
    data, file = tmp_path / "data", tmp_path / "help.zip"
    secrets = whole_evening(data, family(tmp_path / "family"))
    plant(data, secrets)
    done = bankhalter("helpfile", file, "--data-dir", data)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert parts.keys() >= {ABOUT, RECORD, TRANSCRIPT, LOG, "README.txt"}
    assert PLANTED in parts[LOG]
    assert PLANTED in parts[TRANSCRIPT]
    assert len(secrets) == 7
    assert [word for word in (*secrets, str(BID)) if word in "".join(parts.values())] == []

    assert STREET in parts[RECORD]
    assert json.loads(parts[ABOUT])["game"]["edition"] == "haustein"
    played = bankhalter("replay", file, "--json")
    assert played.returncode == 0, played.stderr
    position = json.loads(played.stdout)
    assert position["spaces"][0] == 5
    assert bankhalter("replay", "--transcript", file).returncode == 0
