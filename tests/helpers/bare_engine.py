"""Engine.IO without libraries that only other tests need: it would load them, for a second of each worker."""

import sys

UNWANTED = {"aiohttp", "requests"} - {*sys.modules}
sys.modules.update(dict.fromkeys(UNWANTED))  # type: ignore[arg-type]
import engineio  # noqa: E402, F401

for name in UNWANTED:
    del sys.modules[name]
