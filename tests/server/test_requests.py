"""What is read from a browser's JSON, before anybody is asked whether it is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from hub.domain.corrections import CorrectBuildings
from hub.server.sockets.reading import read_request
from hub.table.wire.requests import Correct, Request


def buildings(stages: dict[str, Any]) -> tuple[dict[str, Any]]:
    """The arguments of an event that corrects buildings, as JSON gives them: every key is a text."""
    correction = {"command": "correct_buildings", "stages": stages, "reason": ""}
    return ({"id": "1", "action": {"do": "correct", "correction": correction}},)


def test_numbers_as_keys_are_read() -> None:
    """Spaces are numbers, also where they are keys."""
    stages = {6: 4, 8: 3}
    assert read_request(buildings({"6": 4, "8": 3})) == Request("1", Correct(CorrectBuildings(stages)))


@pytest.mark.parametrize("stages", [{"six": 4}, {"9" * 30: 1}, {"-" + "9" * 30: 1}, {"6": 2**60}, {"6": "4"}])
def test_keys_that_make_no_sense(stages: dict[str, Any]) -> None:
    """Words and endless numbers are no spaces, and neither is a stage that is a text."""
    assert read_request(buildings(stages)) is None
