"""The field of one reader, switched by its `Chip`: which tags hands put there, how they are heard, what they say."""

import random
from typing import Final

from emulation.model.frames import Frame
from emulation.model.tag import Tag

AMPLE: Final = 10.0
"""The margin of a tag that lies where it should."""


class Antenna:
    """`put` takes the gain in dB at which the receiver begins to hear a tag: the farther away, the higher.

    With `fading_db`, a standard deviation, each answer takes a little more or less. `margin`: how many times the
    voltage that it needs a tag gets from drivers as strong as they can be set.
    """

    def __init__(self, chance: random.Random) -> None:
        self._strength = 0.0
        self._chance = chance
        self._tags: dict[Tag, tuple[float, float, float]] = {}

    @property
    def on(self) -> bool:
        return self._strength > 0

    def put(self, tag: Tag, needs_db: float, now_us: float, fading_db: float = 0, margin: float = AMPLE) -> None:
        self._tags[tag] = needs_db, fading_db, margin
        tag.power(self._strength * margin >= 1, now_us)

    def take(self, tag: Tag, now_us: float) -> None:
        """A tag leaves the field; one that is not in it is ignored."""
        if self._tags.pop(tag, None) is not None:
            tag.power(False, now_us)

    def power(self, strength: float, now_us: float) -> None:
        """The field comes, goes or changes: 1 is all that the drivers have, 0 is none."""
        before, self._strength = self._strength, strength
        for tag, (_, _, margin) in self._tags.items():
            awake = strength * margin >= 1
            if awake != (before * margin >= 1):
                tag.power(awake, now_us)

    def ask(self, frame: Frame, now_us: float, gain_db: int) -> list[Frame]:
        """The answers that reach the receiver; tags too far away understand, but are not heard."""
        said = [(tag.answer(frame, now_us), needs) for tag, needs in self._tags.items()]
        return [answer for answer, needs in said if answer is not None and self._needed_db(*needs) <= gain_db]

    def _needed_db(self, needs_db: float, fading_db: float, _margin: float) -> float:
        return self._chance.gauss(needs_db, fading_db) if fading_db else needs_db
