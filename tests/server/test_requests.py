"""What is read from a browser's JSON, before anybody is asked whether it is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from hub.domain.corrections import CorrectBuildings
from hub.server.sockets.handlers import RequestReader
from hub.table.requests import REQUESTS, Correct

READER = RequestReader(REQUESTS)


def buildings(stages: dict[str, Any]) -> tuple[dict[str, Any]]:
    """The arguments of an event that corrects buildings, as JSON gives them: every key is a text."""
    correction = {"command": "correct_buildings", "stages": stages, "reason": ""}
    return ({"id": "1", "action": {"do": "correct", "correction": correction}},)


def test_numbers_as_keys_are_read() -> None:
    """Spaces are numbers, also where they are keys."""
    stages = {6: 4, 8: 3}
    read = READER.read(buildings({"6": 4, "8": 3}))
    assert read is not None
    assert (read.id, read.action) == ("1", Correct(CorrectBuildings(stages)))


@pytest.mark.parametrize("stages", [{"six": 4}, {"9" * 30: 1}, {"-" + "9" * 30: 1}, {"6": 2**60}, {"6": "4"}])
def test_keys_that_make_no_sense(stages: dict[str, Any]) -> None:
    """Words and endless numbers are no spaces, and neither is a stage that is a text."""
    assert READER.read(buildings(stages)) is None
