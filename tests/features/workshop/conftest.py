"""A workshop in an empty data folder, with a village in it."""

from pathlib import Path

import pytest

from hub.editions import EDITIONS
from hub.features.workshop.desk import Workshop
from hub.features.workshop.views import DesignChange, DesignView, NewDesign
from hub.rules.slots import Rules
from hub.server.http.answers import Wish
from hub.table.wire.audience import Refusal


class Bench:
    """A workshop, what it has put on the table, and one design that is made step by step."""

    def __init__(self, folder: Path, base: str = "classic") -> None:
        self.folder = folder
        self.offered: list[Rules] = []
        self.refusal: Refusal | None = None
        self.workshop = self.opened()
        self.view = self.workshop.new(NewDesign(base=base, name="Unser Dorf"))

    def opened(self) -> Workshop:
        """The workshop of this folder, as after a start of the hub."""
        return Workshop(self.folder, EDITIONS, self._put_on_table)

    def say(self, cells: dict[str, str | None]) -> DesignView:
        self.view = self.workshop.change(self.view.id, DesignChange(self.view.version, cells))
        return self.view

    def fields(self) -> list[tuple[str, str]]:
        return [(fault.field, fault.key) for fault in self.view.faults]

    def _put_on_table(self, rules: Rules, _wish: Wish | None) -> Refusal | None:
        self.offered.append(rules)
        return self.refusal


@pytest.fixture
def bench(tmp_path):
    """With a village made from the standard edition."""
    return Bench(tmp_path)
