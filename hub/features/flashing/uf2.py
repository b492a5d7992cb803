"""One file for a bare Pico: the official MicroPython image, and behind it a file system that holds the firmware.

Dragged onto the drive of a Pico in its boot loader it makes a node of it. Where the file system begins, and how long it
is, the image says of itself, as `picotool info` shows it (binary_info in the Pico SDK); so every board and version has
its own. The image is not ours to distribute: micropython.org is asked once for each chip, and it is kept.
"""

import logging
import struct
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from hub.features.flashing.node import FlashFailed, ToolsMissing

SECTOR_BYTES: Final = 4096  # the flash is erased in these
PAGE_BYTES: Final = 256
DISK_VERSION: Final = 0x00020000  # of littlefs, as MicroPython writes it; a newer one it would not mount
FAMILIES: Final = (0xE48BFF56, 0xE48BFF59, 0xE48BFF5A)  # RP2040; RP2350 with its ARM and with its RISC-V cores

_BLOCK: Final = struct.Struct("<8I476sI")
_MAGIC: Final = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_FAMILY_NAMED: Final = 0x2000
_FLASH_AT: Final = 0x10000000
_INFO_BEGINS, _INFO_ENDS = 0x7188EBF2, 0xE71AA390
_INFO_WITHIN: Final = 2048
_BLOCK_DEVICE: Final = 7
_ENTRIES_MAX: Final = 1024
NO_IMAGE: Final = "is not a UF2 file of MicroPython for a Pico: take the one for your board from micropython.org"

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


class Uf2Block(Struct, frozen=True):
    """A page of flash in a UF2 file: where it goes, for which chip, and of how many it is one."""

    address: int
    content: bytes
    family: int
    raw: bytes
    count: int = 0

    @property
    def named(self) -> bool:
        """Whether it is part of an image for a Pico; one for the RP2350 begins with a block that is not."""
        return self.family in FAMILIES


def combined(image: bytes, files: Mapping[str, bytes]) -> bytes:
    """The image and these files as one UF2. Raises FlashFailed."""
    before = list(blocks(image))
    of_image = [block for block in before if block.named]
    if not of_image or len({block.family for block in of_image}) != 1:
        raise FlashFailed(f"the image {NO_IMAGE}")
    address, size = file_system_of(of_image)
    # all of it, so that nothing of an earlier file system is left that could be taken for newer
    disk, family = filesystem(files, size), of_image[0].family
    pages = ((at, disk[at : at + PAGE_BYTES]) for at in range(0, size, PAGE_BYTES))
    added = [Uf2Block(address + at, page, family, b"") for at, page in pages]
    whole = sorted([*of_image, *added], key=lambda block: block.address)
    if any(one.address + PAGE_BYTES > other.address for one, other in pairwise(whole)):
        raise FlashFailed("the image reaches into its own file system")
    others = b"".join(block.raw for block in before if not block.named)
    return others + b"".join(_packed(block, number, len(whole)) for number, block in enumerate(whole))


def blocks(uf2: bytes) -> Iterator[Uf2Block]:
    """All blocks of a UF2 file, in their order. Raises FlashFailed."""
    if not uf2 or len(uf2) % _BLOCK.size:
        raise FlashFailed(f"the image {NO_IMAGE}")
    for start in range(0, len(uf2), _BLOCK.size):
        raw = uf2[start : start + _BLOCK.size]
        first, second, flags, address, size, _, count, family, content, last = _BLOCK.unpack(raw)
        if (first, second, last) != _MAGIC or not flags & _FAMILY_NAMED or size != PAGE_BYTES:
            raise FlashFailed(f"the image {NO_IMAGE}")
        yield Uf2Block(address, content[:size], family, raw, count)


def _packed(block: Uf2Block, number: int, count: int) -> bytes:
    first, second, last = _MAGIC
    where = (block.address, len(block.content), number, count, block.family)
    return _BLOCK.pack(first, second, _FAMILY_NAMED, *where, block.content, last)


def file_system_of(image: Sequence[Uf2Block]) -> tuple[int, int]:
    """Where an image says that its file system lies, and how large it is. Raises FlashFailed."""
    flash = {block.address: block.content for block in image}

    def words(address: int, count: int) -> tuple[int, ...]:
        data = b""
        for page in range(address & -PAGE_BYTES, address + 4 * count, PAGE_BYTES):
            data += flash.get(page, bytes(PAGE_BYTES))
        start = address % PAGE_BYTES
        return struct.unpack(f"<{count}I", data[start : start + 4 * count])

    head = words(min(flash), _INFO_WITHIN // 4)
    for place, word in enumerate(head[:-4]):
        if word == _INFO_BEGINS and head[place + 4] == _INFO_ENDS:
            begins, ends = head[place + 1 : place + 3]
            listed = words(begins, min(max((ends - begins) // 4, 0), _ENTRIES_MAX))
            for entry in listed:
                kind, _, address, size = words(entry, 4)
                if kind & 0xFFFF == _BLOCK_DEVICE and address > _FLASH_AT and size and not size % SECTOR_BYTES:
                    return address, size
    raise FlashFailed(f"the image {NO_IMAGE}")


def filesystem(files: Mapping[str, bytes], size: int) -> bytes:
    """A fresh littlefs of so many bytes with these files in it. Raises ToolsMissing."""
    try:
        from littlefs import LittleFS, UserContext
    except ImportError as error:
        raise ToolsMissing("littlefs-python") from error
    context = UserContext(buffsize=size)
    count = size // SECTOR_BYTES
    disk = LittleFS(
        context=context, block_size=SECTOR_BYTES, block_count=count, prog_size=PAGE_BYTES, disk_version=DISK_VERSION
    )
    for folder in sorted({str(PurePosixPath(name).parent) for name in files} - {"."}):
        disk.makedirs(folder, exist_ok=True)
    for name, content in files.items():
        with disk.open(name, "wb") as file:
            file.write(content)
    disk.unmount()
    return bytes(context.buffer)


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
        found = [block for block in blocks(image) if block.named]
    except FlashFailed as error:
        raise NoImage(str(error)) from error
    families = {block.family for block in found}
    if not families or not families <= set(FAMILIES_OF[chip]):
        raise NoImage(f"what came is not for the {chip}")
    if {block.count for block in found} != {len(found)}:  # a download may end anywhere
        raise NoImage("only a part of it came")


def _fetched(url: str) -> bytes:
    """What is at an address of FROM. Raises OSError."""
    with urllib.request.urlopen(url, timeout=FETCH_S) as answer:  # noqa: S310 the scheme is that of FROM
        data: bytes = answer.read(IMAGE_BYTES_MAXIMUM + 1)
    if len(data) > IMAGE_BYTES_MAXIMUM:
        raise OSError("it is far too long")
    return data
