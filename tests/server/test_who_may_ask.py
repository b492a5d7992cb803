"""The page on security lists who may send which request, and the requests say the same."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from table.asked import CASES, KINDS

from hub.domain.ids import snake
from hub.table.requests.base import Action
from hub.table.wire.audience import Audience

PAGE = Path(__file__).resolve().parents[2] / "hub" / "docs" / "SECURITY.md"
BANKER, OWN, OTHER, VIEWER = Audience("banker"), Audience("seat", 0), Audience("seat", 1), Audience("viewer")
ROLES = {
    "the banker": {BANKER},
    "the banker, a seat for itself": {BANKER, OWN},
    "the banker, any seat": {BANKER, OWN, OTHER},
    "a seat for itself": {OWN},
    "a browser without a seat": {VIEWER},
}


def listed(page: str) -> Iterator[tuple[str, str]]:
    """Each request in the table of the page, with the words for who may send it."""
    section = page.partition("## Who may ask for what")[2].partition("\n## ")[0]
    for line in section.splitlines():
        who, _, names = line.strip("| ").partition("|")
        if who.strip() in ROLES:
            yield from ((name, who.strip()) for name in re.findall(r"`(\w+)`", names))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: snake(kind.__name__))
def test_a_request_is_open_to_those_whom_the_page_names(kind: type[Action]) -> None:
    """Nobody else may send it, and it stands in the table once; the examples are of the first seat."""
    (who,) = [who for name, who in listed(PAGE.read_text(encoding="utf-8")) if name == snake(kind.__name__)]
    action = CASES[kind][0].action
    assert {audience for audience in (BANKER, OWN, OTHER, VIEWER) if action.open_to(audience)} == ROLES[who]
