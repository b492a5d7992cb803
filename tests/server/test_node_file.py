"""The file that makes a node of a bare Pico, as the banker's page downloads it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.banker_key import banker_key
from helpers.own_name import OWN_NAME
from helpers.seated import Seated
from helpers.served import Server
from server.browser import PATIENCE_S
from server.conftest import PIN, SECRET

from hub.composition.table import AtTable, OpenTable
from hub.features.flashing import builds
from hub.features.flashing.routes import BUILDS, NoNodeFile, firmware
from hub.server.reasons import ServerReason


def made(chip: str, build: str) -> bytes:
    """A file for the one chip; for the other there is no network."""
    if chip == "rp2350":
        raise NoNodeFile(ServerReason.NO_IMAGE)
    return f"UF2 for {chip}, {build}".encode()


@pytest.fixture
def server(seated: Seated, pages: Path) -> Iterator[Server]:
    """A server that can make it."""

    def more(opened: OpenTable) -> AtTable:
        return AtTable(routes=[firmware(opened.access, opened.setting.limits, made)])

    server = Server(seated.table, "127.0.0.1", 0, SECRET, PIN, "1.2.3", pages=pages, more=more)
    server.start()
    yield server
    server.stop()


def asked(server: Server, chip: str, key: str | None, build: str = "starter") -> tuple[int, bytes, str]:
    """Status, body and name of the file."""
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    headers = {"Host": f"{OWN_NAME}:{server.port}"} | ({"Authorization": f"Bearer {key}"} if key else {})
    wire.request("GET", f"/api/node.uf2?chip={chip}&build={build}", headers=headers)
    answer = wire.getresponse()
    found = answer.status, answer.read(), answer.headers.get("Content-Disposition", "")
    wire.close()
    return found


def test_the_banker_gets_the_file_of_a_chip(server: Server) -> None:
    """Under a name that says what it is for."""
    assert asked(server, "rp2040", banker_key()) == (
        200,
        b"UF2 for rp2040, starter",
        'attachment; filename="bankhalter-starter-rp2040.uf2"',
    )


def test_whatever_can_be_built_can_be_asked_for(server: Server) -> None:
    """The server knows the builds that the firmware has, and no other."""
    assert set(BUILDS) == set(builds.BUILDS)
    assert [asked(server, "rp2040", banker_key(), build)[0] for build in (*BUILDS, "rocket")] == [200] * 4 + [400]


@pytest.mark.parametrize(
    ("chip", "is_banker", "status", "reason"),
    [
        ("rp2040", False, 403, "not_allowed"),
        ("esp32", True, 400, "bad_request"),
        ("../../secrets", True, 400, "bad_request"),
        ("rp2350", True, 503, "no_image"),
    ],
)
def test_others_get_a_reason(server: Server, chip: str, is_banker: bool, status: int, reason: str) -> None:
    """Whoever is not the banker, a chip that nobody knows, no network."""
    answered, body, name = asked(server, chip, banker_key() if is_banker else None)
    assert (answered, json.loads(body), name) == (status, {"reason": reason}, "")


def test_a_server_without_it_has_no_such_address(seated: Seated, pages: Path) -> None:
    """Where nobody can make it, it is not there."""
    server = Server(seated.table, "127.0.0.1", 0, SECRET, PIN, "1.2.3", pages=pages)
    server.start()
    assert asked(server, "rp2040", banker_key())[0] == 404
    server.stop()
