"""The file that makes a node of a bare Pico, as the banker's page downloads it."""

from typing import Any

import pytest
from helpers.banker_key import banker_key
from helpers.served import Server, adding
from server.answer import Answer
from server.conftest import Serving

from hub.features.flashing.at_table import FlashReason, firmware
from hub.features.flashing.package import BUILDS
from hub.server.http.answers import HttpRefused


def made(chip: str, build: str) -> bytes:
    """A file for the one chip; for the other there is no network."""
    if chip == "rp2350":
        raise HttpRefused(FlashReason.NO_IMAGE, 503)
    return f"UF2 for {chip}, {build}".encode()


@pytest.fixture
def options() -> dict[str, Any]:
    """The server can make it."""
    return {"more": adding(lambda opened: firmware(opened.access, opened.setting.limits, made))}


def asked(server: Server, chip: str, key: str | None, build: str = "starter") -> Answer:
    return Answer(server, f"/api/node.uf2?chip={chip}&build={build}", key)


def test_the_banker_gets_the_file_of_a_chip(server: Server) -> None:
    """Under a name that says what it is for."""
    given = asked(server, "rp2040", banker_key())
    assert (given.status, given.body) == (200, b"UF2 for rp2040, starter")
    assert given.headers["Content-Disposition"] == 'attachment; filename="bankhalter-starter-rp2040.uf2"'


def test_whatever_can_be_built_can_be_asked_for(server: Server) -> None:
    """Each build that the firmware has, and no other."""
    assert [asked(server, "rp2040", banker_key(), build).status for build in (*BUILDS, "rocket")] == [200] * 4 + [400]


@pytest.mark.parametrize(
    ("chip", "status", "reason"),
    [("esp32", 400, "bad_request"), ("../../secrets", 400, "bad_request"), ("rp2350", 503, "no_image")],
)
def test_others_get_a_reason(server: Server, chip: str, status: int, reason: str) -> None:
    """A chip that nobody knows, no network."""
    refused = asked(server, chip, banker_key())
    assert (refused.status, refused.json) == (status, {"reason": reason})
    assert "Content-Disposition" not in refused.headers


def test_a_server_without_it_has_no_such_address(serving: Serving) -> None:
    """Where nobody can make it, it is not there."""
    assert asked(serving(), "rp2040", banker_key()).status == 404
