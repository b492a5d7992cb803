"""One node of real firmware on MicroPython: start, self-test, no hub, failures, maintenance, what it shows."""

from __future__ import annotations

import signal

import pytest
from firmware.evening import needs_interpreter
from helpers.house import until

from hub.board.board import SerialBoard
from hub.simulated_board.firmware import FirmwareNode
from hub.simulated_board.model import Faults
from hub.table.ports.board import FaultEvent, NodeChanged, NodeScene, SnapshotEvent, TagEvent

pytestmark = needs_interpreter
NODE, UID, OTHER = "e66140000000000a", "04A1B2C3D4E5F6", "04A1B2C3"


class Ear:
    """Remembers what it heard."""

    def __init__(self):
        self.heard, self.durable = [], {}

    def board_event(self, event, event_id):
        self.heard.append(event)
        if event_id is not None:
            self.durable[event.node] = event_id

    def last_event(self, node):
        return self.durable.get(node)

    def of(self, kind):
        """All events of a kind."""
        return [event for event in self.heard if isinstance(event, kind)]


@pytest.fixture
def node():
    """A node with ten readers and a console, not plugged in yet."""
    boards = []
    node = FirmwareNode(NODE, "side", 10, True, lambda: [board.look() for board in boards])
    node.boards = boards
    yield node
    node.unplug()


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def hub(node, ear):
    """Starts the hub's side; returns the board when the node is linked."""

    def start():
        board = SerialBoard(lambda: [node.port] if node.port else [], simulated=True)
        node.boards.append(board)
        board.start(ear)
        until(lambda: ear.of(SnapshotEvent), "the first picture")
        return board

    yield start
    for board in node.boards:
        board.stop()


def linked(ear):
    """How often a link came up."""
    return ear.heard.count(NodeChanged(NODE, "up"))


def hello(board):
    """The newest hello of the node."""
    return [line.text for line in board.lines() if not line.outward and '"t":"hi"' in line.text][-1]


def put(node, uid, reader):
    with node.hands():
        node.put(uid, reader)


def shows(node, *lights):
    """Whether its first lights are these."""
    scene = node.scene
    return scene is not None and scene.lights[: len(lights)] == lights


def test_the_self_test_shows_and_reports_what_is_broken(node, ear, hub):
    """A dead reader is red, the others green, and it is in the first picture the hub gets."""
    node.electronics.model.fail(4, Faults(dead=0))
    node.plug_in()
    until(lambda: shows(node, *[0x001400] * 4, 0x3C0000, 0x001400), "the self-test")
    hub()
    assert ear.of(SnapshotEvent)[0].faults == ((4, "no_answer"),)
    assert ear.of(FaultEvent) == [FaultEvent(NODE, 4, "no_answer")]


def test_it_works_without_a_hub(node, ear, hub):
    """A light says that there is none, readers are read all the same, and the hub that comes later hears it once."""
    node.plug_in()
    until(lambda: shows(node, 0x180C00), "the light of a node without a hub")
    put(node, UID, 3)
    until(lambda: shows(node, 0), "it blinks")
    until(lambda: shows(node, 0x180C00), "it blinks")
    board = hub()
    assert ear.of(TagEvent) == [TagEvent(NODE, 3, UID, True)]
    assert ear.of(SnapshotEvent)[-1].tags == ((3, UID),)
    assert '"cause":"power"' in hello(board)


def test_what_lies_there_survives_a_new_link(node, ear, hub):
    """After the data lines broke the picture has tags and broken reader, and nothing arrives or leaves again."""
    node.plug_in()
    hub()
    put(node, UID, 3)
    put(node, OTHER, 7)
    until(lambda: len(ear.of(TagEvent)) == 2, "both tags")
    with node.hands():
        node.electronics.model.fail(7, Faults(dead=0))
    until(lambda: ear.of(FaultEvent), "the fault")
    node.lose_data()
    until(lambda: linked(ear) == 2 and len(ear.of(SnapshotEvent)) == 2, "the second picture")
    assert ear.of(SnapshotEvent)[1] == SnapshotEvent(NODE, ((3, UID), (7, OTHER)), ((7, "no_answer"),))
    assert len(ear.of(TagEvent)) == 2


