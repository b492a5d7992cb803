"""A computer without a battery may believe in any year: the hub writes and sends everything all the same."""

import io
import json
import os
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from cryptography import x509
from helpers.banker_key import banker_key_of
from server.answer import Answer
from server.browser import Browser

from hub import cli
from hub.composition.play import PlayOptions, open_alone
from hub.composition.serving import server_context
from hub.server.access.addresses import own_addresses, table_url
from hub.server.listener import ANY_ADDRESS
from hub.store.folder import CERTIFICATE, DataFolder
from hub.table.interfaces.storage import MOMENT_MAXIMUM_MS

CLOCKS = {
    "1970": (0, "America/Los_Angeles"),
    "1979": (datetime(1979, 12, 31, 23, 59, tzinfo=UTC).timestamp(), "UTC"),
    "2108": (datetime(2108, 2, 29, tzinfo=UTC).timestamp(), "UTC"),
    "9999": (datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp(), "Pacific/Kiritimati"),
}
"""Zone and moment: the last year before zip files know dates and the first after, and the ends of all dates."""

WORKBOOK, HELP = "/api/export.xlsx?language=de", "/api/helpfile.zip?names=yes"
DESIGNS = ("", "/file.board", "/trial", "/sheets.pdf?language=de&sheets=banker", "/tables.xlsx", "/tables.zip")
"""Routes of a design, which is made first."""

SENT = ("editions/classic", "sheet", "rebuild", "evening", "hall", "hindsight", "retelling", "shelf", "program")
SENT += ("qr.svg?text=SHOWN/play", "print/classic.pdf?language=de&sheets=labels", "reach?to=1", "workshop")
SENT += ("workshop/bases/classic", "explanations?commands=%5B%7B%22command%22:%22advance%22,%22seat%22:0%7D%5D")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sets the zone of the process")


@pytest.fixture(params=CLOCKS, autouse=True)
def clock(request, monkeypatch):
    """The computer's clock shows this moment, for the hub and for its libraries."""
    moment, zone = CLOCKS[request.param]
    local, utc, told = time.localtime, time.gmtime, time.strftime
    monkeypatch.setattr(time, "time", lambda: moment)
    monkeypatch.setattr(time, "time_ns", lambda: int(moment) * 10**9)
    monkeypatch.setattr(time, "localtime", lambda *at: local(*(at or (moment,))))
    monkeypatch.setattr(time, "gmtime", lambda *at: utc(*(at or (moment,))))
    monkeypatch.setattr(time, "strftime", lambda text, *at: told(text, *(at or (local(moment),))))
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    yield moment
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def data(tmp_path, clock):
    """The folder of an evening that began and ended at this moment; its files have the date, too."""
    with opened(tmp_path / "data"):
        pass
    for path in (tmp_path / "data").rglob("*"):
        os.utime(path, (clock, clock))
    return tmp_path / "data"


class Hub(NamedTuple):
    """Asked as the banker's browser asks."""

    port: int
    key: str

    def get(self, path: str, body: bytes | None = None) -> bytes:
        path = path.replace("SHOWN", table_url(ANY_ADDRESS, self.port, own_addresses()))
        answer = Answer(self, path, self.key, local=True, body=body, Idempotency_Key="it")
        assert answer.status == 200, (path, answer.body[:200])
        return answer.body


def table_of(data: Path, closing: ExitStack) -> tuple[Hub, Browser]:
    """A table on a data folder with a simulated board, and its banker."""
    options = PlayOptions(simulated="starter", http_port=0, data_dir=data, version="1")
    port = int(open_alone(options, closing).partition("http://localhost:")[2].partition("/")[0])
    key = banker_key_of(data)
    banker = Browser(port, key=key, local=True)
    closing.callback(banker.close)
    return Hub(port, key), banker


@contextmanager
def opened(data: Path) -> Iterator[Hub]:
    """A table with a game on a simulated board."""
    with ExitStack() as closing:
        hub, banker = table_of(data, closing)
        banker.begin()
        throw = {"command": "throw", "seat": 0, "faces": [1, 2], "source": "typed"}
        assert banker.ask({"do": "play", "command": throw})["ok"]
        yield hub


