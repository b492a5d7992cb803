"""A family's own pictures: as files (`space.7.png`, `deck.chance.svg`), and as tables hold them (`svg:…` or `png:…`).

Whatever a picture was, what is in a table was made here: a drawing is drawn again from its outlines, and of a
photograph there are the dots and nothing else.
"""

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from hub.pictures.drawings import Drawing, NoPicture, Photograph, Picture, Pictures, Shape, drawing_of

PICTURE = "picture."
TEXT_MAXIMUM = 60_000
"""Of one picture; a cell of a table has twice as much room."""
KINDS: Mapping[str, str] = {"svg": "image/svg+xml", "png": "image/png"}

NAMED = re.compile(r"(?P<place>space\.(?:0|[1-9]\d?)|deck\.[a-z_]{1,40})\.(?:png|svg)")
SYSTEMS_OWN = re.compile(r"\.|desktop\.ini$|thumbs\.db$", re.IGNORECASE)
"""What macOS and Windows leave in folders that were looked at."""

PNG = b"\x89PNG\r\n\x1a\n"
DRAWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The parts of a PNG that its dots are made of."""

DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""How many bits a dot may have, by the kind of its colours; kind 3 needs a palette."""

BYTES_MAXIMUM, SIDE_MAXIMUM = 4_000_000, 3_000
BROKEN = "it is no PNG that can be read"


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
    held = {key.removeprefix(PICTURE): text for key, text in own.items() if key.startswith(PICTURE)}
    return {place: picture_of(file_of(text)[0]) for place, text in held.items()}


def svg_of(drawing: Drawing) -> str:
    """A drawing as SVG. It holds outlines and colours, which are figures: nothing in it can be anything else."""
    box = " ".join(f"{number:g}" for number in (drawing.x, drawing.y, drawing.width, drawing.height))
    shapes = "".join(map(_element, drawing.shapes))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{shapes}</svg>'


def _element(shape: Shape) -> str:
    line = f' stroke="{shape.line}" stroke-width="{shape.width:g}"' if shape.line else ""
    return f'<path d="{shape.d}" fill="{shape.fill or "none"}"{line}/>'


def pictures_in(folder: Path) -> dict[str, Picture]:
    """The pictures of a folder by place. Raises NoPicture with the name of the file, OSError."""
    found: dict[str, Picture] = {}
    for file in sorted(path for path in folder.iterdir() if not SYSTEMS_OWN.match(path.name)):
        named = NAMED.fullmatch(file.name)
        if named is None:
            raise NoPicture(f"{file.name}: name it like space.7.png or deck.chance.svg")
        if named["place"] in found:
            raise NoPicture(f"{file.name}: there is another picture for {named['place']}")
        try:
            found[named["place"]] = picture_of(file.read_bytes())
        except NoPicture as error:
            raise NoPicture(f"{file.name}: {error}") from error
    return found


def picture_of(data: bytes) -> Picture:
    """The picture of a PNG or SVG file. Raises NoPicture."""
    if len(data) > BYTES_MAXIMUM:
        raise NoPicture(f"it has more than {BYTES_MAXIMUM} bytes")
    if not data.startswith(PNG):
        try:
            return drawing_of(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise NoPicture("it is neither PNG nor SVG") from error
    return Photograph(_plain(data))


def _plain(data: bytes) -> bytes:
    """The dots and nothing else: no texts, places or times that a camera left in the file."""
    chunks = [(kind, content) for kind, content in _chunks(data) if kind in DRAWN]
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds.count(b"IHDR") != 1 or kinds[-1] != b"IEND" or len(chunks[0][1]) != 13:
        raise NoPicture(BROKEN)
    width, height, depth, colours, *methods = struct.unpack(">IIBBBBB", chunks[0][1])
    if depth not in DEPTHS.get(colours, ()) or methods[:2] != [0, 0] or methods[2] > 1:
        raise NoPicture(BROKEN)
    if colours == 3 and not 0 < len(dict(chunks).get(b"PLTE", b"")) <= 768:
        raise NoPicture(BROKEN)
    if not (0 < width <= SIDE_MAXIMUM and 0 < height <= SIDE_MAXIMUM):
        raise NoPicture(f"it is wider or higher than {SIDE_MAXIMUM} dots")
    dots = zlib.decompressobj()
    try:
        dots.decompress(
            b"".join(content for kind, content in chunks if kind == b"IDAT"), width * height * 8 + 9 * height
        )
    except zlib.error as error:
        raise NoPicture(BROKEN) from error
    if not dots.eof:
        raise NoPicture(BROKEN)
    return PNG + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG file, each of them whole. Raises NoPicture."""
    at = len(PNG)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4].rjust(4, b"\xff"))
        kind, content, check = data[at + 4 : at + 8], data[at + 8 : at + 8 + length], data[at + 8 + length :][:4]
        if check != struct.pack(">I", zlib.crc32(kind + content)):
            raise NoPicture(BROKEN)
        yield kind, content
        at += 12 + length


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
