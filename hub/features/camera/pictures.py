"""Pictures as files have them, made ready for reading."""

import cv2
import numpy as np

from hub.features.camera.contract import Reading, SeenBoard
from hub.features.camera.fitting import Grey
from hub.features.camera.plan import printed
from hub.features.camera.reading import Heights, read
from hub.pictures.marks import PIECE_MARKS


def reading_of(content: bytes, spaces: int, picture: str, height: Heights | None = None) -> Reading:
    """What the picture in a file shows; `height` is that of all marks above the board, if it is known."""
    grey = grey_of(content)
    if grey is None:
        return Reading(picture, (), SeenBoard({}), ("unreadable",))
    heights = None if height is None else dict.fromkeys(PIECE_MARKS, height)
    return read(grey, printed(spaces), picture=picture, heights=heights)


def grey_of(content: bytes) -> Grey | None:
    """The brightness of a picture, upright; None if it is none."""
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:  # nothing at all, or more pixels than any camera has
        return None
    return decoded if decoded is None else decoded.astype(np.uint8, copy=False)
