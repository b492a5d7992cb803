"""Runs on the chip, at its prompt: what the readers of a side take in time, and the application in memory."""

import asyncio
import gc
import json
import time

gc.collect()
_BEFORE = gc.mem_alloc()

import config  # noqa: E402
from node.app import App  # noqa: E402
from node.scan import open_readers  # noqa: E402

_SETTLED_MS = 400  # after the self-test all tasks have run


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


async def _live(app, tested_ms):
    running = asyncio.create_task(app.main())
    await asyncio.sleep_ms(tested_ms + _SETTLED_MS)
    gc.collect()
    used = gc.mem_alloc() - _BEFORE
    running.cancel()
    return used


_FIGURES = asyncio.run(_scan())
_FIGURES["heap_bytes"] = asyncio.run(_live(App(), int(_FIGURES["side_ms"])))
print("\nFIGURES", json.dumps(_FIGURES))
