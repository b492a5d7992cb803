"""The application of a node: creates the parts by `config`, wires them together, and switches all off when it ends."""

# pyright: reportAttributeAccessIssue=false

import asyncio
import time

import config
import machine
from node.dice import TypedDice
from node.feedback import Feedback
from node.last_words import boot_cause, keep
from node.outputs import Outputs
from node.presence import Presence
from node.reader_windows import ReaderWindows
from node.scan import Scan, open_readers
from node.scene import Scene
from node.settings import Settings
from node.sounds import Melody
from node.tasks import FEED_MS, WATCHDOG_MS, Tasks
from node.uplink import Uplink, now_ms
from version import VERSION

_TESTED_MS = 1500
_BYE_MS = 100  # ms for the last bytes to leave the port


class Changed(Exception):
    """Raised when the hub has changed the settings, which take effect at the next start."""


class App:
    """One node, with all of its parts."""

    feeder = None  # feeds the watchdog while somebody uses the prompt

    def __init__(self):
        self._settings = Settings(config)
        self._outputs = Outputs(config)
        self._readers = open_readers(config)
        self._typed = TypedDice()
        self._scene = Scene(self._typed)
        self._melody = Melody(now_ms)
        self._presence = Presence(self._report)
        self._windows = ReaderWindows(config.READERS, config.LONGEST_SIDE)
        self._uplink = Uplink(_hello(self._settings), self._handlers(), self._presence.snapshot, self._scene.on_link)
        self._changed = False  # the settings, which ends the application
        self.watchdog = None

    def dark(self):
        """Switch off antennas, lights, lamps and buzzer."""
        self._readers.sleep()
        self._outputs.dark()

    async def main(self):
        """Test the readers, then run all tasks. Raises what ended them."""
        scan = Scan(self._readers, self._presence, self._windows, self._uplink.hub_ms)
        for reader in tuple(range(config.READERS)) * 2:  # a tag counts only when its neighbours have been polled, too
            await scan.look(reader)
        _, faults = self._presence.snapshot()
        self._scene.show_test([reader for reader, _ in faults], config.READERS)
        self.watchdog = machine.WDT(timeout=WATCHDOG_MS)
        await Tasks(self.watchdog).run(self._tasks(scan))

    def _tasks(self, scan):
        tasks = {
            "uplink": self._uplink.run,
            "scan": scan.run,
            "feedback": Feedback(
                self._scene, self._melody, self._outputs, config.PIXEL_MILLIAMPS - config.PIXELS, now_ms
            ).run,
            "orders": self._orders,
        }
        if config.CONSOLE:
            from node.console import Console  # imported here to save memory on other nodes

            console = Console(config.BUTTON_PINS, self._typed, self._melody, self._uplink.report, now_ms)
            tasks["console"] = console.run
        return tasks

    async def _orders(self, beat):
        began = time.ticks_ms()
        while not self._changed:
            beat()
            if time.ticks_diff(time.ticks_ms(), began) > _TESTED_MS:
                self._scene.end_test()
            await asyncio.sleep_ms(_BYE_MS)
        self._uplink.link.refuse("settings", "new settings")
        await asyncio.sleep_ms(_BYE_MS)
        raise Changed

    def _report(self, message):
        self._uplink.report(message)

    # What the hub says

    def _handlers(self):
        return {
            "lights": self._scene.on_lights,
            "lamps": self._scene.on_lamps,
            "sound": self._melody.on_sound,
            "text": self._scene.on_text,
            "scan": self._windows.on_scan,
            "sweep": self._windows.on_sweep,
            "set": self._on_settings,
        }

    def _on_settings(self, message):
        if self._settings.change(message["values"]):
            self._changed = True


def _hello(settings):
    caps = ["readers"]
    if config.PIXELS:
        caps += ["lights", "strip"]
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
        "set": settings.values,
        "wrong": settings.wrong,
    }


def _hash():
    """The hash of all files on this node, as written when they were flashed."""
    try:
        with open("hash") as file:
            return file.read().strip()
    except OSError:
        return ""


def run():
    """Run until something ends it, then switch all off and restart; only Ctrl-C in a terminal leads to the prompt."""
    app = App()
    try:
        asyncio.run(app.main())
    except KeyboardInterrupt:
        watchdog = app.watchdog
        if watchdog is not None:  # a watchdog cannot be stopped
            App.feeder = machine.Timer(-1, period=FEED_MS, callback=lambda _: watchdog.feed())
        return
    except Changed:
        pass
    except Exception as error:  # noqa: BLE001 nothing may end in silence
        keep(error)
        time.sleep_ms(_TESTED_MS)  # gives time to read it, and a failure at every boot must not wear out the flash
    finally:
        app.dark()
    machine.reset()
