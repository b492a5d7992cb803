"""The application of a node: makes the parts from `config`, wires them together, and goes dark when it ends."""

import asyncio
import time

import config
import machine
from node.dice import TypedDice
from node.feedback import Feedback
from node.last_words import boot_cause, keep
from node.outputs import Outputs
from node.presence import Presence
from node.scan import Scan, open_readers
from node.scene import Scene
from node.slots import Slots
from node.sounds import Melody
from node.tasks import WATCHDOG_MS, Tasks
from node.uplink import Uplink, now_ms
from version import VERSION

MAINTENANCE_FLAG = "maintenance"
_TESTED_MS = 1500
_BYE_MS = 100  # for the last words to leave the port


class Maintenance(Exception):
    """The hub wants to flash this node."""


class App:
    """One node."""

    def __init__(self):
        self._outputs = Outputs(config)
        self._readers = open_readers(config)
        self._typed = TypedDice()
        self._scene = Scene(self._typed)
        self._melody = Melody(now_ms)
        self._presence = Presence(self._report)
        self._slots = Slots(config.READERS, config.LONGEST_SIDE)
        self._uplink = Uplink(_hello(), self._handlers(), self._presence.snapshot, self._scene.on_link)
        self._ordered = False

    def dark(self):
        """Antennas, lights, lamps and buzzer off."""
        self._readers.sleep()
        self._outputs.dark()

    async def main(self):
        """Test the readers, then do everything at once. Raises what made it end."""
        scan = Scan(self._readers, self._presence, self._slots, self._uplink.hub_ms)
        for reader in range(config.READERS):
            await scan.look(reader)
        _, faults = self._presence.snapshot()
        self._scene.show_test([reader for reader, _ in faults], config.READERS)
        await Tasks(machine.WDT(timeout=WATCHDOG_MS)).run(self._tasks(scan))

    def _tasks(self, scan):
        tasks = {
            "uplink": self._uplink.run,
            "scan": scan.run,
            "feedback": Feedback(self._scene, self._melody, self._outputs, config.PIXEL_MILLIAMPS, now_ms).run,
            "orders": self._orders,
        }
        if config.CONSOLE:
            from node.console import Console  # other nodes keep its memory free

            console = Console(config.BUTTON_PINS, self._typed, self._melody, self._uplink.report, now_ms)
            tasks["console"] = console.run
        return tasks

    async def _orders(self, beat):
        began = time.ticks_ms()
        while not self._ordered:
            beat()
            if time.ticks_diff(time.ticks_ms(), began) > _TESTED_MS:
                self._scene.end_test()
            await asyncio.sleep_ms(_BYE_MS)
        self._uplink.link.refuse("maintenance", "the application stops to be flashed")
        await asyncio.sleep_ms(_BYE_MS)
        raise Maintenance

    def _report(self, message):
        self._uplink.report(message)

    # What the hub says

    def _handlers(self):
        return {
            "lights": self._scene.on_lights,
            "lamps": self._scene.on_lamps,
            "sound": self._melody.on_sound,
            "text": self._scene.on_text,
            "scan": self._slots.on_scan,
            "maint": self._on_maintenance,
        }

    def _on_maintenance(self, message):
        self._ordered = True


def _hello():
    caps = ["readers"]
    if config.PIXELS:
        caps.append("lights")
    if config.CONSOLE:
        caps += ["buttons", "buzzer"]
    if config.DISPLAY:
        caps.append("display")
    return {
        "id": machine.unique_id().hex(),
        "kind": config.KIND,
        "firmware": VERSION,
        "hash": _hash(),
        "readers": config.READERS,
        "caps": caps,
        "cause": boot_cause(),
    }


def _hash():
    """Of all files on this node, as whoever flashed them wrote it down."""
    try:
        with open("hash") as file:
            return file.read().strip()
    except OSError:
        return ""


def run():
    """Run until something ends it, then go dark and restart; only a break from a serial monitor leads to the prompt."""
    app = App()
    try:
        asyncio.run(app.main())
    except Maintenance:
        with open(MAINTENANCE_FLAG, "w"):
            pass
    except Exception as error:  # noqa: BLE001 nothing may end in silence
        keep(error)
        time.sleep_ms(_TESTED_MS)  # somebody may read it, and a fault at every boot must not wear out the flash
    finally:
        app.dark()
    machine.reset()
