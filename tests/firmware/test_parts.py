"""What a node makes of its pins, without an interpreter of its own: bus, buzzer, display, and how it ends."""

from __future__ import annotations

import asyncio
import builtins
import importlib
import runpy
import sys
import types

import pytest
from firmware.own_thread import in_own_thread
from firmware.virtual_machine import FrameBuffer, machine_on
from firmware.virtual_node import VirtualNode

UID = "04A1B2C3D4E5F6"
MADE_HERE = ("node.scan", "node.outputs", "node.display", "node.app", "node.last_words", "node.console", "node.uplink")


class Chip:
    """A node in virtual time, its settings, and the modules of the firmware on them."""

    def __init__(self, node, settings, frames):
        self.node, self.model, self.config, self.frames = node, node.model, settings, frames

    @staticmethod
    def module(name):
        return importlib.import_module(name)


@pytest.fixture
def chip(staged, monkeypatch):
    """A side of three readers with console and display."""
    node = VirtualNode(3)
    rp2 = types.ModuleType("rp2")
    rp2.asm_pio, rp2.PIO = lambda **_: lambda program: program, types.SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)
    frames = []
    strip = types.SimpleNamespace(
        active=lambda on: None, config=lambda **sent: frames.append(bytes(sent["read"])), pack_ctrl=lambda **_: 0
    )
    rp2.StateMachine, rp2.DMA = lambda *_, **__: strip, lambda: strip
    framebuf = types.ModuleType("framebuf")
    framebuf.FrameBuffer, framebuf.MONO_VLSB = FrameBuffer, 0
    machine = machine_on(node)
    machine.PWRON_RESET, machine.WDT_RESET = 1, 3
    for name, module in (("machine", machine), ("rp2", rp2), ("framebuf", framebuf)):
        monkeypatch.setitem(sys.modules, name, module)
    for name in (*MADE_HERE, "drivers.pixels"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(asyncio, "sleep_ms", None, raising=False)
    monkeypatch.setattr(importlib.import_module("drivers.mfrc522"), "sleep_ms", node.sleep_ms)
    settings = dict(vars(importlib.import_module("config")))
    yield Chip(node, types.SimpleNamespace(**{**settings, "READERS": 3, "CONSOLE": True, "DISPLAY": True}), frames)
    for name in (*MADE_HERE, "drivers.pixels"):
        sys.modules.pop(name, None)


def test_the_bus_of_the_readers_is_one_that_they_can_follow(chip):
    """Mode 0, no faster than a chip can take, and nothing pulls against the pull-down of MISO."""
    readers = chip.module("node.scan").open_readers(chip.config)
    chip.model.put(1, UID)
    assert [chip.node.run(readers.read(reader)) for reader in range(3)] == [(), (UID,), ()]
    assert (chip.model.counters.miso_pulled_up, chip.model.awake) == (0, ())


def test_a_tone_ends(chip):
    """The buzzer sounds at the pitch that was asked for, and is silent at 0."""
    outputs = chip.module("node.outputs").Outputs(chip.config)
    outputs.pitch(1319)
    assert chip.model.buzzer_hz == 1319
    outputs.pitch(0)
    assert chip.model.buzzer_hz == 0


@pytest.mark.parametrize(
    ("text", "rows"),
    [("6+1", {0, 1, 2, 3}), ("ABCDEFGHIJKLMNOP", {0}), ("ABCDEFGHIJKLMNOP 0123456789", {0, 2})],
)
def test_a_text_is_seen_whole(chip, monkeypatch, text, rows):
    """Short ones are large; what is too long for one line of sixteen goes on below."""
    monkeypatch.setattr("time.sleep_ms", lambda ms: None, raising=False)
    outputs = chip.module("node.outputs").Outputs(chip.config)
    outputs.text(text)
    lit = chip.model.display.lit()
    assert {row for row in range(4) if "#" in lit[8 * row]} == rows
    cells = sum(lit[8 * row][8 * column] == "#" for row in range(4) for column in range(16))
    size = 4 if len(text) == 3 else 1
    assert cells == size * size * len(text.replace(" ", ""))
    outputs.dark()
    assert "#" not in "".join(chip.model.display.lit())


def test_dark_is_dark_everywhere(chip, monkeypatch):
    """Strip, lamps and buzzer were on; afterwards nothing is."""
    monkeypatch.setattr("time.sleep_ms", lambda ms: None, raising=False)
    outputs = chip.module("node.outputs").Outputs(chip.config)
    outputs.colours((b"\xff" * 9, None))
    outputs.lamps((1,) * 5)
    outputs.pitch(440)
    assert (any(chip.frames[-1]), any(chip.model.lamps().values()), chip.model.buzzer_hz) == (True, True, 440)
    outputs.dark()
    assert (any(chip.frames[-1]), any(chip.model.lamps().values()), chip.model.buzzer_hz) == (False, False, 0)


def test_notes_follow_each_other(chip):
    """Each sounds as long as it is written, then comes silence."""
    melody = chip.module("node.sounds").Melody(lambda: 0)
    melody.play("coin")
    assert [melody.pitch(now) for now in (0, 79, 80, 239, 240)] == [1319, 1319, 1760, 1760, 0]


def test_the_console_lets_typing_grow_old(chip, monkeypatch):
    """Each look at the buttons is also one at the clock of whoever types dice in."""
    console = chip.module("node.console")
    monkeypatch.setattr(console.asyncio, "sleep_ms", chip.node.sleep_ms, raising=False)
    ticks = []
    watching = console.Console({"ok": 9}, types.SimpleNamespace(tick=ticks.append), None, None, lambda: 5)
    watching.run(lambda: None).send(None)
    assert ticks == [5]


def test_only_what_has_changed_is_written(chip):
    """A display takes a while, and a strip that is being sent a frame must not be sent another."""
    module, written, shows = chip.module("node.feedback"), [], {"text": "", "pitch": 0}
    scene = types.SimpleNamespace(colours=lambda _: (b"", None), lamps=lambda _: (), text=lambda: shows["text"])
    melody = types.SimpleNamespace(pitch=lambda _: shows["pitch"])
    names = ("colours", "lamps", "pitch", "text")
    outputs = types.SimpleNamespace(**{name: lambda _, name=name: written.append(name) for name in names})
    feedback = module.Feedback(scene, melody, outputs, 100, lambda: 0)
    for change in ({}, {}, {"text": "3+4"}, {"pitch": 440}, {}):
        shows |= change
        feedback.step()
    assert written == [*names, "text", "pitch"]


class Ended:
    """What happens around an application that ends."""

    feeder = None

    def __init__(self, error):
        self.said, self._error = [], error
        self.watchdog = types.SimpleNamespace(feed=lambda: self.said.append("fed"))

    async def main(self):
        raise self._error

    def dark(self):
        self.said.append("dark")


@pytest.fixture
def end(chip, monkeypatch, tmp_path):
    """Runs an application that ends with an exception of this name; what it did then."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.sleep_ms", lambda ms: None, raising=False)
    machine = sys.modules["machine"]

    def run(name):
        module = chip.module("node.app")
        ended = Ended(vars(module).get(name) or vars(builtins)[name])
        machine.reset = lambda: ended.said.append("reset")
        machine.Timer = lambda _, *, period, callback: callback(None) or "timer"
        monkeypatch.setattr(module, "keep", lambda error: ended.said.append("kept"))
        monkeypatch.setattr(module, "App", lambda: ended)
        module.App.feeder = None
        in_own_thread(module.run)
        return ended.said, module.App.feeder, [path.name for path in tmp_path.iterdir()]

    return run


def test_after_a_break_it_goes_dark_and_stays_at_its_prompt(end):
    """Ctrl-C in a serial monitor: nothing restarts it, and the watchdog, which cannot be stopped, is fed."""
    assert end("KeyboardInterrupt") == (["fed", "dark"], "timer", [])


@pytest.mark.parametrize(
    ("error", "said", "files"),
    [
        ("Maintenance", ["dark", "reset"], ["maintenance"]),
        ("Changed", ["dark", "reset"], []),
        ("ValueError", ["kept", "dark", "reset"], []),
    ],
    ids=["to be flashed", "new settings", "a failure"],
)
def test_any_other_end_is_a_restart_in_the_dark(end, error, said, files):
    """An order to be flashed is left for the next boot, the words of a failure are kept."""
    assert end(error) == (said, None, files)


def test_in_the_dark_no_antenna_is_on(chip):
    """Not only lights: a poll that Ctrl-C broke off leaves its reader awake."""
    done = []
    readers, outputs = (
        types.SimpleNamespace(**{name: lambda name=name: done.append(name)}) for name in ("sleep", "dark")
    )
    chip.module("node.app").App.dark(types.SimpleNamespace(_readers=readers, _outputs=outputs))
    assert done == ["sleep", "dark"]


def test_at_the_start_each_reader_is_looked_at_twice(chip, monkeypatch):
    """A tag counts only when those beside it have been asked, too: the first picture for the hub would lack it."""
    module, looks = chip.module("node.app"), []

    class Looking:
        def __init__(self, *_):
            self.run = None

        async def look(self, reader):
            looks.append(reader)

        async def ended(self):
            pass

    monkeypatch.setattr(module, "Scan", Looking)
    monkeypatch.setattr(module, "Tasks", lambda _: types.SimpleNamespace(run=lambda tasks: Looking().ended()))
    monkeypatch.setattr(module.machine, "WDT", lambda timeout: None, raising=False)
    quiet = types.SimpleNamespace(snapshot=lambda: ([], []), show_test=lambda *_: None, hub_ms=None)
    parts = dict.fromkeys(("_readers", "_windows", "_presence", "_uplink", "_scene"), quiet)
    app = types.SimpleNamespace(**parts, _tasks=lambda scan: {})
    in_own_thread(lambda: asyncio.run(module.App.main(app)))
    assert looks == [*range(10), *range(10)]


def test_the_self_test_is_shown_for_a_second_and_a_half(chip, monkeypatch):
    """Then the lights are the hub's, until it has an order that ends the application."""
    module, now, said = chip.module("node.app"), [0], []
    app = types.SimpleNamespace(_ordered=None, _scene=types.SimpleNamespace(end_test=lambda: said.append(now[0])))
    app._uplink = types.SimpleNamespace(link=types.SimpleNamespace(refuse=lambda why, _: said.append(why)))

    async def sleep_ms(ms):
        now[0] += ms
        if said:
            app._ordered = module.Maintenance

    clock = types.SimpleNamespace(ticks_ms=lambda: now[0], ticks_diff=lambda new, old: new - old)
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(module, "asyncio", types.SimpleNamespace(sleep_ms=sleep_ms))
    with pytest.raises(module.Maintenance):
        module.App._orders(app, lambda: assert_soon(now[0])).send(None)
    assert said == [1600, "maintenance"]


def assert_soon(now_ms):
    """A test of what never comes ends, too."""
    assert now_ms < 5000


def test_a_failure_is_the_cause_of_the_next_start_only(chip, monkeypatch, tmp_path):
    """What it said can still be read; the start after that one had another cause."""
    monkeypatch.chdir(tmp_path)
    sys.modules["machine"].reset_cause = lambda: 3
    last_words = chip.module("node.last_words")
    (tmp_path / "crash.txt").write_text("AttributeError")
    assert [last_words.boot_cause(), last_words.boot_cause()] == ["crash", "watchdog"]
    assert (tmp_path / "last_crash.txt").read_text() == "AttributeError"


def test_a_node_is_kept_for_flashing_for_one_start(staged, monkeypatch, tmp_path):
    """The first file that runs takes the order away, so the next reset starts the application again."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "maintenance").touch()
    starts = [runpy.run_path(str(staged / "boot.py")) for _ in range(2)]
    assert [start["maintenance"] for start in starts] == [True, False]
