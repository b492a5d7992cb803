"""One node of real firmware on MicroPython: start, self-test, no hub, failures, maintenance, what it shows."""

import signal

import pytest
from board.conftest import Ear
from emulation.model import Faults
from emulation.nodes import Clock, FirmwareNode, TurnedBoard
from firmware.evening import needs_interpreter
from msgspec import structs

from hub.board.roster import Roster
from hub.table.interfaces.board import (
    ButtonEvent,
    FaultEvent,
    NodeChanged,
    NodeScene,
    NodeSettings,
    SnapshotEvent,
    TagEvent,
)

pytestmark = [pytest.mark.gate, needs_interpreter]
NODE, UID, OTHER = "e66140000000000a", "04A1B2C3D4E5F6", "04A1B2C3"


@pytest.fixture
def node(request):
    """A node with ten readers and a console, not plugged in yet; its corner may have a second reader."""
    node = FirmwareNode(Clock(), NODE, "side", 10, True, second=getattr(request, "param", False))
    yield node
    node.unplug()


@pytest.fixture
def board(node):
    """The hub's side, which is not there yet; time passes all the same."""
    return TurnedBoard([node])


@pytest.fixture
def until(board):
    return board.until


def is_dark(scene):
    """Whether no light and no lamp is on; a node that restarts shows nothing."""
    return scene is not None and scene.lights == (0,) * 10 and "on" not in scene.lamps.values()


def cells(lit, size):
    """Which places for characters of this size have lit pixels, `#` or blank, line after line."""
    wide, high = 8 * size, 8 * size if size > 1 else 16
    return "".join(
        "#" if any("#" in line[left : left + wide] for line in lit[top : top + high]) else " "
        for top in range(0, 32, high)
        for left in range(0, 128, wide)
    )


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def hub(board, ear):
    """Starts the hub's side; returns the board when the node is linked."""

    def start():
        board.start(ear)
        board.until(lambda: ear.snapshots, "the first picture")
        return board

    return start


def linked(ear):
    return ear.links.count(NodeChanged(NODE, "up"))


def hello(board):
    return [line.text for line in board.lines() if not line.outward and '"t":"hi"' in line.text][-1]


def shows(node, *lights):
    scene = node.scene
    return scene is not None and scene.lights[: len(lights)] == lights


def test_the_self_test_shows_and_reports_what_is_broken(node, ear, hub, until):
    """A dead reader is red, the others green, for 1.5 s; the first picture the hub gets has it, and what lies there."""
    node.electronics.model.fail(4, Faults(dead=0))
    node.put(UID, 9)
    node.plug_in()
    until(lambda: shows(node, *[0x001400] * 4, 0x3C0000, 0x001400), "the self-test")
    began_us = node.clock.us
    hub()
    assert ear.snapshots[0] == SnapshotEvent(NODE, ((9, UID),), ((4, "no_answer"),))
    until(lambda: shows(node, 0), "the self-test is over")
    assert 1400 <= (node.clock.us - began_us) / 1000 <= 1700
    assert ear.of(FaultEvent) == [FaultEvent(NODE, 4, "no_answer")]


def test_it_works_without_a_hub(node, ear, hub, until):
    """A light says that there is none, readers are read all the same, and the hub that comes later hears it once."""
    node.plug_in()
    until(lambda: shows(node, 0x180C00), "the light of a node without a hub")
    node.put(UID, 3)
    until(lambda: shows(node, 0), "it blinks")
    until(lambda: shows(node, 0x180C00), "it blinks")
    board = hub()
    assert ear.of(TagEvent) == [TagEvent(NODE, 3, UID, True)]
    assert ear.snapshots[-1].tags == ((3, UID),)
    assert '"cause":"power"' in hello(board)


def test_what_lies_there_survives_a_new_link(node, ear, hub, until):
    """After the data lines broke the picture has tags and broken reader, and nothing arrives or leaves again."""
    node.plug_in()
    hub()
    node.put(UID, 3)
    node.put(OTHER, 7)
    until(lambda: len(ear.of(TagEvent)) == 2, "both tags")
    node.electronics.model.fail(7, Faults(dead=0))
    until(lambda: ear.of(FaultEvent), "the fault")
    node.lose_data()
    until(lambda: linked(ear) == 2 and len(ear.snapshots) == 2, "the second picture")
    assert ear.snapshots[1] == SnapshotEvent(NODE, ((3, UID), (7, OTHER)), ((7, "no_answer"),))
    assert len(ear.of(TagEvent)) == 2


