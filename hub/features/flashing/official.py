"""The official MicroPython for a Pico, fetched from its makers when somebody wants a file for a bare one, and kept.

It is not ours to distribute, so it is not part of the hub: `official_image` asks micropython.org once for each chip.
"""

from __future__ import annotations

import logging
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from hub.features.flashing.failures import FlashFailed
from hub.features.flashing.uf2 import FAMILIES, blocks, is_whole

Chip: TypeAlias = Literal["rp2040", "rp2350"]
IMAGES: Final[Mapping[Chip, str]] = {
    "rp2040": "RPI_PICO-20251209-v1.27.0.uf2",
    "rp2350": "RPI_PICO2-20251209-v1.27.0.uf2",
}
FROM: Final = "https://micropython.org/resources/firmware/"
FETCH_S: Final = 30.0
IMAGE_BYTES_MAXIMUM: Final = 8 * 1024 * 1024
FAMILIES_OF: Final[Mapping[Chip, tuple[int, ...]]] = {"rp2040": FAMILIES[:1], "rp2350": FAMILIES[1:]}

Fetch: TypeAlias = Callable[[str], bytes]
log = logging.getLogger(__name__)


class NoImage(FlashFailed):
    """The image cannot be had: there is no network, or what came is something else."""


def official_image(chip: Chip, folder: Path, fetch: Fetch | None = None) -> bytes:
    """The image for a chip, from the folder if it is there. Raises NoImage."""
    kept = folder / IMAGES[chip]
    try:
        image = kept.read_bytes()
        _check(chip, image)
        return image
    except (OSError, NoImage) as missing:
        log.info("downloading the image for the %s: %s", chip, missing)
    try:
        image = (fetch or _fetched)(FROM + kept.name)
    except OSError as error:
        raise NoImage(
            f"{FROM}{kept.name} cannot be fetched ({error}): without a network, put the file into {folder}"
        ) from error
    _check(chip, image)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = kept.with_suffix(".new")
    unfinished.write_bytes(image)
    unfinished.replace(kept)
    return image


def _check(chip: Chip, image: bytes) -> None:
    """It is a whole UF2 file for this chip; whether MicroPython is in it, `uf2.combined` sees.

    Whether it is the file that its makers meant, only their certificate says: we know of no hash to compare with.
    """
    try:
        found = list(blocks(image))
    except FlashFailed as error:
        raise NoImage(str(error)) from error
    families = {block.family for block in found if block.named}
    if not families or not families <= set(FAMILIES_OF[chip]):
        raise NoImage(f"what came is not for the {chip}")
    if not is_whole(found):
        raise NoImage("only a part of it came")


def _fetched(url: str) -> bytes:
    """What is at an address of FROM. Raises OSError."""
    with urllib.request.urlopen(url, timeout=FETCH_S) as answer:  # noqa: S310 the scheme is that of FROM
        data: bytes = answer.read(IMAGE_BYTES_MAXIMUM + 1)
    if len(data) > IMAGE_BYTES_MAXIMUM:
        raise OSError("it is far too long")
    return data
