"""Runs on the chip, at its prompt: what the readers of a side take in time, and the application in memory."""

import asyncio
import gc
import json
import time

gc.collect()
_BEFORE = gc.mem_alloc()

import config  # noqa: E402
from drivers.pixels import Pixels  # noqa: E402
from machine import Pin  # noqa: E402
from node.app import App  # noqa: E402
from node.scan import open_readers  # noqa: E402

_CALM_MS = 400  # after the self-test all tasks have run


async def _scan():
    readers = open_readers(config)
    took, uids = [], {}
    for reader in range(config.READERS):
        began = time.ticks_us()
        found = await readers.read(reader)
        took.append(time.ticks_diff(time.ticks_us(), began) / 1000)
        if found:
            uids[reader] = found
    readers.sleep()
    tags = [took[reader] for reader in uids]
    return {"side_ms": sum(took), "empty_ms": [ms for ms in took if ms not in tags], "tag_ms": max(tags), "uids": uids}


def _strip():
    """How long showing 32 lights of the longest strip keeps all else waiting; sending takes 9 ms."""
    pixels = Pixels(Pin(config.PIXEL_PIN, Pin.OUT), 300)
    time.sleep_ms(20)
    at = list(range(0, 288, 9))
    began = time.ticks_us()
    pixels.show(bytes(96), at)
    took = time.ticks_diff(time.ticks_us(), began) / 1000
    time.sleep_ms(20)
    return took


async def _live(app, tested_ms):
    running = asyncio.create_task(app.main())
    await asyncio.sleep_ms(tested_ms + _CALM_MS)
    gc.collect()
    used = gc.mem_alloc() - _BEFORE
    running.cancel()
    return used


_FIGURES = asyncio.run(_scan())
_FIGURES["strip_ms"] = _strip()
_FIGURES["heap_bytes"] = asyncio.run(_live(App(), int(_FIGURES["side_ms"])))
print("\nFIGURES", json.dumps(_FIGURES))
