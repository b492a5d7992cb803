"""The effect of sleeping readers on a side: margins and gains from `resonators.py` over all uncertain parameters."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hardware.board import Sizes
from hardware.models.resonators import RESET_DRIVER_OHMS, Module, Tag, detuned, listen, margin, needed_db, side

RANGES_MM = (20.0, 25.0, 30.0, 40.0)
DETUNED = (-0.1, 0.0, 0.1)  # relative error of the module's capacitors, by tolerance and by wood on the tracks
TAGS_HZ = (13.0e6, 14.0e6, 15.0e6, 16.0e6)  # resonance of stickers as sold
WARP_MM = (-0.5, 0.0, 0.5)
SORTED_MM = 24.0  # height at which the weakest module of a side must read a sticker: eight offcuts of a plate
SORTED_HZ = tuple(tenth * 1e5 for tenth in range(120, 181))  # all resonances that may be on a roll
TOUCHING_MM = 13.5  # offset of each of two adjacent pieces from the middle of the space
TRIANGLE_MM = tuple(  # places of three that touch each other, along and across
    (TOUCHING_MM * along, TOUCHING_MM * across / math.sqrt(3)) for along, across in ((-1, -1), (1, -1), (0, 2))
)
HEAD = """# How sleeping readers affect their neighbours

A coupled-resonator model (`hardware/models/resonators.py`), nothing measured: seven readers in a row, the middle one
awake. A module is named by how far above it a single {tag:.0f} mm tag is read. A margin of 1 just wakes a tag; gains
are those with which the receiver just hears it (the chip has 18 to 48 dB). Pieces stand {height:.1f} mm up. Ranges
cover capacitors that are 10 % off, tags that resonate between 13 and 16 MHz, and half a millimetre of warped wood.

| module reads up to | its drivers, asleep | margin of its piece | gain for it | of the next piece | gain for that |
|---|---|---|---|---|---|
"""
SEVERAL = """
Pieces with ordinary tags on one space, around its middle, touching each other:

| module reads up to | one | the weaker of two | the weakest of three in a row | the weakest of three in a triangle |
|---|---|---|---|---|
"""
SORTED = """
The lowest margin of a module's own piece over the same uncertainties, with stickers as they are sold and with only
those that the module reads from {sorted:.0f} mm above it:

| module reads up to | all stickers | sorted ones | the weaker of two sorted ones | the weakest of three in a triangle |
|---|---|---|---|---|
"""
MIXED = """
How many decibels more gain the neighbour needs, at least, than the reader below the piece, if sleeping
drivers float:

| the reader below reads up to | neighbour {columns} |
|---|{rule}
"""
FOOT = """
What follows from it:

* **Sleeping drivers that hold a level** pass on hardly any field. Drivers that float leave a resonator with a fifth of
  the current, through which a strong module wakes the neighbour's tag.
* **Such a tag is still assigned to the right reader**, which hears it with at least {apart:.0f} dB less gain than a
  neighbour of the same make; the firmware compares these. So use modules of one make in a side.
* **Strong ones also hear the next space but one:** a node accepts a new piece only after polling the two readers on
  either side. Around a corner even they just fail.
* **A module under a space must read 30 mm, and stickers must be sorted:** hold each one {sorted:.0f} mm above the
  weakest module of the side, and use one that is not read there for phones. Then the margin is {alone:.1f} or more.
* **A space has room for two pieces**, the start corner with a second reader [for four](pieces.txt): three in a row are
  not read, three in a triangle with a margin of {triangle:.1f}.
* **Both drivers are set to their maximum:** a piece gets {power:.0%} more voltage than after a reset.
"""


PIECES = """# How many pieces a space holds

By the same model as [the effect of sleeping readers](neighbours.txt): how many pieces may stand in a row, touching each
other, if the weakest is to have a margin of 1. Never stack tags. Nothing is measured.

| | readers | {columns} |
|---|---|{rule}
"""
PIECES_FOOT = """
The columns are modules by read range. With those of 30 mm, which we require, and a second reader in the start corner
**{start} pieces** are seen on Start, and **{space}** on any other space. More may stand there: for the hub, a piece
that is no longer seen stays where it was until another space sees it.
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """For one sort of module: (least, most) margin and gain in dB, of the reader under the piece and of the next one.

    `apart_db`: by how much more gain, at least, the next reader needs for the same piece.
    """

    module: Module
    own: tuple[float, float]
    own_db: tuple[float, float]
    beside: tuple[float, float]
    beside_db: tuple[float, float]
    apart_db: float


