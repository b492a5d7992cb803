"""Asks a real server over HTTP, as pages and strangers do, and what one needs to be somebody."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any

from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.served import Server
from server.browser import Browser


class Answer:
    """What came back: status, headers, body."""

    def __init__(self, server: Server, path: str, key: str | None = None, *, local: bool = False, **headers: str):
        host = f"{'localhost' if local else OWN_NAME}:{server.port}"
        key = banker_key() if local and key is None else key
        shown = {} if key is None else {"Authorization": f"Bearer {key}"}
        wire = HTTPConnection("127.0.0.1", server.port, timeout=10)
        wire.request("GET", path, headers={"Host": host, **shown, **headers})
        answer = wire.getresponse()
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()
        wire.close()

    @property
    def reason(self) -> Any:
        """Why it was refused."""
        return json.loads(self.body)["reason"]


def key_of(browser: Browser, event: str, payload: dict[str, str]) -> str:
    """The key a browser is given."""
    key: str = browser.call(event, payload)["key"]
    return key
