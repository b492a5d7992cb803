"""What the rules of an edition require of the tables they are played on: the size of the track and the spaces on it.

An edition states it once, in its declaration (`Rules.needs`). The checks of a family's tables (`hub.editions.fitting`)
and the choices in the workshop are based on it. What a card requires is stated by its effect (`Effect.wants`).
"""

from collections.abc import Mapping

from msgspec import Struct, field

SIDES = 4
"""Every track is a square."""


class Bounds(Struct, frozen=True):
    """From `least` to `most`, both included."""

    least: int
    most: int

    def __contains__(self, count: int) -> bool:
        return self.least <= count <= self.most

    @property
    def choices(self) -> range:
        """Every allowed number."""
        return range(self.least, self.most + 1)


RENTS_MAXIMUM = 6
"""The most stations, or utilities: every table has columns for that many rents."""

KINDS: Mapping[str, Bounds] = {
    "start": Bounds(1, 1),
    "jail": Bounds(1, SIDES),
    "station": Bounds(0, RENTS_MAXIMUM),
    "utility": Bounds(0, RENTS_MAXIMUM),
}
"""What every edition requires: one start, a way into custody, no more stations than rents."""


class Needs(Struct, frozen=True):
    """`spaces` on the track, as many on each side; `groups` of streets, each of so many `streets`.

    `kinds` says how many spaces of a kind there may be; of kinds that it does not name, any number.
    """

    spaces: Bounds = Bounds(24, 56)
    groups: Bounds = Bounds(2, 8)
    streets: Bounds = Bounds(2, 5)
    kinds: Mapping[str, Bounds] = field(default_factory=lambda: KINDS)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many spaces a track may have."""
        return tuple(count for count in self.spaces.choices if count % SIDES == 0)

    def of_kind(self, kind: str) -> Bounds:
        """How many spaces there may be of a kind."""
        return self.kinds.get(kind, Bounds(0, self.spaces.most))


USUAL = Needs()
"""The requirements of rules that declare none."""
