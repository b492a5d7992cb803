"""Tiles and pieces."""

from __future__ import annotations

from typing import Any

import cadquery as cq

from hardware.board import Sizes

# the usual RC522 module: its circuit, and how far the middle of its antenna is from the end without a connector
MODULE_LENGTH_MM, MODULE_WIDTH_MM, MODULE_THICKNESS_MM, ANTENNA_FROM_END_MM = 60.0, 40.0, 1.6, 20.0
FIT_MM = 0.25  # between a part and what holds it, on each side
RAIL_MM, LIP_MM = 2.0, 1.6
RAIL_SHORTER_MM = 8.0
HOLDER_WALL_MM = 1.2  # thinner than a tile's: between two holders stands a post
BAR_MM = (4.0, 1.2)  # how wide and high is what joins the rails of a holder
BAND_DEPTH_MM, BAND_MM = 0.6, 8.0
BASE_WALL_MM, POCKET_MM, PLUG_MM, COLLAR_MM = 0.8, 1.0, 0.6, 2.0
FIGURE_HEIGHT_MM, FIGURE_FOOT_MM, FIGURE_NECK_MM, FIGURE_HEAD_MM = 26.0, 9.0, 4.0, 7.0


def tile(sizes: Sizes, width_mm: float, outwards_mm: float = 0.0) -> Any:
    """One space, upside down: face on the printer's bed, rails for its reader upwards, `outwards_mm` off the middle."""
    plate = cq.Workplane("XY").box(width_mm, sizes.space_depth_mm, sizes.plate_mm, centered=(True, True, False))
    recess = cq.Workplane("XY").circle(sizes.recess_diameter_mm / 2).extrude(sizes.recess_mm)
    outer = -sizes.space_depth_mm / 2
    window = (
        cq.Workplane("XY")
        .center(0, outer + sizes.window_from_edge_mm)
        .rect(sizes.window_mm, sizes.window_mm)
        .extrude(sizes.plate_mm)
    )
    band = cq.Workplane("XY").center(0, -outer - 2 - BAND_MM / 2).rect(width_mm - 4, BAND_MM).extrude(BAND_DEPTH_MM)
    solid = plate.cut(recess).cut(window).cut(band)
    for side in (-1, 1):
        solid = solid.union(rail(sizes, side).translate((0, -outwards_mm, 0)))
    return solid


def holder(sizes: Sizes) -> Any:
    """The rails alone, joined by two bars, to be glued below the recess of a wooden plate."""
    reach = MODULE_WIDTH_MM / 2 + FIT_MM + HOLDER_WALL_MM
    rails = rail(sizes, -1, HOLDER_WALL_MM).union(rail(sizes, 1, HOLDER_WALL_MM))
    solid = rails.translate((0, 0, -sizes.plate_mm))
    for along in (-ANTENNA_FROM_END_MM, ANTENNA_FROM_END_MM):
        bar = cq.Workplane("XY").box(2 * reach, BAR_MM[0], BAR_MM[1], centered=(True, True, False))
        solid = solid.union(bar.translate((0, along, 0)))
    return solid


def rail(sizes: Sizes, side: int, wall_mm: float = RAIL_MM) -> Any:
    """Half of what holds a reader: it slides in from the inside of the board until its antenna is in the middle."""
    gap = MODULE_WIDTH_MM / 2 + FIT_MM
    slot = MODULE_THICKNESS_MM + 2 * FIT_MM
    profile = [
        (gap - LIP_MM, 0),
        (gap - LIP_MM, sizes.spacer_mm),
        (gap, sizes.spacer_mm),
        (gap, sizes.spacer_mm + slot),
        (gap - LIP_MM, sizes.spacer_mm + slot),
        (gap - LIP_MM, sizes.spacer_mm + slot + LIP_MM),
        (gap + wall_mm, sizes.spacer_mm + slot + LIP_MM),
        (gap + wall_mm, 0),
    ]
    length = sizes.space_depth_mm / 2 + ANTENNA_FROM_END_MM - RAIL_SHORTER_MM / 2
    made = cq.Workplane("XZ").polyline([(side * x, z + sizes.plate_mm) for x, z in profile]).close().extrude(-length)
    stop = cq.Workplane("XY").box(LIP_MM + wall_mm, RAIL_MM, sizes.spacer_mm + slot, centered=(True, False, False))
    middle = side * (gap + (wall_mm - LIP_MM) / 2)
    stopped = stop.translate((middle, -RAIL_MM, sizes.plate_mm))
    return made.union(stopped).translate((0, -ANTENNA_FROM_END_MM - FIT_MM, 0))


def piece_base(sizes: Sizes) -> Any:
    """The foot of a piece: a thin floor and a pocket for the tag."""
    pocket = sizes.piece_diameter_mm / 2 - BASE_WALL_MM
    foot = cq.Workplane("XY").circle(sizes.piece_diameter_mm / 2).extrude(sizes.tag_above_recess_mm + POCKET_MM)
    return foot.faces(">Z").workplane().circle(pocket).cutBlind(-POCKET_MM)


def piece_figure(sizes: Sizes) -> Any:
    """What is glued into the foot, over the tag: a plug, a collar and a plain figure; it stands on the plug."""
    plug = sizes.piece_diameter_mm / 2 - BASE_WALL_MM - FIT_MM
    solid = cq.Workplane("XY").circle(plug).extrude(PLUG_MM)
    collar = cq.Workplane("XY").workplane(offset=PLUG_MM).circle(sizes.piece_diameter_mm / 2).extrude(COLLAR_MM)
    start = PLUG_MM + COLLAR_MM
    outline = (
        cq.Workplane("XZ")
        .moveTo(0, start)
        .lineTo(FIGURE_FOOT_MM, start)
        .threePointArc((FIGURE_NECK_MM + 1, start + 6), (FIGURE_NECK_MM, start + 13))
        .lineTo(FIGURE_NECK_MM, start + 13.5)
        .threePointArc((FIGURE_HEAD_MM, start + 19), (0, start + FIGURE_HEIGHT_MM))
        .close()
    )
    return solid.union(collar).union(outline.revolve(360, (0, 0, 0), (0, 1, 0)))
