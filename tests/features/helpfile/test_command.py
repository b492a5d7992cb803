"""`bankhalter helpfile`: what the command writes is whole, plays again, and keeps what must stay in the house."""

import json
import zipfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from helpers.banker_key import banker_key_of
from helpers.hub_process import bankhalter
from server.browser import Browser

from hub import cli
from hub.composition.play import PlayOptions, open_alone
from hub.diagnostics.logs import LOG_FILE
from hub.editions import EDITIONS
from hub.features.helpfile.contents import ABOUT, DEVICE, FILE, LOG, RECORD, TRANSCRIPT
from hub.store.folder import DataFolder

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


def evening(data: Path, tables: Path) -> set[str]:
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
        rich = {"command": "correct_money", "payer": -1, "payee": 1, "amount": 900_000}
        asked(banker, *({"do": "play", "command": command} for command in commands[:3]))
        asked(banker, {"do": "correct", "correction": rich}, {"do": "play", "command": commands[3]})
        asked(banker, {"do": "play", "command": {"command": "advance", "seat": 0}})
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


@pytest.mark.parametrize("tls", [False, True])
def test_an_open_table_gives_the_file(tmp_path: Path, tls: bool) -> None:
    """While a table is open, the file comes from there, whether it speaks http or, with --tls, nothing but https."""
    file = tmp_path / "help.zip"
    with ExitStack() as closing:
        options = PlayOptions(simulated="starter", http_port=0, data_dir=tmp_path / "data", version="1", tls=tls)
        welcome = open_alone(options, closing)
        port = welcome.partition(f"{'https' if tls else 'http'}://localhost:")[2].split("/")[0]
        assert cli.main(["helpfile", str(file), "--data-dir", str(tmp_path / "data"), "--http-port", port]) == 0
    with zipfile.ZipFile(file) as packed:
        assert {ABOUT, TRANSCRIPT, DEVICE} <= set(packed.namelist())


@pytest.mark.gate
def test_the_command_writes_a_file_that_plays_again_and_betrays_nothing(tmp_path: Path) -> None:
    """Record, transcript, log and versions are in it; PIN, secret, keys, codes and the bid are struck out of all."""
    data, file = tmp_path / "data", tmp_path / "help.zip"
    secrets = evening(data, family(tmp_path / "family"))
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