def test_lights_lamps_sound_and_text_are_shown(node, ear, hub, until):
    """What the hub wants shown reaches strip, lamps, buzzer and display."""
    model, sounded = node.electronics.model, []
    write = model.pwm_write
    model.pwm_write = lambda *pulse: (write(*pulse), sounded.append(model.buzzer_hz))
    node.plug_in()
    board = hub()
    board.show({NODE: NodeScene((0x102030, 0, 0x0000FF, *[0] * 6, 7, 8, 9), {"ok": "on"}, "coin", "6+1")})
    until(lambda: {1319, 1760} & set(sounded) and sounded[-1] == 0, "the sound, and silence")
    until(lambda: node.scene.lamps == {**dict.fromkeys(("die1", "die2", "die3", "cancel"), "off"), "ok": "on"}, "lamps")
    until(lambda: shows(node, 0x102030, 0, 0x0000FF, *[0] * 6, 7), "the lights, as many as there are")
    until(lambda: cells(model.display.lit(), 4) == "### ", "three large characters")
    board.show({NODE: NodeScene((0x010203,), at=(9,), text="ABCDEFGHIJKLMNOP 0123456789")})
    until(lambda: shows(node, *[0] * 9, 0x010203), "the last light, and no other")
    until(lambda: cells(model.display.lit(), 1) == "################ ##########     ", "two lines")
    board.show({NODE: NodeScene((0xFFFFFF,) * 10)})
    until(lambda: shows(node, *[0xD0D0D0] * 10), "490 of 500 mA, 20 mA for a full channel and 1 for a dark light")
    counters = model.counters
    assert (counters.two_awake, counters.address_while_enabled, counters.miso_pulled_up) == (0, 0, 0)


@pytest.fixture
def ring():
    """A starter with 170 lights round the board."""
    ring = FirmwareNode(Clock(), NODE, "starter", 1, True, lights=170)
    yield ring
    ring.unplug()


def test_a_ring_shows_single_lights_and_goes_on_reading(ring, ear):
    """Lights anywhere on the strip, never above its current; a piece is seen meanwhile."""
    board = TurnedBoard([ring])
    board.start(ear)
    until = board.until
    until(lambda: ear.snapshots, "the first picture")
    (status,) = board.nodes()
    assert (status.strip, status.settings.lights, status.settings.milliamps) == (True, 170, 280)
    for light in range(0, 170, 13):
        board.show({NODE: NodeScene((0x0000C8, 0x050505, 0x0C0000), at=(light, 299, 169))})
        lit = {light: 0x0000C8, 169: 0x0C0000}
        until(lambda lit=lit: glowing(ring) == lit, f"light {light}")
    ring.put(UID, 0)
    until(lambda: ear.of(TagEvent), "the piece")
    board.show({NODE: NodeScene((0xFFFFFF,) * 32, at=tuple(range(0, 160, 5)))})
    until(lambda: len(glowing(ring)) == 32, "many lights")
    drawn_ma = 170 + sum(sum(colour.to_bytes(3, "big")) for colour in glowing(ring).values()) * 20 / 255
    assert 240 < drawn_ma <= 280


def glowing(node):
    return {light: colour for light, colour in enumerate(node.scene.lights) if colour} if node.scene else {}


@pytest.mark.parametrize("node", [True], ids=["second reader"], indirect=True)
def test_the_second_reader_of_a_corner_is_the_same_space(node, ear, hub, until):
    """Four pieces in the corner, two above each of its readers, lie on reader 0, and none of them comes and goes."""
    uids = [f"04A1B2C3D4E5{number:02X}" for number in range(4)]
    board = hub()
    for number, uid in enumerate(uids):
        node.put(uid, 0 if number < 2 else 10)
    until(lambda: {event.uid for event in ear.of(TagEvent)} == set(uids), "all four are seen")
    board.run(1500)
    assert sorted((event.uid, event.reader, event.on) for event in ear.of(TagEvent)) == [(uid, 0, True) for uid in uids]
    counters = node.electronics.model.counters
    assert (counters.two_awake, counters.address_while_enabled) == (0, 0)


def test_fingers_are_felt(node, ear, hub, until):
    """A short and a long press of two buttons are two reports."""
    node.plug_in()
    hub()
    until(lambda: shows(node, 0), "the self-test is over")
    node.press("ok", "short")
    node.press("die1", "long")
    until(lambda: len(ear.of(ButtonEvent)) == 2, "both presses")
    assert ear.of(ButtonEvent) == [ButtonEvent(NODE, "ok", "short"), ButtonEvent(NODE, "die1", "long")]


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        ("await asyncio.sleep_ms(self.broken)", "AttributeError"),
        ("return", "TaskEnded: feedback"),
        ("await asyncio.sleep_ms(60000)", "TaskEnded: feedback"),
    ],
    ids=["fails", "ends", "hangs"],
)
def test_no_task_dies_silently(node, ear, hub, until, planted, words):
    """A task that fails, ends or hangs restarts the node; the next hello says `crash`, no later one; words are kept."""
    feedback = node.flash / "node" / "feedback.py"
    healthy = feedback.read_text()
    feedback.write_text(healthy.replace("await asyncio.sleep_ms(_STEP_MS)", planted))
    node.plug_in()
    until(lambda: node.socket.resets, "the restart")
    feedback.write_text(healthy)
    board = hub()
    until(lambda: '"cause":"crash"' in hello(board), "the hello after the restart")
    assert words in (node.flash / "last_crash.txt").read_text()
    assert set(node.socket.resets) == {"program"}
    node.socket.reset("button")
    until(lambda: '"cause":"watchdog"' in hello(board), "a start with another cause")


