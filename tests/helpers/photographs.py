"""Photographs of a board that never was: each ray of a lens is followed to the board, the pieces and what lies about.

Other than the reader it goes from the pixel outwards and knows nothing of its geometry: the lens bends with two terms
and a shifted centre, light falls off, shadows and lamps lie on the board, the shutter smears, the sensor has noise, and
the picture is packed as JPEG.
"""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

TEXELS = 3
"""Per millimetre of the board."""
SPACE_MM, DEPTH_MM, PAPER_MM, MARK_MM = 47.0, 72.0, 46.0, 36.0
"""As the plates of the board are cut: written down again so that the reader cannot be wrong with the tests."""


@dataclass(frozen=True)
class Lens:
    """A picture's size, its angle of view from left to right (degrees), its distortion, and its centre's shift (px)."""

    size: tuple[int, int]
    angle: float = 66.0
    bend: tuple[float, float] = (-0.06, 0.01)
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Stance:
    """Where a camera stands: millimetres from the board's middle, height, and the point (mm) it looks at; its roll."""

    right: float
    near: float
    above: float
    aim: tuple[float, float] = (0.0, 0.0)
    roll: float = 0.0


@dataclass(frozen=True)
class Stood:
    """A piece: its mark's number and side, where it stands (mm from the upper left), how high it is, and its turn."""

    mark: int
    side: float
    x: float
    y: float
    height: float
    turn: float
    colour: tuple[int, int, int] = (60, 60, 160)


@dataclass
class Weather:
    """What makes a picture bad: blur and smear (px), noise, light, contrast of shadows, lamps, quality of the JPEG."""

    blur: float = 0.8
    smear: float = 0.0
    noise: float = 4.0
    light: float = 0.9
    shadows: list[tuple[float, float, float, float]] = field(default_factory=list)
    lamps: list[tuple[float, float, float, float]] = field(default_factory=list)
    quality: int = 80


