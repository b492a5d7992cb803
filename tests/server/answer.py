"""Asks a real server over HTTP, as pages and strangers do, and what one needs to be somebody."""

import json
from http.client import HTTPConnection
from typing import Any

from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.served import Server
from server.browser import PATIENCE_S, Browser


class Answer:
    """What came back: status, headers, body. With a `body` something is sent; `local` is the banker's own computer.

    `source` is the address that it comes from, one of this computer.
    """

    def __init__(
        self,
        server: Server,
        path: str,
        key: str | None = None,
        *,
        local: bool = False,
        body: bytes | None = None,
        method: str = "",
        source: str = "127.0.0.1",
        **headers: str,
    ) -> None:
        host = f"{'localhost' if local else OWN_NAME}:{server.port}"
        key = banker_key() if local and key is None else key
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        shown = {} if key is None else {"Authorization": f"Bearer {key}"}
        wire = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S, source_address=(source, 0))
        wire.request(method or ("GET" if body is None else "POST"), path, body, {"Host": host, **shown, **named})
        answer = wire.getresponse()
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()
        wire.close()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> Any:
        return self.json["reason"]

    @property
    def shown(self) -> Any:
        assert self.status == 200, self.body
        assert self.headers["Content-Type"] == "application/json"
        assert self.headers["Cache-Control"] == "no-store"
        return self.json


def key_of(browser: Browser, event: str, payload: dict[str, str]) -> str:
    return browser.call(event, payload)["key"]
