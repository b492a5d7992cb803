"""The console with its five buttons, and a tray for the node."""

from __future__ import annotations

from typing import Any

import cadquery as cq

from hardware.pcb.places import HEIGHT_MM, HOLES_MM, WIDTH_MM

BUTTONS, BUTTON_PITCH_MM, BUTTON_HOLE_MM = 5, 34.0, 24.2
DISPLAY_MM = (30.0, 12.0)
PANEL_MM, PANEL_THICKNESS_MM, CORNER_MM = (190.0, 84.0), 3.0, 6.0
BOX_DEPTH_MM, WALL_MM, FLOOR_MM = 46.0, 2.4, 2.0
SCREW_MM, PILOT_MM, POST_MM, POST_INSET_MM = 3.4, 2.5, 8.0, 7.0
TRAY_ROOM_MM, TRAY_WALL_HEIGHT_MM, STANDOFF_MM = 3.0, 12.0, 6.0
USB_GAP_MM = 16.0
PICO_USB_MM, PIXEL_USB_MM = 50.2, 66.0  # from the upper edge of the board


def panel() -> Any:
    """The face of the console, face down: buttons in a row, a window for the display above them."""
    plate = (
        cq.Workplane("XY")
        .box(*PANEL_MM, PANEL_THICKNESS_MM, centered=(True, True, False))
        .edges("|Z")
        .fillet(CORNER_MM)
    )
    places = [((index - (BUTTONS - 1) / 2) * BUTTON_PITCH_MM, -12.0) for index in range(BUTTONS)]
    holed = plate.faces(">Z").workplane(origin=(0, 0, 0)).pushPoints(places).hole(BUTTON_HOLE_MM)
    opened = holed.faces(">Z").workplane(origin=(0, 0, 0)).center(0, 24).rect(*DISPLAY_MM).cutThruAll()
    return opened.faces(">Z").workplane(origin=(0, 0, 0)).pushPoints(posts()).hole(SCREW_MM)


def posts() -> list[tuple[float, float]]:
    """Where the panel is screwed to its box."""
    across, down = (edge / 2 - POST_INSET_MM for edge in PANEL_MM)
    return [(x, y) for x in (-across, across) for y in (-down, down)]


def box() -> Any:
    """What the panel closes, with a slot for the ribbon to the node."""
    outside = (
        cq.Workplane("XY").box(*PANEL_MM, BOX_DEPTH_MM, centered=(True, True, False)).edges("|Z").fillet(CORNER_MM)
    )
    hollow = outside.faces(">Z").shell(-WALL_MM)
    made = hollow.union(cq.Workplane("XY").pushPoints(posts()).circle(POST_MM / 2).extrude(BOX_DEPTH_MM))
    drilled = made.faces(">Z").workplane(origin=(0, 0, BOX_DEPTH_MM)).pushPoints(posts()).hole(PILOT_MM, 12)
    slot = cq.Workplane("XY").box(28, 4 * WALL_MM, 6, centered=(True, True, False))
    return drilled.cut(slot.translate((0, PANEL_MM[1] / 2, FLOOR_MM + 4)))


def tray() -> Any:
    """What the node is screwed into; the gaps are for its USB cables."""
    room = (WIDTH_MM + 2 * TRAY_ROOM_MM, HEIGHT_MM + 2 * TRAY_ROOM_MM)
    outer = (room[0] + 2 * WALL_MM, room[1] + 2 * WALL_MM)
    height = FLOOR_MM + TRAY_WALL_HEIGHT_MM
    solid = cq.Workplane("XY").box(*outer, height, centered=(True, True, False)).edges("|Z").fillet(CORNER_MM / 2)
    solid = solid.cut(cq.Workplane("XY").box(*room, height, centered=(True, True, False)).translate((0, 0, FLOOR_MM)))
    holes = [(x - WIDTH_MM / 2, HEIGHT_MM / 2 - y) for x, y in HOLES_MM]
    solid = solid.union(cq.Workplane("XY").pushPoints(holes).circle(POST_MM / 2).extrude(FLOOR_MM + STANDOFF_MM))
    pilots = cq.Workplane("XY").workplane(offset=FLOOR_MM).pushPoints(holes).circle(PILOT_MM / 2).extrude(STANDOFF_MM)
    solid = solid.cut(pilots)
    for x, y in ((-outer[0] / 2, HEIGHT_MM / 2 - PICO_USB_MM), (outer[0] / 2, HEIGHT_MM / 2 - PIXEL_USB_MM)):
        gap = cq.Workplane("XY").box(4 * WALL_MM, USB_GAP_MM, height, centered=(True, True, False))
        solid = solid.cut(gap.translate((x, y, FLOOR_MM + STANDOFF_MM - 1)))
    return solid
