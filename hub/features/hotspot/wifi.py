"""The name and password of the hub's own Wi-Fi, the same on every evening: phones come back by themselves."""

import io
import secrets
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from segno.helpers import make_wifi

from hub.store.folder import make_folder, write_private

FILE = "hotspot.json"
NAME = "Bankhalter"
LETTERS, LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 10
"""No letter that looks like another: people type it from a television."""


class Wifi(Struct, frozen=True):
    """What a phone needs to join."""

    name: str
    password: str

    def __repr__(self) -> str:
        return "Wifi(…)"

    def code(self) -> str:
        """The QR code that joins it, as SVG."""
        drawn = io.BytesIO()
        make_wifi(self.name, self.password, "WPA").save(
            drawn, kind="svg", border=2, dark="#000", light="#fff", xmldecl=False
        )
        return drawn.getvalue().decode()


class NearWifi(Struct, frozen=True):
    """A Wi-Fi that is near: how well it is heard (0 to 100), and whether it wants a password."""

    name: str
    strength: int
    secret: bool


Trouble: TypeAlias = Literal["password", "address", "gone", "other"]
"""Why a Wi-Fi cannot be joined: its password is wrong, it gives no address, it is not there, something else."""


def own_wifi(folder: Path) -> Wifi:
    """The Wi-Fi of a data folder, made up when it is first asked for."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Wifi)
    except (OSError, msgspec.DecodeError):
        made = Wifi(NAME, "".join(secrets.choice(LETTERS) for _ in range(LENGTH)))
    make_folder(folder)
    write_private(path, msgspec.json.encode(made))
    return made