def run(*arguments: str | Path) -> None:
    assert cli.main(list(map(str, arguments))) == 0, arguments


@pytest.mark.feature("evening", "export", "helpfile", "odds", "printing", "program", "shelf", "workshop")
def test_what_is_downloaded(tmp_path):
    """Workbook, help file, story, rules, set-up, QR code and pages are sent and can be read."""
    with opened(tmp_path / "data") as hub:
        assert len(openpyxl.load_workbook(io.BytesIO(hub.get(WORKBOOK))).sheetnames) > 3
        with zipfile.ZipFile(io.BytesIO(hub.get(HELP))) as packed:
            assert packed.testzip() is None
            assert all(1980 <= part.date_time[0] <= 2107 for part in packed.infolist())
            assert json.loads(packed.read("about.json"))["damage"] == []
        for path in ("/healthz", *(f"/api/{name}" for name in SENT)):
            assert hub.get(path)
        for game in json.loads(hub.get("/api/shelf"))["games"]:
            assert hub.get(f"/api/shelf/{game['game']}/file")
        name = json.loads(hub.get("/api/workshop", b'{"base": "classic", "name": "Village"}'))["id"]
        for path in DESIGNS:
            assert hub.get(f"/api/workshop/{name}{path}")
        page = hub.get("/").decode()
        assert hub.get(page.partition('src="')[2].partition('"')[0])


@pytest.mark.feature("export", "helpfile", "laboratory", "printing")
def test_what_commands_write(data, clock, tmp_path, capsys):
    """Tables, records, games, paper, help file and copies are written, and can be read again."""
    there, names = tmp_path / "there", ("game.xlsx", "game.json", "game", "record.jsonl", "help.zip", "paper.pdf")
    xlsx, plain, game, record, helped, paper = (tmp_path / name for name in names)
    for option, target in (("--xlsx", xlsx), ("--json", plain), ("--csv", tmp_path / "csv"), ("--game", game)):
        run("export", "last", option, target, "--data-dir", data)
    assert openpyxl.load_workbook(xlsx).sheetnames
    run("record", "last", record, "--data-dir", data)
    run("replay", record)
    run("helpfile", helped, "--data-dir", data)
    run("replay", helped)
    run("import", game, "--data-dir", there)
    run("editions", "export", "classic", tmp_path / "tables")
    run("print", "classic", "--sheets", "banker", "--out", paper)
    assert paper.read_bytes().startswith(b"%PDF")
    run("restore", "last", "--data-dir", data)
    os.utime(data / "backups" / "replaced-1.sqlite3", (clock, clock))
    run("restore", "--data-dir", data)
    run("restore", "replaced-1", "--data-dir", data)
    run("games", "--data-dir", data)
    assert "Anna" in capsys.readouterr().out
    run("lab", "--games", "1", "--seats", "2", "--jobs", "1", "--turns-maximum", "20", "--out", tmp_path / "lab")
    assert (tmp_path / "lab" / "lab.html").read_bytes()
    with ExitStack() as closing:
        _, banker = table_of(data, closing)
        assert banker.wait("view")["undo"] == 1, "the game is resumed at the next start"


def test_a_certificate_is_good_at_its_time_and_made_again_at_another(tmp_path, clock, monkeypatch):
    """It is valid when it is made. Once the clock is corrected it is not yet valid, or no longer, and is replaced."""
    DataFolder(tmp_path)
    server_context(tmp_path, ["localhost"])
    first = (tmp_path / CERTIFICATE).read_bytes()
    found = x509.load_pem_x509_certificate(first)
    made = datetime.fromtimestamp(min(clock, MOMENT_MAXIMUM_MS / 1_000), UTC)
    assert found.not_valid_before_utc < made < found.not_valid_after_utc
    server_context(tmp_path, ["localhost"])
    assert (tmp_path / CERTIFICATE).read_bytes() == first
    monkeypatch.setattr(time, "time_ns", lambda: 1_800_000_000 * 10**9)
    server_context(tmp_path, ["localhost"])
    assert (tmp_path / CERTIFICATE).read_bytes() != first
