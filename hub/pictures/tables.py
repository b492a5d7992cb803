"""A family's own pictures as tables hold them: their kind before their bytes in base64, `svg:…` or `png:…`.

Whatever a picture was, what is in a table was made here: a drawing is drawn again from its outlines, and of a
photograph there are the dots and nothing else.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from hub.pictures.drawings import Drawing, NoPicture, Picture, Pictures, Shape
from hub.pictures.files import picture_of

PICTURE = "picture."
TEXT_MAXIMUM = 60_000
"""Of one picture; a cell of a table has twice as much room."""
KINDS: Mapping[str, str] = {"svg": "image/svg+xml", "png": "image/png"}


def text_of(content: bytes) -> str:
    """A PNG or SVG file as a table holds it, cleaned. Raises NoPicture."""
    picture = picture_of(content)
    kind, made = ("svg", svg_of(picture).encode()) if isinstance(picture, Drawing) else ("png", picture.png)
    text = f"{kind}:{base64.b64encode(made).decode()}"
    if len(text) > TEXT_MAXIMUM:
        raise NoPicture("it is too large")
    return text


def file_of(text: str) -> tuple[bytes, str]:
    """The file that a table holds, and of which type it is. Raises NoPicture."""
    kind, _, encoded = text.partition(":")
    if kind not in KINDS or len(text) > TEXT_MAXIMUM:
        raise NoPicture("it is none of ours")
    try:
        return base64.b64decode(encoded, validate=True), KINDS[kind]
    except (binascii.Error, ValueError) as error:
        raise NoPicture("it is damaged") from error


def pictures_on(own: Mapping[str, str]) -> Pictures:
    """The pictures that a family's tables have, by place. Raises NoPicture."""
    return {key.removeprefix(PICTURE): _picture(text) for key, text in own.items() if key.startswith(PICTURE)}


def _picture(text: str) -> Picture:
    return picture_of(file_of(text)[0])


def svg_of(drawing: Drawing) -> str:
    """A drawing as SVG. It holds outlines and colours, which are figures: nothing in it can be anything else."""
    box = " ".join(f"{number:g}" for number in (drawing.x, drawing.y, drawing.width, drawing.height))
    shapes = "".join(map(_element, drawing.shapes))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{shapes}</svg>'


def _element(shape: Shape) -> str:
    line = f' stroke="{shape.line}" stroke-width="{shape.width:g}"' if shape.line else ""
    return f'<path d="{shape.d}" fill="{shape.fill or "none"}"{line}/>'
