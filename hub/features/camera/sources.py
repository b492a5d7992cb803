"""Where pictures come from: handed over by a phone, a camera at this computer or in the network, or drawn."""

import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(3840 * 2160)
"""No more than 4K: a small file may unpack to a multiple. OpenCV reads this once."""

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""On a busy computer several wait for each other longer than one needs. NumPy reads this once."""

import cv2  # noqa: E402

cv2.setNumThreads(1)

from hub.features.camera.board import DRAWN, PHONE  # noqa: E402
from hub.features.camera.contract import Look  # noqa: E402
from hub.features.camera.drawing import drawn  # noqa: E402
from hub.features.camera.fitting import Grey  # noqa: E402
from hub.features.camera.reading import Heights, grey_of  # noqa: E402
from hub.pictures.board import PIECE_MARKS  # noqa: E402

SIZE: Final = (1280, 720)
QUALITY: Final = 70
NEW_S: Final = 2.0
"""An older picture does not say what stands there now."""
AGAIN_S: Final = 1.0


class Source(ABC):
    """Whatever has pictures. `heights` are those of marks (mm) that it knows."""

    heights: Mapping[int, Heights] = {}

    @abstractmethod
    def picture(self, asked: Look) -> Grey | None:
        """The one to look at now, None if there is none."""

    def packed(self, picture: Grey) -> bytes:
        return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


class Handed(Source):
    """Pictures that come with the question."""

    def picture(self, asked: Look) -> Grey | None:
        return None if asked.frame is None else grey_of(asked.frame)


class Drawn(Source):
    """Pictures of a board that is only simulated, on which pieces have no height."""

    heights: Mapping[int, Heights] = dict.fromkeys(PIECE_MARKS, (0.0, 1.0))

    def picture(self, asked: Look) -> Grey | None:
        return drawn(asked.spaces, asked.drawn, asked.drawn_dice)


class Plugged(Source):
    """A camera at this computer, by its number, or one in the network, by its address; looked for until it is there.

    A thread takes pictures as they come, so that none is old, and only the newest is unpacked.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._camera: cv2.VideoCapture | None = None
        self._taken_s = -NEW_S
        threading.Thread(target=self._take, name="camera", daemon=True).start()

    def picture(self, _asked: Look) -> Grey | None:
        with self._lock:
            if self._camera is None or time.monotonic() - self._taken_s > NEW_S:
                return None
            read, picture = self._camera.retrieve()
        return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if read else None  # type: ignore[return-value]

    def _take(self) -> None:
        while True:
            camera = self._opened()
            while camera.isOpened():
                with self._lock:
                    taken = camera.grab()
                if not taken:
                    break
                self._camera, self._taken_s = camera, time.monotonic()
                time.sleep(0)  # whoever waits for the lock gets it
            with self._lock:
                self._camera = None
            camera.release()
            time.sleep(AGAIN_S)

    def _opened(self) -> cv2.VideoCapture:
        camera = cv2.VideoCapture(int(self._name) if self._name.isdecimal() else self._name)
        if self._name.isdecimal():
            camera.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
            camera.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        return camera


def source_of(name: str) -> Source:
    return Handed() if name == PHONE else Drawn() if name == DRAWN else Plugged(name)
