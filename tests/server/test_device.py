"""`/device`: everybody may see how the nodes are; raw lines and spare tags are the banker's."""

import time
from collections.abc import Sequence

import pytest
from helpers.seated import ANNA, Seated
from msgspec import structs
from server.browser import PATIENCE_S, Browser

from hub.server.sockets.publisher import device_for
from hub.table.interfaces.board import WireLine
from hub.table.wire.audience import Audience

LINE = WireLine(1, 1, "node-0", False, '{"t":"hi"}', True)


@pytest.fixture(autouse=True)
def lines(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> list[WireLine]:
    """A board that has said something."""
    said = [LINE]

    def tell(after: int = 0) -> Sequence[WireLine]:
        return [line for line in said if line.index > after]

    monkeypatch.setattr(seated.board, "lines", tell)
    return said


def test_the_banker_sees_the_raw_lines(banker: Browser, lines: list[WireLine]) -> None:
    """Who watches is shown the device at once, and again when something changed."""
    banker.emit("watch_device", True)
    device = banker.wait("device")
    assert [node["node"] for node in device["nodes"]] == ["node-0", "node-1", "node-2", "node-3"]
    assert device["lines"][0]["text"] == LINE.text
    lines.append(WireLine(2, 2, "node-0", True, "more", True))
    assert banker.wait("device", lambda device: len(device["lines"]) == 2)


def test_others_see_the_nodes_only(seated: Seated, viewer: Browser) -> None:
    """The device of a viewer, or a seat, has nodes and tags, but neither lines nor spare tags; it follows the board."""
    viewer.emit("watch_device", True)
    device = viewer.wait("device")
    assert len(device["nodes"]) == 4
    assert (device["lines"], device["spare_tags"]) == ([], [])
    shown = structs.replace(seated.table.device(), spare_tags=("04B0A5C0FFEE01",))
    for whose, tags in ((Audience("viewer"), ()), (Audience("seat", 0), ()), (Audience("banker"), shown.spare_tags)):
        assert device_for(shown, whose).spare_tags == tags
    seated.lay(ANNA, 0)
    assert viewer.wait("device", lambda device: device["nodes"][0]["tags"] == [[0, ANNA]])["lines"] == []


def test_becoming_banker_shows_the_rest(viewer: Browser) -> None:
    """Who pairs while watching gets the raw lines, although nothing changes on the board."""
    viewer.emit("watch_device", True)
    assert [viewer.wait("device")["lines"] for _ in ("at once", "in turn")] == [[], []]
    assert viewer.call("pair", {"pin": "271828"})["ok"]
    assert viewer.wait("device", lambda device: device["lines"])


def test_at_most_five_a_second(banker: Browser, lines: list[WireLine]) -> None:
    """Watchers are shown what the board says, but five times a second; who stops watching is shown nothing."""
    banker.emit("watch_device", True)
    for _ in range(5):
        banker.listen(0.3)
    assert [name for name, _ in banker.events].count("device") <= 2, "at once and in turn; while it is silent no more"
    banker.events.clear()
    begun = time.monotonic()
    while [name for name, _ in banker.events].count("device") < 6:
        assert time.monotonic() < begun + PATIENCE_S, f"too few pictures: {banker.events}"
        lines.append(WireLine(len(lines) + 1, 1, "node-0", False, "x", True))
        banker.listen(0.01)
    assert time.monotonic() - begun > 0.6, "five times 200 ms lie between six pictures, and some may come late"
    banker.emit("watch_device", False)
    for _ in ("what was on its way", "what happens then"):
        banker.events.clear()
        lines.append(WireLine(len(lines) + 1, 1, "node-0", False, "x", True))
        while banker.listen(0.3):
            continue
    assert [name for name, _ in banker.events if name == "device"] == []


@pytest.mark.parametrize("arguments", [[], ["yes"], [1], [{"on": True}]])
def test_watching_needs_yes_or_no(viewer: Browser, arguments: list[object]) -> None:
    """Anything but true or false changes nothing."""
    viewer.emit("watch_device", *arguments)
    viewer.emit("refresh")
    viewer.wait("view")
    assert viewer.ask({"do": "begin"})["reason"] == "not_allowed"
    assert [name for name, _ in viewer.events if name == "device"] == []