def edge_mm(spaces: int) -> float:
    return 2 * DEPTH_MM + (spaces // 4 - 1) * SPACE_MM


def middle(space: int, spaces: int) -> tuple[float, float]:
    """The middle of a space, by walking round the board from Start."""
    edge, side = edge_mm(spaces), spaces // 4
    quarter, step = divmod(space, side)
    along = edge / 2 - (DEPTH_MM / 2 if step == 0 else DEPTH_MM + (step - 0.5) * SPACE_MM)
    across = edge / 2 - DEPTH_MM / 2
    x, y = along, across
    for _ in range(quarter):
        x, y = -y, x
    return x + edge / 2, y + edge / 2


def space_at(x: float, y: float, spaces: int) -> int | None:
    for space in range(spaces):
        across, down = middle(space, spaces)
        quarter, step = divmod(space, spaces // 4)
        wide, high = (DEPTH_MM, DEPTH_MM) if step == 0 else (SPACE_MM, DEPTH_MM)[:: 1 if quarter % 2 == 0 else -1]
        if abs(x - across) < wide / 2 and abs(y - down) < high / 2:
            return space
    return None


def picture_of_mark(number: int, pixels: int) -> Any:
    """A mark as OpenCV draws it, with a white border an eighth as wide."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    mark = cv2.aruco.generateImageMarker(dictionary, number, pixels)
    return cv2.copyMakeBorder(mark, *[pixels // 8] * 4, cv2.BORDER_CONSTANT, value=255)


def board_picture(spaces: int, style: int, turns: tuple[int, ...] = (0, 0, 0, 0)) -> Any:
    """A board with coloured spaces, letters, lines, a busy middle and four corner marks, each glued on in some turn."""
    random = np.random.default_rng(style)
    edge = edge_mm(spaces)
    n = round(edge * TEXELS)
    low = random.integers(60, 240, (12, 12, 3)).astype(np.uint8)
    image = cv2.resize(low, (n, n), interpolation=cv2.INTER_CUBIC)
    image = (0.4 * image + 0.6 * np.array(random.integers(150, 240, 3))).astype(np.uint8)
    for space in range(spaces):
        x, y = middle(space, spaces)
        quarter, step = divmod(space, spaces // 4)
        wide, high = (DEPTH_MM, DEPTH_MM) if step == 0 else (SPACE_MM, DEPTH_MM)[:: 1 if quarter % 2 == 0 else -1]
        a = (round((x - wide / 2) * TEXELS), round((y - high / 2) * TEXELS))
        b = (round((x + wide / 2) * TEXELS), round((y + high / 2) * TEXELS))
        colour = tuple(int(part) for part in random.integers(20, 255, 3))
        cv2.rectangle(image, a, b, colour if style % 2 else (235, 244, 248), -1)
        cv2.rectangle(image, a, b, (40, 40, 40), 2)
        cv2.putText(
            image, f"{space} Allee", (a[0] + 4, (a[1] + b[1]) // 2), cv2.FONT_HERSHEY_DUPLEX, 0.7, (10, 10, 10), 2
        )
        cv2.circle(image, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), round(14 * TEXELS), (255, 255, 255), -1)
    for _ in range(30):
        a, b = random.integers(DEPTH_MM * TEXELS + 160, n - DEPTH_MM * TEXELS - 160, (2, 2))
        cv2.rectangle(image, a.tolist(), b.tolist(), tuple(int(part) for part in random.integers(0, 255, 3)), 3)
    near, far = DEPTH_MM + PAPER_MM / 2, edge - DEPTH_MM - PAPER_MM / 2
    for mark, (x, y) in enumerate([(far, far), (near, far), (near, near), (far, near)]):
        paper = np.full((round(PAPER_MM * TEXELS),) * 2, 255, np.uint8)
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        black = cv2.aruco.generateImageMarker(dictionary, mark, round(MARK_MM * TEXELS))
        gap = (len(paper) - len(black)) // 2
        paper[gap : gap + len(black), gap : gap + len(black)] = np.rot90(black, turns[mark])
        left, top = round(x * TEXELS - len(paper) / 2), round(y * TEXELS - len(paper) / 2)
        image[top : top + len(paper), left : left + len(paper)] = paper[..., None]
    return image


def photograph(lens: Lens, stance: Stance, board: Any, pieces: list[Stood], weather: Weather, seed: int) -> bytes:
    """The JPEG that such a camera takes."""
    random = np.random.default_rng(seed)
    width, height = lens.size
    edge = board.shape[0] / TEXELS
    at = np.array([edge / 2 + stance.right, edge / 2 + stance.near, stance.above])
    rays = _rays(lens, stance, at, edge)
    image = np.empty((height, width, 3), np.float32)
    image[:] = random.integers(40, 170, 3)
    x, y, ahead = _meeting(at, rays, 0.0)
    on_board = ahead & (x >= 0) & (y >= 0) & (x < edge) & (y < edge)
    seen = cv2.remap(
        _softened(board, lens, stance, edge),
        (x * TEXELS - 0.5).astype(np.float32),
        (y * TEXELS - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    image[on_board] = seen[on_board]
    for px, py, radius, dark in weather.shadows:
        image *= 1 - dark * _spot(x, y, px, py, radius, 6)[..., None]
    for piece in sorted(pieces, key=lambda one: -np.hypot(one.x - at[0], one.y - at[1])):
        _stand(image, at, rays, piece)
    image *= weather.light * (1 - 0.25 * _vignette(width, height))[..., None]
    for px, py, radius, bright in weather.lamps:
        image += 255 * bright * _spot(x, y, px, py, radius, 2)[..., None]
    image = cv2.GaussianBlur(image, (0, 0), max(weather.blur, 0.3))
    if weather.smear > 1:
        image = cv2.filter2D(image, -1, _smear(weather.smear, random.uniform(0, np.pi)))
    image += random.normal(0, 1, image.shape).astype(np.float32) * (
        weather.noise * np.sqrt(0.3 + image.clip(0, 255) / 255)
    )
    packed = cv2.imencode(".jpg", image.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, weather.quality])
    return bytes(packed[1])


def axes(stance: Stance, edge: float, at: Any) -> tuple[Any, Any, Any]:
    """Where forward, right and down in the picture point to on the table; z is up."""
    forward = np.array([edge / 2 + stance.aim[0], edge / 2 + stance.aim[1], 0.0]) - at
    forward /= np.linalg.norm(forward)
    up = np.array([np.sin(stance.roll), -np.cos(stance.roll), 0.0])
    down = -(up - forward * (up @ forward))
    down /= np.linalg.norm(down)
    right = np.cross(down, forward)
    if right @ np.array([np.cos(stance.roll), np.sin(stance.roll), 0.0]) < 0:
        right = -right
    return forward, right, down


def _rays(lens: Lens, stance: Stance, at: Any, edge: float) -> Any:
    """The direction of the ray of each pixel; z is up."""
    width, height = lens.size
    focal = width / 2 / np.tan(np.radians(lens.angle / 2))
    axis = np.stack(axes(stance, edge, at))
    rays = np.empty((height, width, 3), np.float32)
    across = (np.arange(width) - width / 2 + 0.5 - lens.shift[0]) / focal
    down = (np.arange(height)[:, None] - height / 2 + 0.5 - lens.shift[1]) / focal
    for top in range(0, height, 16):  # so few rows at a time stay near the processor
        rows = slice(top, top + 16)
        x, y = across, down[rows]
        for _ in range(8):
            r2 = x * x + y * y
            bend = 1 + lens.bend[0] * r2 + lens.bend[1] * r2 * r2
            x, y = across / bend, down[rows] / bend
        for towards in range(3):
            rays[rows, :, towards] = axis[0, towards] + x * axis[1, towards] + y * axis[2, towards]
    return rays


def _meeting(at: Any, rays: Any, height: float) -> tuple[Any, Any, Any]:
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (height - at[2]) / rays[..., 2]
    return at[0] + rays[..., 0] * far, at[1] + rays[..., 1] * far, rays[..., 2] < 0


def _softened(board: Any, lens: Lens, stance: Stance, edge: float) -> Any:
    """The board's picture without what is finer than a pixel."""
    focal = lens.size[0] / 2 / np.tan(np.radians(lens.angle / 2))
    texels_per_pixel = TEXELS * np.hypot(np.hypot(stance.right, stance.near), stance.above) / focal
    return cv2.GaussianBlur(board, (0, 0), max(0.3, 0.4 * texels_per_pixel))


def _spot(x: Any, y: Any, px: float, py: float, radius: float, edge: int) -> Any:
    return np.exp(-((np.hypot(x - px, y - py) / radius) ** edge)).astype(np.float32)


def _vignette(width: int, height: int) -> Any:
    u, v = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    return ((u * u + v * v) / 2).astype(np.float32)


def _smear(length: float, angle: float) -> Any:
    n = int(length) | 1
    kernel = np.zeros((n, n), np.float32)
    half = n // 2
    step = (round(np.cos(angle) * half), round(np.sin(angle) * half))
    cv2.line(kernel, (half - step[0], half - step[1]), (half + step[0], half + step[1]), 1.0)
    return kernel / kernel.sum()


def _stand(image: Any, at: Any, rays: Any, piece: Stood) -> None:
    """A round piece of slices, with a disc on top that has the mark in a white square."""
    radius = piece.side * 0.884
    rows, columns = _around(at, rays, piece, radius)
    if rows.stop - rows.start < 2 or columns.stop - columns.start < 2:
        return
    part, directions = image[rows, columns], rays[rows, columns]
    for level in np.linspace(0, piece.height, 8):
        x, y, ahead = _meeting(at, directions, float(level))
        part[ahead & (np.hypot(x - piece.x, y - piece.y) < radius * 0.95)] = np.array(piece.colour) * (
            0.5 + 0.05 * level % 0.3
        )
    x, y, ahead = _meeting(at, directions, piece.height)
    x, y = x - piece.x, y - piece.y
    disc = ahead & (np.hypot(x, y) < radius)
    part[disc] = piece.colour
    cos, sin = np.cos(piece.turn), np.sin(piece.turn)
    a, b = cos * x + sin * y, cos * y - sin * x
    mark = picture_of_mark(piece.mark, 96)
    per_mm = 96 / piece.side
    within = disc & (np.maximum(np.abs(a), np.abs(b)) < piece.side * 0.625)
    pixel_texels = per_mm / max(0.2, 1 / max(1e-6, float(np.median(np.hypot(np.diff(x, axis=1), np.diff(y, axis=1))))))
    soft = cv2.GaussianBlur(mark, (0, 0), max(0.4, 0.4 * pixel_texels))
    looked = cv2.remap(
        soft,
        (a * per_mm + len(mark) / 2 - 0.5).astype(np.float32),
        (b * per_mm + len(mark) / 2 - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    part[within] = looked[within][:, None]


def _around(at: Any, rays: Any, piece: Stood, radius: float) -> tuple[slice, slice]:
    reach = radius + 4
    hit = np.zeros(rays.shape[:2], bool)
    coarse = rays[::4, ::4]
    for level in (0.0, piece.height / 2, piece.height):
        x, y, ahead = _meeting(at, coarse, level)
        hit[::4, ::4] |= ahead & (np.hypot(x - piece.x, y - piece.y) < reach)
    rows, columns = np.flatnonzero(hit.any(axis=1)), np.flatnonzero(hit.any(axis=0))
    if not len(rows):
        return slice(0, 0), slice(0, 0)
    return slice(max(0, rows[0] - 6), rows[-1] + 7), slice(max(0, columns[0] - 6), columns[-1] + 7)
