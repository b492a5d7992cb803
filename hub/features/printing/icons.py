"""Our own small drawings for kinds of spaces and piles of cards, in colours that belong to no edition."""

from collections.abc import Mapping

from hub.pictures.drawings import Drawing, Shape

INK, CREAM, GOLD, WOOD, GREY, GLASS = "#12282b", "#fffdf6", "#ffc53d", "#96683e", "#93a09c", "#bcd9e8"
RED, GREEN, BLUE = "#d23a30", "#2f8c4d", "#2361c4"
THIN, PEN = 0.7, 1.5


def _filled(d: str, fill: str) -> Shape:
    return Shape(d, fill, INK, THIN)


def _lines(d: str, colour: str = INK, width: float = PEN) -> Shape:
    return Shape(d, None, colour, width)


def _disc(x: float, y: float, radius: float) -> str:
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


ICONS: Mapping[str, Drawing] = {
    kind: Drawing(tuple(shapes))
    for kind, shapes in {
        "start": [_filled("M-9.5-3.2H1V-8.2L9.5 0 1 8.2V3.2H-9.5Z", RED)],
        "street": [
            _filled("M-7-.5H7V9H-7Z", CREAM),
            _filled("M-9.5 0 0-9 9.5 0Z", RED),
            _filled("M-1.9 3H1.9V9H-1.9Z", WOOD),
            _filled("M-5.4 2.6H-3V5.4H-5.4ZM3 2.6H5.4V5.4H3Z", GLASS),
        ],
        "station": [
            _lines("M-4.6 6-8 9.6M4.6 6 8 9.6M-6.4 8H6.4"),
            _filled(
                "M-6-9H6A2.5 2.5 0 0 1 8.5-6.5V4A2.5 2.5 0 0 1 6 6.5H-6A2.5 2.5 0 0 1-8.5 4V-6.5A2.5 2.5 0 0 1-6-9Z",
                BLUE,
            ),
            _filled("M-6.4-6.4H-.7V-.6H-6.4ZM.7-6.4H6.4V-.6H.7Z", GLASS),
            _filled(_disc(-5, 3, 1.4) + _disc(5, 3, 1.4), GOLD),
            _lines("M-2 3.6H2", CREAM, 1.1),
        ],
        "utility": [
            _filled("M-2.6-9.5-9 1.2H-5.4L-7 9.5-.6-2.2H-4.2L-1.2-9.5Z", GOLD),
            _filled("M5-5C7.6-1.4 9.4 1.4 9.4 4.2A4.4 4.4 0 0 1 .6 4.2C.6 1.4 2.4-1.4 5-5Z", BLUE),
        ],
        "community": [
            _filled("M-8.6-1.4V-3A5.4 5.4 0 0 1-3.2-8.4H3.2A5.4 5.4 0 0 1 8.6-3V-1.4Z", WOOD),
            _filled("M-8.6-1.4H8.6V8H-8.6Z", WOOD),
            _filled("M-6.6-1.4H-4.8V8H-6.6ZM4.8-1.4H6.6V8H4.8Z", GOLD),
            _filled("M-1.9-3.2H1.9V2.2H-1.9Z", GOLD),
        ],
        "chance": [
            _filled(_disc(0, 0, 9.2), "#d9772b"),
            _lines("M-3.3-3A3.5 3.5 0 1 1 1.7.2C.4.9 0 1.7 0 3M0 6V6.2", "#ffffff", 2.1),
        ],
        "tax": [
            _filled("M-7.4-9.4H4.4V9.2L2.4 7.6.5 9.2-1.5 7.6-3.5 9.2-5.4 7.6-7.4 9.2Z", "#ffffff"),
            _lines("M-4.8-5.8H1.8M-4.8-2.6H1.8M-4.8.6H-1", GREY, 1.1),
            _filled(_disc(5, 4, 4.2), GOLD),
            _lines("M5 1.8V6.2", INK, 1.0),
        ],
        "jail": [
            _filled("M-8.4-9.4H8.4V9.4H-8.4Z", CREAM),
            _filled("M-6-7H6V7H-6Z", GREY),
            _lines("M-3.2-7V7M0-7V7M3.2-7V7", INK, 1.3),
        ],
        "free_parking": [
            _filled("M-5-1H-3V9H-5Z", WOOD),
            _filled(_disc(-4, -4, 5.4), GREEN),
            _filled("M.8 1H9.6V2.7H.8ZM.2 4.2H10V5.9H.2Z", WOOD),
            _lines("M1.8 6V9M8.4 6V9", INK, 1.2),
        ],
        "go_to_jail": [
            _filled("M2-9.4H9.6V9.4H2Z", CREAM),
            _lines("M4.4-9V9M7.2-9V9", INK, 1.2),
            _filled("M-9.8-2.6H-4V-6.8L2.6 0-4 6.8V2.6H-9.8Z", RED),
        ],
        "auction": [
            _lines("M-.6-1-8.2 6.6", WOOD, 2.6),
            _filled("M-.4-9.6 6.6-2.6 2.6 1.4-4.4-5.6Z", WOOD),
            _filled("M-1.4 6.4H9.4V9.2H-1.4Z", GREY),
        ],
        "ticket": [
            _filled("M-9.4-5.8H9.4V-2A2 2 0 0 0 9.4 2V5.8H-9.4V2A2 2 0 0 0-9.4-2Z", "#a9c98f"),
            _lines("M4-5.2V-3.6M4-1.6V0M4 2V3.6", INK, 0.9),
            _lines("M-6.4-1.6H1M-6.4 1.6H-1.6", INK, 1.1),
        ],
        "gift": [
            _filled("M-8-1.4H8V9H-8Z", RED),
            _filled("M-9.2-5H9.2V-1.4H-9.2Z", RED),
            _filled("M-1.5-5H1.5V9H-1.5Z", GOLD),
            _filled("M0-5C-2-10-8.4-9.4-5.4-5ZM0-5C2-10 8.4-9.4 5.4-5Z", GOLD),
        ],
        "risk": [
            _filled("M-9.4-8.6H1.4V2.2H-9.4Z", "#ffffff"),
            Shape(_disc(-6.6, -5.8, 1.2) + _disc(-4, -3.2, 1.2) + _disc(-1.4, -0.6, 1.2), INK),
            _filled("M-1.6-1.8H9.2V9H-1.6Z", RED),
            Shape(_disc(1.2, 1, 1.2) + _disc(6.4, 1, 1.2) + _disc(1.2, 6.2, 1.2) + _disc(6.4, 6.2, 1.2), "#ffffff"),
        ],
        "barrier": [
            _filled("M-8.6-1H-4.2V9H-8.6Z", GREY),
            _filled("M-8.8-2.6 9.6-6.6V-3.4L-8.8.8Z", "#ffffff"),
            Shape("M-5.2-3.4-1.8-4.1V-.9L-5.2-.1ZM1.6-4.9 5-5.6V-2.4L1.6-1.6Z", RED),
            _lines("M-9.6 9.2H-3", INK, 1.2),
        ],
        "camera": [
            _filled("M-4.4 1H-2V9.2H-4.4Z", GREY),
            _filled("M-9.4-7.4H3V1H-9.4Z", BLUE),
            _filled(_disc(-3.2, -3.2, 2.8), GLASS),
            _lines("M5-6.4A4.6 4.6 0 0 1 5 0M7.4-8.6A9 9 0 0 1 7.4 2.2", GOLD, 1.5),
        ],
    }.items()
}
ELSE = Drawing((_filled("M0-9.4 2.6-3.2 9.2-2.6 4.2 1.8 5.8 8.4 0 4.8-5.8 8.4-4.2 1.8-9.2-2.6-2.6-3.2Z", GOLD),))
"""Of kinds that only an edition by somebody else has."""


def icon(sign: str) -> Drawing:
    return ICONS.get(sign, ELSE)
