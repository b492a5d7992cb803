"""A whole evening at the most talkative level: what is written down holds no secret, whoever tries what."""

import contextlib
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from helpers.banker_key import banker_key_of
from server.answer import Answer
from server.browser import Browser, Gone
from server.test_access import forgeries

from hub.composition import serving
from hub.composition.play import PlayOptions, open_alone
from hub.diagnostics.logs import LOG_FILE
from hub.store.folder import DataFolder

BID = 718_281


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a whole hub on a fresh folder, with a simulated board, noting all it can."""
    monkeypatch.setattr(serving, "ANY_ADDRESS", "127.0.0.1")
    options = PlayOptions(simulated="starter", http_port=0, data_dir=tmp_path, version="1", log_level="debug")
    with ExitStack() as closing:
        welcome = open_alone(options, closing)
        yield int(welcome.partition("http://localhost:")[2].split("/")[0])


def asks(browser: Browser, *actions: dict[str, object]) -> list[object]:
    """Ask for these; the reasons of what was refused."""
    return [ack["reason"] for action in actions if not (ack := browser.ask(action))["ok"]]


def command(name: str, seat: int, **fields: object) -> dict[str, object]:
    """A command of a seat as a request asks for it."""
    return {"do": "play", "command": {"command": name, "seat": seat, **fields}, "prompt": None}


def evening(banker: Browser, port: int) -> set[str]:
    """Three people meet, play, bid under cover; a phone is lost, a tablet paired, doors are tried. Every secret."""
    names = [{"do": "add_seat", "name": name} for name in ("Anna", "Ben", "Chloe")]
    assert asks(banker, *names, {"do": "choose_edition", "edition": "haustein"}) == []
    known: set[str] = set()
    codes = banker.wait("view", lambda view: len(view["join"]["codes"]) == 3)["join"]["codes"]
    phones = [Browser(port) for _ in codes]
    keys = [phone.call("join", {"code": codes[str(seat)]})["key"] for seat, phone in enumerate(phones)]
    known |= {*codes.values(), *keys}
    assert asks(banker, {"do": "new_code", "seat": 2}, {"do": "begin"}) == []
    opening = [
        command("throw", seat, faces=faces, source="typed") for seat, faces in enumerate(([6, 5], [1, 2], [1, 3]))
    ]
    rich = {"do": "correct", "correction": {"command": "correct_money", "payer": -1, "payee": 1, "amount": 900_000}}
    assert asks(banker, *opening, rich, command("throw", 0, faces=[2, 3], source="typed"), command("advance", 0)) == []
    assert phones[1].ask(command("seal_bid", 1, amount=BID, nonce=""))["ok"]
    assert phones[0].ask(command("seal_bid", 1, amount=5, nonce=""))["reason"] == "not_allowed"
    for forged in forgeries(keys[0]):
        Browser(port, key=forged).close()
    stranger = Browser(port)
    stranger.call("pair", {"pin": "000000"})
    stranger.call("join", {"code": keys[1]})
    with contextlib.suppress(Gone, OSError):
        stranger.send(f'42["request",{{"id":"{keys[0]}","action":{{"do":"dance","key":"{keys[0]}"')
        stranger.send(f'42["request",{{"id":{json.dumps(keys[1])},"action":null}}]')
        stranger.send("4" + "[" * 500 + keys[1])
    banker.emit("refresh")
    banker.wait("view", lambda view: known.update(view["join"]["codes"].values()) or view["game"])
    for phone in (*phones, stranger):
        phone.close()
    return known


@pytest.mark.feature("helpfile")
def test_an_evening_leaves_no_secret_behind(port, tmp_path, capfd, caplog):
    """Neither log nor terminal nor help file holds a PIN, a secret, a key, a code or a bid under cover."""
    secrets = DataFolder(tmp_path).secrets()
    banker = Browser(port, key=banker_key_of(tmp_path))
    known = evening(banker, port)
    tablet = Browser(port)
    known |= {tablet.call("pair", {"pin": secrets.banker_pin})["key"], secrets.banker_pin, secrets.server_secret}
    server: Any = SimpleNamespace(port=port)
    help_file = Answer(server, "/api/helpfile.zip?names=yes", banker_key_of(tmp_path))
    tablet.close()
    banker.close()
    with zipfile.ZipFile(io.BytesIO(help_file.body)) as packed:
        sent = "".join(packed.read(name).decode() for name in packed.namelist())
    log = (tmp_path / LOG_FILE).read_text(encoding="utf-8")
    assert len(known) >= 10
    assert len(log.splitlines()) > 3
    assert all(msgspec.json.decode(line)["level"] for line in log.splitlines())
    said = "".join((log, sent, caplog.text, *capfd.readouterr()))
    assert [word for word in (*known, str(BID)) if word in said] == []
