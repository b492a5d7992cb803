"""Where the lights of a hub are: a file of the data folder, for its owner only, since it may hold a password."""

import re
import secrets
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec import Struct

from hub.store.folder import write_private

FILE = "lights.json"
USUAL_PORT = {"mqtt": 1883, "mqtts": 8883}


class LightsSetting(Struct, frozen=True, omit_defaults=True):
    """`mqtt` is `mqtt[s]://[USER[:PASSWORD]@]HOST[:PORT]`, `ca` a certificate to trust for it, `wled` a host.

    `id` tells the tables of one broker apart.
    """

    id: str
    mqtt: str = ""
    ca: str = ""
    wled: str = ""

    @property
    def broker(self) -> SplitResult:
        return urlsplit(self.mqtt)


def read_setting(folder: Path) -> LightsSetting:
    """What is set, or nothing. Raises ValueError if the file is damaged, OSError if it cannot be read."""
    file = folder / FILE
    if not file.is_file():
        return LightsSetting(secrets.token_hex(4))
    try:
        return msgspec.json.decode(file.read_bytes(), type=LightsSetting)
    except msgspec.DecodeError as error:
        raise ValueError(f"{file} is damaged ({error}): set the lights again with `bankhalter lights`") from error


def write_setting(folder: Path, setting: LightsSetting) -> None:
    write_private(folder / FILE, msgspec.json.encode(setting))


def checked_broker(text: str) -> str:
    """The address of a broker, with its port. Raises ValueError: one sentence."""
    found = urlsplit(text)
    try:
        port = found.port
    except ValueError:
        port = 0
    if found.scheme not in USUAL_PORT or not found.hostname or port == 0 or found.path.strip("/") or found.query:
        shown = re.sub(r"//[^@/]*@", "//…@", text)
        raise ValueError(f"{shown} is no broker: give mqtt://HOST or mqtts://USER:PASSWORD@HOST:PORT")
    return text if port else f"{text.rstrip('/')}:{USUAL_PORT[found.scheme]}"


def checked_host(text: str) -> str:
    """The host of a strip, with its port if it has one. Raises ValueError: one sentence."""
    host = text.removeprefix("http://").rstrip("/")
    if not re.fullmatch(r"[\w.-]+(:\d{1,5})?", host, re.ASCII):
        raise ValueError(f"{text} is no address of a strip: give one such as 192.168.1.40 or wled.local")
    return host
