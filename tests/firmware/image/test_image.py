"""The firmware on the real interpreter of the chip: link, tag, light, watchdog, memory and scan times."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from board.conftest import Ear
from emulation.model import Faults
from firmware.image.tapped_evening import TappedEvening, short_evening
from helpers.house import until

from hub.board.board import SerialBoard
from hub.board.greeting import greet
from hub.domain.ids import NOBODY
from hub.features.flashing.node import opened
from hub.features.flashing.package import Package
from hub.table.interfaces.board import NodeScene, TagEvent

pytestmark = [pytest.mark.timeout(400)]

WITHIN_S = 180  # thirty times slower than the chip, on a machine that has other things to do
LINK_S = 180
AT_PROMPT_S = 40
UID = "04A1B2C3D4E5F6"
HEAP_BYTES = 56 * 1024  # no promise, a bound for what runs away; nearly all of it is compiled code
SIDE_MS = 160
EMPTY_MS = 10
EXPECTED_MS = 60
STRIP_MS = 6  # half a reader window
SOAK = os.environ.get("BANKHALTER_SOAK") == "full"
SEED, STEPS = 2, 3  # both throw for the first turn, and whoever has it throws again
MEASURED = Path(__file__).with_name("on_chip.py").read_text()


@pytest.fixture(scope="module")
def starter(start_pico: Callable, package: Package):
    """A starter whose application runs."""
    return start_pico({**package.files, "hash": package.hash.encode()}, 0, 2, tap=True)


@pytest.fixture
def linked(starter):
    """A hub's board with the starter on it, and its ear."""
    ear = Ear()
    board = SerialBoard([starter.port])
    board.start(ear)
    until(lambda: any(node.link == "up" for node in board.nodes()), "the link is up", LINK_S)
    yield board, ear
    board.stop()


def test_compiled_firmware_links_and_reads_a_tag(starter, linked) -> None:
    """The compiled files link with the hub, and a tag put on the reader is read through the chip's own SPI."""
    board, ear = linked
    (node,) = board.nodes()
    assert (node.kind, node.readers, node.faults) == ("starter", 1, {})
    starter.ask("wiring.model.put", 0, UID)
    until(lambda: ear.of(TagEvent), "the tag is reported", WITHIN_S)
    starter.ask("wiring.model.take", UID)
    until(lambda: len(ear.of(TagEvent)) > 1, "its leaving is reported", WITHIN_S)
    assert [(tag.reader, tag.uid, tag.on) for tag in ear.of(TagEvent)] == [(0, UID, True), (0, UID, False)]
    counters = starter.ask("wiring.model.counters")
    assert (counters.two_awake, counters.address_while_enabled, counters.tap_while_side) == (0, 0, 0)


def test_a_light_frame_leaves_the_chip(starter, linked) -> None:
    """The colours of a scene are in the waveform that the chip's PIO makes on the pin of the strip."""
    board, _ = linked
    (node,) = board.nodes()
    board.show({node.node: NodeScene(lights=(0x102030, 0x0000FF))})
    wanted = [(0x10, 0x20, 0x30), (0, 0, 0xFF)]
    until(lambda: starter.ask("wiring.strip.pixels") == wanted, "the strip shows the scene", WITHIN_S)
    assert starter.ask("wiring.strip.pixels") == wanted
    board.show({node.node: NodeScene(lights=(0x0A0B0C,), at=(1,))})
    wanted = [(0, 0, 0), (0x0A, 0x0B, 0x0C)]
    until(lambda: starter.ask("wiring.strip.pixels") == wanted, "the strip shows the light that was named", WITHIN_S)


@pytest.mark.timeout(1800)
def test_people_play_at_the_chip(starter) -> None:
    """Whoever taps their piece has thrown; in the soak they move as well, to the end of a short evening."""
    steps, winner = short_evening(SEED)
    evening = TappedEvening(starter, steps)
    try:
        evening.open(LINK_S)
        for _ in range(len(steps) if SOAK else STEPS):
            evening.go()
        assert evening.view().winner == (winner if SOAK else NOBODY)
        assert evening.taps > 0
    finally:
        evening.close()


def test_a_watchdog_reset_is_survived(starter, package: Package) -> None:
    """At the prompt a timer feeds the watchdog; without it the watchdog bites, and the node says why it booted."""
    boots = starter.ask("boots")
    assert greet(starter.port, LINK_S) is not None
    starter.ask("usb.type_in", b"\x03")
    with pytest.raises(AssertionError):
        starter.until("boots", boots + 1, AT_PROMPT_S)
    left_over = b"\x03"  # half a frame of the hub may be in the line
    starter.ask("usb.type_in", left_over + b"import node.app\r\nnode.app.App.feeder.deinit()\r\n")
    starter.until("boots", boots + 1, WITHIN_S)
    hello = greet(starter.port, LINK_S)
    assert hello is not None
    assert (hello.cause, hello.hash) == ("watchdog", package.hash)


def test_memory_and_scan_times_of_a_side(start_pico: Callable, side_package: Package, record_property) -> None:
    """A side node of 13 readers keeps to its heap and reads them in time, by the chip's own clock."""
    files = {name: content for name, content in side_package.files.items() if name != "main.py"}
    side = start_pico(files, 13, 13)
    for reader in range(13):
        side.ask("wiring.model.fail", reader, Faults(crystal_us=(300, 1000)))
    side.ask("wiring.model.put", 3, UID)
    side.ask("wiring.model.put", 7, "04000000000001")
    with opened(side.port) as node:
        said = node.run(MEASURED, silence_s=WITHIN_S)
    figures = json.loads(re.search(r"FIGURES (.*)", said)[1])
    for name, value in figures.items():
        record_property(name, value)
    print(figures)
    assert figures["uids"] == {"3": [UID], "7": ["04000000000001"]}
    assert figures["heap_bytes"] <= HEAP_BYTES
    assert figures["side_ms"] <= SIDE_MS
    assert max(figures["empty_ms"]) <= EMPTY_MS
    assert figures["tag_ms"] <= EXPECTED_MS
    assert figures["strip_ms"] <= STRIP_MS
