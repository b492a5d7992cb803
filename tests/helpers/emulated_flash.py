"""The file system of an emulated Pico: littlefs as MicroPython formats it, built in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from littlefs import LittleFS, UserContext

PAGE_BYTES = 256
DISK_VERSION = 0x00020000  # what MicroPython writes; a newer one it would refuse to mount


def filesystem(files: Mapping[str, bytes], layout: Any) -> bytes:
    """A fresh file system with these files, as long as `layout` (rp2040py's FlashLayout) says."""
    context = UserContext(buffsize=layout.fs_blocksize * layout.fs_blockcount)
    disk = LittleFS(
        context=context,
        block_size=layout.fs_blocksize,
        block_count=layout.fs_blockcount,
        prog_size=PAGE_BYTES,
        disk_version=DISK_VERSION,
    )
    for name, data in files.items():
        folder = str(PurePosixPath(name).parent)
        if folder != ".":
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(data)
    disk.unmount()
    return bytes(context.buffer)
