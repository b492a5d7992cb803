"""Anything at all over HTTP and over the socket: no mistake of our own, nothing logged, the next one is answered."""

from __future__ import annotations

import itertools
import json
import logging
import random
import socket

import pytest
from fuzz.commands import seeds
from fuzz.mutations import changed
from helpers.seated import Seated
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server.browser import PATIENCE_S, Browser

from hub.server.limits import Limits
from hub.server.serve import Server

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X" * 50)
PATHS = [
    "/",
    "/table",
    "/play/x",
    "/healthz",
    "/api/editions/classic",
    "/api/editions/%00",
    "/api/qr.svg?text=http://[",
    "/api/export.xlsx",
    "/api/export.xlsx?language=de",
    "/assets/../index.html",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/%5c..%5c",
    "//evil.example/",
    "*",
    "http://localhost/",
    "/socket.io/?EIO=4&transport=websocket",
    "/socket.io/?EIO=3",
    "/socket.io/?EIO=4&transport=websocket&sid=x",
    "/%ff",
]
HEADERS = [
    "Content-Length:99999999",
    "Content-Length:-1",
    "Content-Length:x",
    "Transfer-Encoding:chunked",
    "Upgrade:websocket",
    "Connection:upgrade",
    "Authorization:Bearer",
    "Authorization:Bearerÿ",
    "Sec-WebSocket-Key:x",
    "Sec-WebSocket-Version:13",
    "Expect:100-continue",
    "Range:bytes=5-1",
    "Range:bytes=0-0",
    "If-None-Match:*",
    "Origin:null",
    "X-Forwarded-For:::1",
    "Host:evil.example",
    "Content-Type:multipart/form-data",
]
EVENTS = ("request", "pair", "join", "refresh", "watch_device", "connect", "unknown", "")
FEW = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
names = itertools.count()


@pytest.fixture
def limits() -> Limits:
    """As fast as one can."""
    return Limits(events_per_second=1e6, events_burst=1_000_000, flood_per_second=1e6, flood_burst=1_000_000)


def exchange(server: Server, request: bytes) -> bytes:
    """Send these bytes and nothing more; the whole answer."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
        wire.sendall(request)
        wire.shutdown(socket.SHUT_WR)
        return wire.makefile("rb").read()


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as a mistake of ours; Engine.IO notes each kind of a client's mistake once."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.ERROR and not record.name.endswith(".engineio")
    ]


@FEW
@given(
    method=st.sampled_from(METHODS),
    path=st.sampled_from(PATHS) | st.text(st.characters(min_codepoint=33, max_codepoint=255), min_size=1, max_size=40),
    headers=st.lists(st.sampled_from(HEADERS), max_size=4),
    body=st.binary(max_size=60),
)
def test_any_http_request(
    server: Server, caplog: pytest.LogCaptureFixture, method: str, path: str, headers: list[str], body: bytes
) -> None:
    """Whatever is asked is answered, refused or cut off; nothing breaks, and nothing of it is shown or logged."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{server.port}", *headers, "", ""]
    answer = exchange(server, "\r\n".join(lines).encode("latin-1") + body)
    assert errors(caplog) == []
    assert not answer.startswith(b"HTTP/1.1 500")
    assert b"Traceback" not in answer


def test_any_event(seated: Seated, banker: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """Three hundred events, each almost right, are answered or passed over; no mistake of ours, money is kept."""
    seated.begin()
    chance = random.Random(8)
    lines = [line[1:] for seed in seeds() for line in seed.split(b"\n")[5:] if b'"new_game"' not in line]
    for _ in range(300):
        request = {"id": f"any-{next(names)}", "action": changed(json.loads(chance.choice(lines)), chance)}
        event = "request" if chance.random() < 0.8 else chance.choice(EVENTS)
        banker.emit(event, *([request] if chance.random() < 0.7 else [changed(request, chance)]))
    reason = banker.ask({"do": "undo", "seen": -1}, "the-last")["reason"]
    assert reason in {"stale", "no_game"}
    assert errors(caplog) == []
    live = seated.table.live
    assert live is None or sum(live.game.state.ledger.balances) == 0
