"""The newest release: what `release.json` beside its files says, read only when somebody asks.

How Bankhalter came onto this computer says how it is exchanged: by pip, pipx or uv, or as a folder.
"""

import contextlib
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated, Any, TypeAlias
from urllib.parse import urljoin
from urllib.request import ProxyHandler, build_opener, urlopen

import msgspec
from msgspec import Meta, Struct

from hub.composition import CannotRun

NAME = "bankhalter"
LISTED = "Releases"
"""The address of the releases among those of the package; the release itself writes it there (release.yml)."""

NEWEST = "/latest/download/release.json"
NOTE_BYTES, FILE_BYTES, BLOCK_BYTES = 100_000, 200_000_000, 1 << 20
ANSWER_S, HERE_S = 20.0, 2.0
Version = Annotated[str, Meta(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$")]
SYSTEMS = {"win32": "windows", "darwin": "macos"}
PROGRAM = "Bankhalter"
Check: TypeAlias = Callable[[Sequence[str]], None]
"""Tries a program by the command that starts it; raises NoRelease if it does not work."""


class NoRelease(CannotRun):
    """Nothing can be said, or had, of a release; the message is a clause for the terminal."""


class Release(Struct, frozen=True):
    """A version, and the SHA-256 of each of its files by name."""

    version: Version
    sha256: Mapping[str, str]
    address: str = ""

    @property
    def is_newer(self) -> bool:
        return _ordered(self.version) > _ordered(own_version())

    def fetch(self, name: str, folder: Path) -> Path:
        """Download a file of it, which is what the note says it is. Raises NoRelease."""
        if name not in self.sha256:
            raise NoRelease(f"version {self.version} has no {name}")
        place, digest = folder / name, hashlib.sha256()
        try:
            with _opened(urljoin(self.address, name)) as answer, place.open("wb") as file:
                while (block := answer.read(BLOCK_BYTES)) and file.tell() < FILE_BYTES:
                    digest.update(block)
                    file.write(block)
        except (OSError, ValueError) as error:
            raise NoRelease(f"{name} cannot be fetched ({error})") from error
        if digest.hexdigest() != self.sha256[name]:
            raise NoRelease(f"{name} is not the file that was released")
        return place


def own_version() -> str:
    return metadata.version(NAME)


def own_address() -> str:
    """Where the newest release of this program is described. Raises NoRelease."""
    listed = (one.split(", ", 1) for one in metadata.metadata(NAME).get_all("Project-URL") or ())
    for label, url in listed:
        if label == LISTED:
            return f"{url}{NEWEST}"
    raise NoRelease("this copy was not released, so it does not know where newer ones are")


def newest(address: str) -> Release:
    """The newest release by the note at this address. Raises NoRelease."""
    try:
        with _opened(address) as answer:
            found = msgspec.json.decode(answer.read(NOTE_BYTES), type=Release)
    except (OSError, ValueError) as error:
        raise NoRelease(f"{address} cannot be read ({error})") from error
    return msgspec.structs.replace(found, address=address)


def _opened(address: str) -> Any:
    return urlopen(address, timeout=ANSWER_S)  # noqa: S310 -- it comes from the package, or from whoever typed it


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def version_at(port: int) -> str | None:
    """The version of the hub at this port, None if there is none."""
    address, here = f"http://localhost:{port}/healthz", build_opener(ProxyHandler({}))  # whatever leads elsewhere
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError), here.open(address, timeout=HERE_S) as answer:
        return str(json.load(answer)["version"])
    return None


class Installed(Struct, frozen=True):
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


class AppFolder(Struct, frozen=True):
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
            if archive.suffix == ".zip":  # which is always unpacked below its folder
                shutil.unpack_archive(archive, near)
            else:
                shutil.unpack_archive(archive, near, filter="data")
            made = next(one for one in near.iterdir() if one != archive)
            inside = Path("Contents", "MacOS", PROGRAM) if made.suffix == ".app" else Path(Path(sys.executable).name)
            check((str(made / inside),))
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


def way() -> Installed | AppFolder:
    """How this program is exchanged. Raises NoRelease if that is up to whoever set it up."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable).resolve()
        bundle = next((above for above in program.parents if above.suffix == ".app"), None)
        return AppFolder(bundle or program.parent)
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


def _run(command: Sequence[str], version: str) -> None:
    given = [part.format(version) for part in command]
    try:
        done = subprocess.run(given, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise NoRelease(f"`{' '.join(given)}` cannot be run: {error.strerror}") from error
    if done.returncode:
        why = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise NoRelease(f"`{' '.join(given)}` failed: {why}")