def test_lights_lamps_sound_and_text_are_shown(node, ear, hub):
    """What the hub wants shown reaches strip, lamps, buzzer and display."""
    config = node.flash / "config.py"
    config.write_text(config.read_text().replace("DISPLAY = False", "DISPLAY = True"))
    model, sounded = node.electronics.model, []
    write = model.pwm_write
    model.pwm_write = lambda *pulse: (write(*pulse), sounded.append(model.buzzer_hz))
    node.plug_in()
    board = hub()
    blank = len(node.electronics.model.display)
    board.show({NODE: NodeScene((0x102030, 0, 0x0000FF), {"ok": "on"}, "coin", "6+1")})
    until(lambda: {1319, 1760} & set(sounded) and sounded[-1] == 0, "the sound, and silence")
    until(lambda: node.scene.lamps == {**dict.fromkeys(("die1", "die2", "die3", "cancel"), "off"), "ok": "on"}, "lamps")
    until(lambda: shows(node, 0x102030, 0, 0x0000FF, 0), "the lights")
    until(
        lambda: len(node.electronics.model.display) > blank and any(node.electronics.model.display[-512:]), "the text"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "words"),
    [
        ("await asyncio.sleep_ms(self.broken)", "AttributeError"),
        ("return", "TaskEnded: feedback"),
        ("await asyncio.sleep_ms(60000)", "TaskEnded: feedback"),
    ],
    ids=["fails", "ends", "hangs"],
)
def test_no_task_dies_silently(node, ear, hub, planted, words):
    """A task that fails, ends or hangs restarts the node; the next hello says `crash`, and the words are kept."""
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


@pytest.mark.slow
def test_a_break_from_a_serial_monitor_makes_it_dark(node, ear, hub):
    """Lights, lamps and antennas go off at once; the watchdog brings it back, and says so."""
    node.plug_in()
    board = hub()
    board.show({NODE: NodeScene((0xFFFFFF,) * 10, {"ok": "on", "cancel": "on"})})
    until(lambda: shows(node, *[0xFFFFFF] * 2) or node.scene.lamps["ok"] == "on", "the lights")
    with node.hands():
        node.socket.chip.signal(signal.SIGINT)
    until(lambda: node.scene.lights == (0,) * 10 and "on" not in node.scene.lamps.values(), "darkness")
    assert node.electronics.model.awake == ()
    until(lambda: linked(ear) == 2, "the link after the watchdog")
    assert node.socket.resets == ["watchdog"]
    assert '"cause":"watchdog"' in hello(board)


@pytest.mark.kill
def test_a_chip_that_crashes_is_started_again(node, ear, hub):
    """The interpreter is killed while the application runs: the watchdog brings the node back, and it says so."""
    node.plug_in()
    board = hub()
    until(lambda: node.electronics.watched, "the watchdog is on")
    with node.hands():
        node.socket.chip.signal(signal.SIGKILL)
    until(lambda: linked(ear) == 2, "the link after the watchdog")
    assert node.socket.resets == ["watchdog"]
    assert '"cause":"watchdog"' in hello(board)


@pytest.mark.slow
def test_an_order_to_be_flashed_keeps_the_application_off_once(node, ear, hub):
    """It says goodbye and restarts without application and watchdog; the next reset starts the application again."""
    node.plug_in()
    board = hub()
    board.order_maintenance(NODE)
    until(lambda: node.socket.resets == ["program"], "the restart")
    assert any('"why":"maintenance"' in line.text for line in board.lines())
    until(lambda: not (node.flash / "maintenance").exists(), "the flag is taken away")
    said = len(board.lines())
    with pytest.raises(AssertionError, match="waited in vain"):
        until(lambda: len(board.lines()) > said or len(node.socket.resets) > 1, "a word, or the watchdog", 3.5)
    node.socket.reset("button")
    until(lambda: linked(ear) == 2, "the application again")
