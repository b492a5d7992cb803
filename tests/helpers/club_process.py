"""`bankhalter club` as separate processes on one database, to be killed while people play."""

import json
import secrets
import subprocess
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from helpers.hub_process import AS_INSTALLED, PATIENCE_S, Started, plain_environment
from helpers.own_name import OWN_NAME
from helpers.postgres import PostgresServer
from server.browser import Browser, Gone
from websocket import WebSocketException


def new_database(postgres: PostgresServer) -> str:
    """Create an empty database for one club; returns its URL."""
    name = f"club_{secrets.token_hex(6)}"
    postgres.run(f"CREATE DATABASE {name}")
    return postgres.url(database=name).partition("?")[0]


class ClubProcess(Started):
    """One process of a club at `url`; its tables are open once the constructor returns."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [*AS_INSTALLED, "club", "--http-port", "0", "--data-dir", folder, *options]
        folder.mkdir(exist_ok=True)
        self._complaints = folder / "terminal.txt"  # not a pipe, which blocks the process when it is full
        with self._complaints.open("wb") as said:
            self.process = subprocess.Popen(
                list(map(str, command)), stdout=subprocess.PIPE, stderr=said, text=True, env=plain_environment()
            )
        self.welcome = self._read_welcome()
        self.port = int(self._shown(r"http://localhost:(\d+)"))
        self.pin = self._shown(r"PIN:\s+(\d+)")
        self.url = self._shown(r"Front page:\s+(\S+)")

    def get(self, path: str, key: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
        wire = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        named = {"Host": f"{OWN_NAME}:{self.port}", "Authorization": f"Bearer {key}"} | headers
        wire.request("GET", path, headers=named)
        answer = wire.getresponse()
        found = answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
        wire.close()
        return found

    def has(self, table: str) -> bool:
        """Whether this process has a table; False if it does not answer."""
        try:
            return bool(json.loads(self.get(f"/t/{table}/api/where")[2])["here"])
        except (OSError, ValueError):
            return False

    def tables(self) -> list[dict[str, Any]]:
        key = json.loads(self.get("/api/club/pair", self.pin)[2])["key"]
        return json.loads(self.get("/api/club/tables", key)[2])["tables"]

    def end(self, number: int) -> int:
        """Send a signal and wait for the process to end; returns its exit code."""
        self.process.send_signal(number)
        self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode

    def complaints(self) -> str:
        return self._complaints.read_text(encoding="utf-8")


class Tablet:
    """A banker's tablet that carries on whichever process dies, repeating unacknowledged requests as pages do."""

    def __init__(self, table: str, club: list[ClubProcess], key: str) -> None:
        self.table, self._club, self._key = table, club, key
        self._browser: Browser | None = None
        self._count, self._mark = 0, secrets.token_hex(6)
        self.away_s = 0.0
        """The longest time without a table."""

    def ask(self, action: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        self._count += 1
        request = f"{self.table}-{self._count:08}-{self._mark}"
        began = time.monotonic()
        while True:
            try:
                ack = self._there().ask(action, request)
            except (Gone, OSError, WebSocketException):
                self.close()
                time.sleep(0.05)
            else:
                self.away_s = max(self.away_s, time.monotonic() - began)
                if ack["ok"] or ack["reason"] != "not_stored":  # then try again, as a person would
                    return request, ack
            assert time.monotonic() < began + PATIENCE_S, f"table {self.table} did not come back"

    def close(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            browser.close()

    def _there(self) -> Browser:
        if self._browser is None:
            process = next((one for one in self._club if one.process.poll() is None and one.has(self.table)), None)
            if process is None:
                raise Gone
            self._browser = Browser(process.port, key=self._key, path=f"/t/{self.table}")
        return self._browser
