"""The colours of groups and pieces on paper: those of the light pages, `web/src/styles/tokens.css`; a test compares."""

from collections.abc import Mapping

GROUPS: Mapping[str, str] = {
    "brown": "#85563a",
    "lightblue": "#86c9ea",
    "pink": "#d0569b",
    "orange": "#f08a24",
    "red": "#d23a30",
    "yellow": "#f5cb2d",
    "green": "#2f8c4d",
    "darkblue": "#2a4da6",
    "station": "#44494b",
    "utility": "#93a09c",
}
SEATS: Mapping[str, str] = {
    "red": "#d3302a",
    "blue": "#2361c4",
    "green": "#2a7f3f",
    "yellow": "#ffd02b",
    "purple": "#8340b2",
    "orange": "#f5851f",
    "teal": "#45c4bd",
    "brown": "#7a4a29",
}
INK, SOFT, HAIR, PAPER = "#12282b", "#465b5d", "#a9bbb5", "#ffffff"
DECKS: Mapping[str, str] = {"chance": "#c8641e", "community": "#2a6f97", "tickets": "#4f7f3a"}
DECK = "#6b5b8a"
"""The backs of cards; one colour for all decks that are not ours."""

PALE = 0.13
"""How much of its colour is left of a space or a card that is only tinted."""

DARK_BELOW = 0.55
"""Text on a darker colour than this is white."""


def on(colour: str) -> str:
    """Whether ink or paper is readable on a colour, by its perceived brightness."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return PAPER if 0.299 * red + 0.587 * green + 0.114 * blue < DARK_BELOW else INK


def pale(colour: str, share: float = PALE) -> str:
    """A colour on white paper, with so much of it left."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in parts)