def spreads(sizes: Sizes) -> list[Spread]:
    """The spreads of all sorts of modules, weak ones first."""
    return [spread(Module(each, held), sizes) for each in RANGES_MM for held in (True, False)]


def spread(module: Module, sizes: Sizes) -> Spread:
    """The spread of one sort of module over all uncertain parameters."""
    found = list(_cases(module, sizes))
    own, own_db, beside, beside_db = zip(*found, strict=True)
    apart = min(there - here for here, there in zip(own_db, beside_db, strict=True))
    return Spread(module, _ends(own), _ends(own_db), _ends(beside), _ends(beside_db), apart)


def _cases(module: Module, sizes: Sizes) -> Iterator[tuple[float, float, float, float]]:
    for part, hertz, warp in itertools.product(DETUNED, TAGS_HZ, WARP_MM):
        built = detuned(module, part)
        modules, places = side(built, sizes.space_pitch_mm)
        tag = Tag(sizes.play_mm, sizes.tag_height_mm + warp, hertz, diameter_mm=sizes.tag_diameter_mm)
        (below,) = listen(modules, places, [tag])
        (next_to,) = listen(modules, places, [replace(tag, along_mm=sizes.space_pitch_mm - sizes.play_mm)])
        yield margin(below, built), needed_db(below, built), margin(next_to, built), needed_db(next_to, built)


@dataclass(frozen=True, slots=True)
class Reach:
    """How well a reader reads a piece on another space: greatest margin, least gain, and its excess in dB."""

    margin: float
    needed_db: float
    apart_db: float


def reach(module: Module, sizes: Sizes, steps: int, first_mm: float | None = None) -> Reach:
    """The reach for a piece `steps` readers away; the next reader may be at `first_mm`, as at a corner."""
    more_mm = 0.0 if first_mm is None else first_mm - sizes.space_pitch_mm
    away_mm = steps * sizes.space_pitch_mm + more_mm
    found = []
    for part, hertz, warp in itertools.product(DETUNED, TAGS_HZ, WARP_MM):
        built = detuned(module, part)
        modules, regular = side(built, sizes.space_pitch_mm)
        places = [place + math.copysign(more_mm, place) if place else place for place in regular]
        own = Tag(sizes.play_mm, sizes.tag_height_mm + warp, hertz, diameter_mm=sizes.tag_diameter_mm)
        (below,) = listen(modules, places, [own])
        (there,) = listen(modules, places, [replace(own, along_mm=away_mm - sizes.play_mm)])
        found.append((margin(there, built), needed_db(there, built), needed_db(there, built) - needed_db(below, built)))
    margins, gains, apart = zip(*found, strict=True)
    return Reach(max(margins), min(gains), min(apart))


def around_corner_mm(sizes: Sizes) -> float:
    """The distance from a corner's reader to the readers next to it, of its own side and of the one before."""
    return (sizes.corner_mm + sizes.space_pitch_mm) / 2


def _ends(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)


def several(module: Module, sizes: Sizes) -> tuple[float, float, float, float]:
    """The margins of a single piece, of the weaker of two, and of the weakest of three in a row and in a triangle."""
    modules, places = side(module, sizes.space_pitch_mm)
    row = ((0.0, -2 * TOUCHING_MM), (0.0, 0.0), (0.0, 2 * TOUCHING_MM))

    def least(*spots_mm: tuple[float, float]) -> float:
        tags = [Tag(along, sizes.tag_height_mm, across_mm=across) for along, across in spots_mm]
        return min(margin(heard, module) for heard in listen(modules, places, tags))

    return least((0.0, 0.0)), least((0.0, -TOUCHING_MM), (0.0, TOUCHING_MM)), least(*row), least(*TRIANGLE_MM)


def sorted_margins(module: Module, sizes: Sizes) -> tuple[float, float, float] | None:
    """The least margins of one piece, the weaker of two, the weakest of a triangle, with stickers that pass the test.

    None if this module reads no sticker at that height.
    """
    alone, beside, triangle = [], [], []
    for part in DETUNED:
        built = detuned(module, part)
        fit = [hertz for hertz in SORTED_HZ if _reads(built, Tag(0.0, SORTED_MM, hertz))]
        modules, places = side(built, sizes.space_pitch_mm)
        for hertz, warp in itertools.product(fit, WARP_MM):
            tag = Tag(sizes.play_mm, sizes.tag_height_mm + warp, hertz, diameter_mm=sizes.tag_diameter_mm)
            alone.append(margin(listen(modules, places, [tag])[0], built))
        for one, other in itertools.product(fit[:1] + fit[-1:], fit):
            pair = [
                Tag(0.0, sizes.tag_height_mm, hertz, across_mm=across)
                for hertz, across in ((one, -TOUCHING_MM), (other, TOUCHING_MM))
            ]
            beside += [margin(heard, built) for heard in listen(modules, places, pair)]
        for three in itertools.combinations_with_replacement(fit[:1] + fit[-1:], 3):
            spots = zip(TRIANGLE_MM, three, strict=True)
            tags = [Tag(along, sizes.tag_height_mm, hertz, across_mm=across) for (along, across), hertz in spots]
            triangle += [margin(heard, built) for heard in listen(modules, places, tags)]
    return (min(alone), min(beside), min(triangle)) if alone else None


