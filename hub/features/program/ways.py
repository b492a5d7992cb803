"""How Bankhalter came onto this computer, and how it is exchanged accordingly: by pip, pipx or uv, or as a folder."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeAlias

from hub.features.program.release import NAME, NoRelease, Release, own_version

SYSTEMS = {"win32": "windows", "darwin": "macos"}
PROGRAM = "Bankhalter"
Check: TypeAlias = Callable[[Sequence[str]], None]
"""Tries a program by the command that starts it; raises NoRelease if it does not work."""


@dataclass(frozen=True)
class Installed:
    """Installed by a tool that takes a version: `to` are the commands for the new one and `back` those for this one."""

    to: Sequence[str]
    back: Sequence[str]

    def exchange(self, release: Release, check: Check) -> str:
        """Install the release, or this version again if that one does not work. Raises NoRelease."""
        before = own_version()  # asked later, what is installed by then would answer
        try:
            _run(self.to, release.version)
            check((sys.executable, "-P", "-m", "hub"))  # not a `hub` of the folder that somebody is in
        except NoRelease as error:
            _run(self.back, before)
            raise NoRelease(f"{error}; version {before} is back") from error
        return f"Version {release.version} is installed."


@dataclass(frozen=True)
class Folder:
    """The app: a folder that needs no Python."""

    place: Path

    def exchange(self, release: Release, check: Check) -> str:
        """Put the folder of the release in the place of this one if it works. Raises NoRelease."""
        try:
            near = Path(mkdtemp(prefix=f".{PROGRAM}-", dir=self.place.parent))
        except OSError as error:
            raise NoRelease(f"{self.place.parent} cannot be written ({error.strerror})") from error
        kept = False
        try:
            archive = release.fetch(released_as(release.version), near)
            shutil.unpack_archive(archive, near, filter="data")
            made = near / self.place.name
            check((str(made / _inside(self.place)),))
            if os.name == "nt":  # a program that runs cannot be moved there
                kept = True
                return f"Version {release.version} is in {made}: move it where you like, and open that from now on."
            former = self.place.rename(near / "former")
            try:
                made.rename(self.place)
            except OSError:
                former.rename(self.place)
                raise
        except (OSError, ValueError, shutil.ReadError) as error:
            raise NoRelease(f"version {release.version} cannot be unpacked ({error})") from error
        finally:
            if not kept:
                shutil.rmtree(near, ignore_errors=True)
        return f"Version {release.version} is in {self.place}."


def way() -> Installed | Folder:
    """How this program is exchanged. Raises NoRelease if that is up to whoever set it up."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable).resolve()
        bundle = next((above for above in program.parents if above.suffix == ".app"), None)
        return Folder(bundle or program.parent)
    origin = metadata.distribution(NAME).read_text("direct_url.json") or "{}"
    if json.loads(origin).get("dir_info", {}).get("editable"):
        raise NoRelease("this is a checkout, which `git pull` updates")
    here, back = Path(sys.prefix), (f"{NAME}==" + "{}",)
    if (here / "pipx_metadata.json").exists():
        return Installed(("pipx", "upgrade", NAME), ("pipx", "runpip", NAME, "install", *back))
    by_uv = ("uv", "pip", "install", "--python", sys.executable)
    if (here / "uv-receipt.toml").exists():
        return Installed(("uv", "tool", "upgrade", NAME), (*by_uv, *back))
    install = by_uv if find_spec("pip") is None else (sys.executable, "-m", "pip", "install")
    return Installed((*install, *back), (*install, *back))


def released_as(version: str) -> str:
    """The name of the archive that is released for this system."""
    machine = platform.machine().lower().replace("amd64", "x86_64").replace("aarch64", "arm64")
    ending = "zip" if sys.platform == "win32" else "tar.gz"
    return f"{NAME}-{version}-{SYSTEMS.get(sys.platform, sys.platform)}-{machine}.{ending}"


def _inside(place: Path) -> Path:
    """The program in its folder."""
    return Path("Contents", "MacOS", PROGRAM) if place.suffix == ".app" else Path(Path(sys.executable).name)


def _run(command: Sequence[str], version: str) -> None:
    given = [part.format(version) for part in command]
    try:
        done = subprocess.run(given, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoRelease(f"`{' '.join(given)}` cannot be run: {error.strerror}") from error
    if done.returncode:
        why = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise NoRelease(f"`{' '.join(given)}` failed: {why}")
