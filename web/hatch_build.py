"""Hatchling's build hook: puts the pages into the wheel as `hub/static`, their texts beside them, and the firmware.

An editable install leaves both where they lie, where `hub/pages.py` and `hub/board/build.py` find them too; a source
archive carries them with all sources. Node is needed only while building; where it is missing, the build environment
borrows it from PyPI.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))  # hatchling loads this file by its path

import build_pages
import npm

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"


class WebPages(BuildHookInterface[Any]):
    """Called by hatchling for every wheel (editable or not) and every source archive."""

    def dependencies(self) -> list[str]:
        """What the build environment needs besides hatchling."""
        return [] if build_pages.is_fresh() or npm.own_npm() else [npm.BORROWED]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages if they are stale; add them to a wheel that is not an editable one."""
        try:
            if build_pages.build_if_stale():
                self.app.display_info("pages built")
        except (npm.NodeMissing, subprocess.CalledProcessError) as error:
            self.app.abort(f"error: the pages could not be built: {error}")
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(build_pages.BUILT)] = "hub/static"
            build_data["force_include"][str(build_pages.WEB / "src" / "locales")] = "hub/static/locales"
            build_data["force_include"][str(FIRMWARE)] = "hub/firmware"