def test_a_break_from_a_serial_monitor_makes_it_dark(node, ear, hub, until):
    """Whatever was on goes off, and no watchdog disturbs its prompt; the next reset starts the application."""
    node.plug_in()
    board, model = hub(), node.electronics.model
    until(lambda: shows(node, 0), "the self-test is over")
    board.show({NODE: NodeScene((0x0000FF,) * 10, {"ok": "on", "cancel": "on"}, "fanfare", "6+1")})
    on = lambda: (shows(node, 0x0000FF), node.scene.lamps["ok"] == "on", model.buzzer_hz, model.awake)  # noqa: E731
    until(lambda: all(on()), "lights, lamps, sound and a poll")
    assert any("#" in line for line in model.display.lit())
    node.socket.interrupt(signal.SIGINT)
    until(lambda: is_dark(node.scene), "darkness")
    assert (model.buzzer_hz, model.awake, "#" in "".join(model.display.lit())) == (0, (), False)
    board.run(5000)
    assert node.socket.resets == []
    node.socket.reset("button")
    until(lambda: linked(ear) == 2, "the application again")


def test_settings_are_kept_over_restarts(node, ear, hub, until, monkeypatch):
    """What the hub sets is in force after a restart, stays after the power was gone, and what cannot be is refused."""
    said, change = [], Roster.change
    monkeypatch.setattr(Roster, "change", lambda *args: said.append(args[3]) or change(*args))
    node.plug_in()
    board = hub()
    settings = NodeSettings(side=2, readers=8, longest=10, gain=(5, 5, 4, 5, 5, 5, 3, 5), lights=9, milliamps=400)
    board.configure(NODE, settings)
    until(lambda: (board.nodes()[0].settings, board.nodes()[0].link) == (settings, "up"), "the restart")
    assert "settings" in said, "its goodbye, so that nobody takes it for lost"
    assert board.nodes()[0].readers == 8
    assert node.socket.resets == ["program"]
    board.configure(NODE, settings)
    board.configure(NODE, structs.replace(settings, longest=6))
    until(lambda: board.nodes()[0].counters["bad"] == 0 and board._roster.box(NODE).idle, "both are on the wire")
    links = linked(ear)
    node.unplug()
    node.plug_in()
    board.look()
    until(lambda: linked(ear) > links, "the power is back")
    assert board.nodes()[0].settings == settings
    node.electronics.model.fail(2, Faults(deaf_from_db=48))
    node.put(UID, 2)
    until(lambda: ear.of(TagEvent), "a reader that is overdriven at the highest gain")


def test_a_sweep_tells_how_well_each_reader_hears(node, ear, hub, until):
    """From the least gain that hears the tag up to where the receiver is overdriven; empty readers say nothing."""
    node.plug_in()
    board = hub()
    node.electronics.model.put(3, UID, needs_db=33)
    node.electronics.model.put(7, OTHER, needs_db=23)
    node.electronics.model.fail(7, Faults(deaf_from_db=48))
    board.sweep(NODE)
    until(lambda: len(board.nodes()[0].margins) == 2, "both were measured")
    assert board.nodes()[0].margins == {3: (0, 0, 4, 4, 4, 4), 7: (0, 4, 4, 4, 4, 0)}
    board.sweep(NODE)
    assert board.nodes()[0].margins == {}, "a piece may lie elsewhere by now"


def test_settings_that_cannot_be_are_mended_and_reported(node, ear, hub, until):
    """A longest side that is shorter than this one would leave readers out: the node takes its own and says so."""
    config = node.flash / "config.py"
    config.write_text(config.read_text().replace("LONGEST_SIDE = 10", "LONGEST_SIDE = 1"))
    (node.flash / "settings.json").write_text('{"lights": "many", "gain": [')
    node.plug_in()
    node.put(UID, 9)
    board = hub()
    until(lambda: ear.of(TagEvent), "the last reader is looked at")
    assert board.nodes()[0].settings.longest == 10
    assert board.nodes()[0].mended == ("longest",)


def test_a_chip_that_crashes_is_started_again(node, ear, hub, until):
    """The interpreter is killed while the application runs: the watchdog brings the node back, and it says so."""
    node.plug_in()
    board = hub()
    until(lambda: node.electronics.watched, "the watchdog is on")
    node.socket.interrupt(signal.SIGKILL)
    until(lambda: linked(ear) == 2, "the link after the watchdog")
    assert node.socket.resets == ["watchdog"]
    assert '"cause":"watchdog"' in hello(board)


def test_a_node_to_be_flashed_keeps_the_application_off_once(node, ear, hub, until):
    """The flag makes it start without application and watchdog; the next reset starts the application again."""
    node.plug_in()
    board = hub()
    (node.flash / "maintenance").touch()
    node.socket.reset("flashing")
    until(lambda: not (node.flash / "maintenance").exists(), "the flag is taken away")
    board.run(3500)
    assert (linked(ear), node.socket.resets) == (1, ["flashing"])
    node.socket.reset("button")
    until(lambda: linked(ear) == 2, "the application again")
