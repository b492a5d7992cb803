"""The hub's dice are dice."""

import pytest

from hub.table.game.chance import Dice


@pytest.mark.parametrize("seed", [1, "evening"])
def test_all_faces_come_equally_often(seed: int | str) -> None:
    """Of 6,000 throws each face comes about a thousand times (five standard deviations are 145); cards lose none."""
    dice = Dice(seed)
    faces = dice.faces(6_000)
    assert all(abs(faces.count(face) - 1_000) < 145 for face in range(1, 7))
    assert len(faces) == sum(faces.count(face) for face in range(1, 7))
    assert sorted(dice.shuffled(range(16))) == list(range(16))
    assert {dice.pick(3) for _ in range(100)} == {0, 1, 2}
