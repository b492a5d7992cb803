"""The field of one reader: which tags are in it, how well they are heard, and what they answer.

A `Chip` switches it and sends frames through it; hands put tags into it.
"""

from __future__ import annotations

from hub.simulated_board.model.frames import Frame
from hub.simulated_board.model.tag import Tag


class Antenna:
    """`put` names the gain in dB from which on the receiver hears a tag: the farther away, the more it takes."""

    def __init__(self) -> None:
        self.on = False
        self._tags: dict[Tag, int] = {}

    def put(self, tag: Tag, needs_db: int, now_us: float) -> None:
        """A tag comes into the field, or moves in it."""
        self._tags[tag] = needs_db
        tag.power(self.on, now_us)

    def take(self, tag: Tag, now_us: float) -> None:
        """A tag leaves the field; one that is not in it is nothing to take."""
        if self._tags.pop(tag, None) is not None:
            tag.power(False, now_us)

    def power(self, on: bool, now_us: float) -> None:
        """The field comes or goes."""
        if on != self.on:
            self.on = on
            for tag in self._tags:
                tag.power(on, now_us)

    def ask(self, frame: Frame, now_us: float, gain_db: int) -> list[Frame]:
        """The answers that reach the receiver; tags too far away understand, but are not heard."""
        said = [(tag.answer(frame, now_us), needs_db) for tag, needs_db in self._tags.items()]
        return [answer for answer, needs_db in said if answer is not None and needs_db <= gain_db]