def _reads(module: Module, tag: Tag) -> bool:
    """Whether a module without neighbours reads a single tag."""
    return margin(listen([module], [0.0], [tag])[0], module) >= 1


def power_left(sizes: Sizes) -> float:
    """The factor by which a tag's voltage would rise with the drivers at their strongest setting."""
    tag = Tag(0.0, sizes.tag_height_mm)
    strong, usual = (listen([module], [0.0], [tag])[0] for module in (Module(), Module(driver_ohms=RESET_DRIVER_OHMS)))
    return strong.volts / usual.volts - 1


def pieces(module: Module, sizes: Sizes) -> int:
    """How many adjacent pieces, up to three, one reader can read."""
    margins = several(module, sizes)[:3]
    return sum(each >= 1 for each in margins)


def as_pieces_table(sizes: Sizes) -> str:
    """How many pieces fit on each space, as a Markdown document."""
    held = [pieces(Module(each), sizes) for each in RANGES_MM]
    columns = " | ".join(f"{each:.0f} mm" for each in RANGES_MM)
    text = PIECES.format(columns=columns, rule="---|" * len(RANGES_MM))
    for name, readers in (("a space, also a corner", 1), ("a corner with a second reader", 2)):
        text += f"| {name} | {readers} | " + " | ".join(f"{readers * each}" for each in held) + " |\n"
    usual = pieces(Module(), sizes)
    return text + PIECES_FOOT.format(start=2 * usual, space=usual)


def as_table(sizes: Sizes) -> str:
    """All results as a Markdown document."""
    found = spreads(sizes)
    text = HEAD.format(tag=sizes.tag_diameter_mm, height=sizes.tag_height_mm) + "".join(map(_row, found)) + SEVERAL
    for each in RANGES_MM:
        text += f"| {each:.0f} mm | " + " | ".join(f"{value:.1f}" for value in several(Module(each), sizes)) + " |\n"
    kept = {each: sorted_margins(Module(each), sizes) for each in RANGES_MM}
    text += SORTED.format(sorted=SORTED_MM) + "".join(
        f"| {each.module.range_mm:.0f} mm | {each.own[0]:.1f} | {_least(kept[each.module.range_mm])} |\n"
        for each in found
        if each.module.held
    )
    usual = kept[Module().range_mm]
    assert usual is not None
    apart = min(each.apart_db for each in found)
    text += _mixed(found)
    return text + FOOT.format(apart=apart, sorted=SORTED_MM, alone=usual[0], triangle=usual[2], power=power_left(sizes))


def _least(kept: tuple[float, ...] | None) -> str:
    return " | ".join(["none is read"] * 3 if kept is None else [f"{each:.1f}" for each in kept])


def _row(each: Spread) -> str:
    name = f"| {each.module.range_mm:.0f} mm | {'hold a level' if each.module.held else 'float'} "
    own = f"| {each.own[0]:.1f} to {each.own[1]:.1f} | {each.own_db[0]:.0f} to {each.own_db[1]:.0f} dB "
    beside = (
        f"| {each.beside[0]:.1f} to {each.beside[1]:.1f} | {each.beside_db[0]:.0f} to {each.beside_db[1]:.0f} dB |\n"
    )
    return name + own + beside


def _mixed(found: Sequence[Spread]) -> str:
    """The effect of mixing modules: one with a longer range needs less gain, by their difference for a single tag."""
    loose = [each for each in found if not each.module.held]
    text = MIXED.format(columns=" | ".join(f"{each:.0f} mm" for each in RANGES_MM), rule="---|" * len(RANGES_MM))
    for own in loose:
        cells = (f"{own.apart_db + there.own_db[0] - own.own_db[0]:.0f} dB" for there in loose)
        text += f"| {own.module.range_mm:.0f} mm | " + " | ".join(cells) + " |\n"
    return text
