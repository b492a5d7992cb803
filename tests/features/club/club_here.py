"""A club on a folder, run in this process, with the requests of a browser."""

import json
import re
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from server.answer import Answer
from server.browser import Browser

from hub.features.club.running import ClubOptions, open_club
from hub.server.access.keys import banker_key
from hub.store.folder import DataFolder


class Club:
    def __init__(self, folder: Path, closing: ExitStack, tables: tuple[str, ...], **more: Any) -> None:
        self.folder = folder
        boards, names = (("1", "/dev/nowhere"),), ("our.example",)
        more |= {"tables": tables, "boards": boards, "names": names}
        options = ClubOptions(http_port=0, data_dir=folder, version="1", **more)
        self.welcome = open_club(options, closing)
        self.port = int(re.search(r"localhost:(\d+)", self.welcome)[1])
        self.pin = DataFolder(folder).secrets().banker_pin
        self._closing = closing

    def get(self, path: str, key: str = "", **headers: str) -> Answer:
        return Answer(self, path, key or None, **headers)

    def post(self, path: str, key: str, request: str | None = None, **said: object) -> Answer:
        """Send a POST request with `said` as JSON, under a new request id unless one is given."""
        wish = secrets.token_hex(8) if request is None else request
        return Answer(self, path, key, body=json.dumps(said).encode(), Idempotency_Key=wish)

    def read(self, path: str, key: str = "") -> Any:
        """What is answered in JSON."""
        return self.get(path, key).json

    def secrets(self, table: str) -> Any:
        return DataFolder(self.folder / "tables" / table).secrets()

    def key(self, table: str) -> str:
        secrets = self.secrets(table)
        return banker_key(secrets.server_secret, secrets.banker_pin)

    @property
    def own_key(self) -> str:
        """The key of whoever gave the club's PIN."""
        return self.read("/api/club/pair", self.pin)["key"]

    def banker(self, table: str) -> Browser:
        return self.browser(table, self.key(table))

    def begun(self, table: str) -> Browser:
        """The banker of a table at which Anna and Ben have begun a game."""
        banker = self.banker(table)
        banker.begin()
        return banker

    def browser(self, table: str, key: str | None = None) -> Browser:
        browser = Browser(self.port, key=key, path=f"/t/{table}")
        self._closing.callback(browser.close)
        return browser
