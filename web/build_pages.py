"""Builds the pages into `web/dist` when their sources changed, judged by content and not by file times.

The build hook (`hatch_build.py`) calls `build_if_stale`; the bootstrap (`hub/setup/bootstrap.py`) asks `is_fresh` at
every start and runs this file while it fetches the rest. So it stays with the standard library and reads only what it
must.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB / "dist"
STAMP = BUILT / ".built-from"
CONFIGURATION = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


def sources() -> list[Path]:
    """Every file the pages are made of, in a stable order; tests change nothing in the pages."""
    found = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*")]
    found += [WEB / name for name in CONFIGURATION]
    return sorted(path for path in found if path.is_file() and ".test." not in path.name)


def fingerprint() -> str:
    """A hash over the names and contents of all sources."""
    digest = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether `web/dist` holds pages built from exactly these sources."""
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def build_if_stale() -> bool:
    """Build the pages unless they are fresh; returns whether it built. Raises what `npm.run` raises."""
    if is_fresh():
        return False
    import npm  # the start of the hub asks only `is_fresh` and need not load this

    before = fingerprint()
    npm.install_modules()
    npm.run("run", "build")
    STAMP.write_text(before)
    return True


if __name__ == "__main__":
    build_if_stale()
