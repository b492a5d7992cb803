"""The wood around and below the plates: a cut list for every board, from the sizes of `sizes.toml`."""

from __future__ import annotations

from hardware.board import SIDES, Sizes

WALL_MM, BOTTOM_MM = 10.0, 3.0
INSIDE_MM = 40.0  # from the bottom to the plates: spacer, module, and a ribbon's socket on its pins
BLOCK_MM = 10.0  # beside the holder of a corner
POST_MM = (4.0, 10.0)  # between two holders

HEAD = """# Frame and bottom of the wooden board

Everything that supports the plates; lengths in millimetres. Walls of {wall:.0f} mm, a bottom of
{bottom:.0f} mm, {inside:.0f} mm of space between bottom and plates. A single side is one wall {twice:.0f} mm
longer than its plate ({alone} mm), two of {depth:.0f} mm, a bottom as large as its plate, and a
quarter of the posts; its inner edge stays open.

"""
FOOT = """
1. Glue the four walls into a square, with a block in each corner, 3 mm above its lower edge; put the bottom between
   them while the glue dries. Drill a hole of 16 mm in the
   middle of each wall, for the plug of the USB cable and then that of the charger of the lights.
2. Cut the plates from `plate-40.svg` or `plate-52.svg`, or, with a laser of 400 mm, from the two halves of each (`-1`,
   `-2`). Glue a splint below the joint of the halves, between the two holders.
3. The plates lie flush with the walls, on blocks and posts: a block below the screw in each corner, a post below each
   other one, those of the outer edge glued to the wall, those of the inner edge between two holders. Pre-drill 1.2 mm
   and use screws of 2 x 12 mm, of brass and at least 12 mm away from any antenna.
4. Glue a holder (`holder.stl`) below each recess, middle below middle: {recess:.0f} mm from the edge of the plate and
   half-way between two lines; in a corner only {corner:g} mm from the edge, or its module would meet that of the side
   before. The module slides in from the inside, antenna first, its chip down.
5. Screw the bottom to blocks and posts last, so that it can be taken off again.
"""


def as_table(sizes: Sizes) -> str:
    """The cut list and how it goes together."""
    depth = sizes.space_depth_mm
    alone = " or ".join(f"{sizes.length_mm(spaces) - depth + 2 * WALL_MM:.0f}" for spaces in sizes.tracks)
    head = HEAD.format(wall=WALL_MM, bottom=BOTTOM_MM, inside=INSIDE_MM, depth=depth, twice=2 * WALL_MM, alone=alone)
    return head + cut_list(sizes) + foot(sizes)


def foot(sizes: Sizes) -> str:
    """How it goes together."""
    middle = sizes.space_depth_mm / 2
    return FOOT.format(recess=middle, corner=middle - sizes.corner_shift_mm)


def cut_list(sizes: Sizes) -> str:
    """Each piece of wood in a row."""
    boards = " | ".join(f"{spaces} spaces" for spaces in sizes.tracks)
    text = f"| piece | how many | {boards} |\n|---|---|{'---|' * len(sizes.tracks)}\n"
    for name, count, measures in rows(sizes):
        text += f"| {name} | {count} | {' | '.join(measures)} |\n"
    return text


def rows(sizes: Sizes) -> list[tuple[str, str, list[str]]]:
    """Each piece, how many of it, and its measures for both boards."""
    edges = [sizes.length_mm(spaces) for spaces in sizes.tracks]
    height = INSIDE_MM + BOTTOM_MM
    columns = [spaces // SIDES // 3 + 1 for spaces in sizes.tracks]  # of screws in a plate
    posts = [SIDES * (2 * each - 1) for each in columns]
    same = len(edges)
    return [
        ("wall, long", "2", [f"{edge + 2 * WALL_MM:.0f} x {height + sizes.plate_mm:.0f}" for edge in edges]),
        ("wall, short", "2", [f"{edge:.0f} x {height + sizes.plate_mm:.0f}" for edge in edges]),
        ("bottom", "1", [f"{edge:.0f} x {edge:.0f}" for edge in edges]),
        ("block", f"{SIDES}", [f"{BLOCK_MM:.0f} x {BLOCK_MM:.0f} x {INSIDE_MM:.0f}"] * same),
        ("post", " / ".join(map(str, posts)), [f"{POST_MM[0]:.0f} x {POST_MM[1]:.0f} x {INSIDE_MM:.0f}"] * same),
        ("splint, if plates are in halves", f"{SIDES}", [f"{POST_MM[0]:.0f} x {sizes.space_depth_mm:.0f}"] * same),
    ]
