"""The list of seeded faults fits the project as it is now."""

import pytest
from rungs import names_gone_feature
from seeded_faults.faults import ROOT, Fault, place, rooms

ALL = [
    fault
    for faults in rooms().values()
    for fault in faults
    if not any(map(names_gone_feature, (fault.file, *fault.tests)))
]
PARTS = {
    "rules", "money", "undo", "secrecy", "store", "table", "bots", "access", "board_link", "firmware", "pages",
    "printing", "odds", "laboratory", "workshop", "shelf", "bedtime", "lights", "hotspot", "trust", "program", "camera",
    "helpfile", "club", "doctor", "evening", "export", "service",
}  # fmt: skip


def test_every_room_has_faults() -> None:
    """No part of the project is left out, and no two faults have one name."""
    assert set(rooms()) == PARTS
    assert len({fault.name for fault in ALL}) == len(ALL)


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.name)
def test_it_can_be_put_in(fault: Fault) -> None:
    """What it breaks is there exactly once, Python stays Python, its tests exist, and a sentence says whom it hurts."""
    path = place(fault)
    if path.suffix == ".py":
        compile((ROOT / path).read_text(encoding="utf-8").replace(fault.old, fault.new), str(path), "exec")
    assert fault.new != fault.old
    assert fault.hurts.endswith(".")
    assert all((ROOT / test).exists() for test in fault.tests)
