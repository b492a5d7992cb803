"""The library of the derived engine: built once and whole, never needed, and never of another source."""

from __future__ import annotations

import ctypes
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hub.foresight.engines.derived import compiled
from hub.foresight.engines.derived.compiled import OFF, array, build, library
from hub.foresight.engines.derived.playbooks import CLAIMS, SKYLINE, STANDARD
from hub.foresight.engines.derived.translate import HERE, Body, NotTranslatable, as_c, sources

ENTRY = STANDARD.entry

pytestmark = pytest.mark.gate
needs_compiler = pytest.mark.skipif(library(ENTRY) is None, reason="there is no C compiler here")


@pytest.fixture
def cache(monkeypatch, tmp_path: Path) -> Path:
    """A cache folder that is not there yet, and nothing remembered."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(compiled.platformdirs, "user_cache_path", lambda _name: folder)
    library.cache_clear()
    yield folder
    library.cache_clear()


@needs_compiler
def test_the_library_is_built_once_and_alone_in_its_folder(cache):
    """What it was made from does not stay behind, and the next process finds it."""
    assert library(ENTRY) is not None
    (built,) = cache.iterdir()
    before = built.stat().st_mtime_ns
    library.cache_clear()
    assert library(ENTRY) is not None
    assert [path.stat().st_mtime_ns for path in cache.iterdir()] == [before]
    assert stat.S_IMODE(cache.stat().st_mode) & 0o077 == 0


@needs_compiler
def test_another_source_is_another_library(cache, monkeypatch):
    """A library of an older version is left lying, not used."""
    assert library(ENTRY) is not None
    monkeypatch.setattr(compiled, "as_c", lambda entry: as_c(entry).replace("#define TASK 0LL", "#define TASK (0LL)"))
    library.cache_clear()
    assert library(ENTRY) is not None
    assert len(list(cache.iterdir())) == 2


@needs_compiler
def test_each_playbook_has_a_library_of_its_own(cache):
    """What one of them adds cannot make another slower."""
    assert library(STANDARD.entry) is not None
    assert library(CLAIMS.entry) is not None
    assert len(list(cache.iterdir())) == 2
    assert {path.name for path in sources(STANDARD.entry)}.isdisjoint({"moments.py", "credit.py"})


def test_what_a_playbook_has_of_its_own_is_called_everywhere():
    """Buying stands once, in a standard file; the deed is given as the playbook gives it."""
    for book, file in ((STANDARD, "derived/play/deeds.py"), (SKYLINE, "skyline/play/deeds.py")):
        buy, give = book.functions["buy"], book.functions["give"]
        assert buy.__code__.co_filename.endswith("derived/play/arriving.py")
        assert buy.__globals__["give"] is give
        assert give.__code__.co_filename.endswith(file)


def test_a_file_takes_the_place_of_another_or_of_a_part_of_it():
    """Only one that imports the standard file of its name leaves the rest of that file in place."""
    names = {book: {path.relative_to(HERE).as_posix() for path in sources(book.entry)} for book in (CLAIMS, SKYLINE)}
    assert "claims/play/turns.py" in names[CLAIMS]
    assert "play/turns.py" not in names[CLAIMS]
    assert {"skyline/play/turns.py", "play/turns.py"} <= names[SKYLINE]
    assert "skyline/play/flow.py" in names[SKYLINE]
    assert "play/flow.py" not in names[SKYLINE]


def test_two_functions_of_one_name_are_refused(tmp_path):
    """The names of all files of a playbook are one set."""
    entry = tmp_path / "entry.py"
    entry.write_text(
        "def pay(s: Vector) -> None:\n    s[0] = 1\n\ndef pay(s: Vector) -> None:\n    s[0] = 2\n",
        encoding="utf-8",
    )
    with pytest.raises(NotTranslatable, match="pay"):
        as_c(entry)


def test_without_a_compiler_there_is_no_library(cache, monkeypatch):
    """Nothing is written, nothing fails."""
    monkeypatch.setattr(compiled.shutil, "which", lambda _name: None)
    assert library(ENTRY) is None
    assert not cache.exists()


@needs_compiler
def test_a_compiler_that_cannot_leaves_nothing_behind(cache, tmp_path):
    """Half a library is none."""
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    assert not build(cache / "engine.so", as_c(ENTRY), [str(broken)])
    assert list(cache.iterdir()) == []


def test_it_can_be_switched_off(cache, monkeypatch):
    """For whoever does not want a compiler to run."""
    monkeypatch.setenv(OFF, "1")
    assert library(ENTRY) is None


def test_a_damaged_library_is_not_used(cache):
    """The plain source plays."""
    path = compiled._path(as_c(ENTRY))
    path.parent.mkdir()
    path.write_bytes(b"no library")
    assert library(ENTRY) is None


@needs_compiler
def test_what_is_copied_at_one_stroke_is_the_same_in_c(cache, tmp_path):
    """Figures in a row, another vector, and a vector's own places moved up or down by one."""
    entry = tmp_path / "entry.py"
    entry.write_text(
        "def step(s: Vector, t: Vector) -> None:\n"
        "    k = 2\n"
        "    s[k + 1 : k + 4] = (k, s[0], t[1] * 2)\n"
        "    s[8:11] = t[1 : 1 + 3]\n"
        "    s[8:10] = s[9:11]\n"
        "    s[13:15] = s[12:14]\n",
        encoding="utf-8",
    )
    assert build(cache / "engine.so", as_c(entry))
    names: dict[str, object] = {"Vector": list}
    exec(entry.read_text(encoding="utf-8"), names)
    s, t = [*range(100, 120)], [*range(20)]
    assert (after := array_after(cache / "engine.so", s, t)) != s
    names["step"](s, t)
    assert after == s


def array_after(path: Path, s: list[int], t: list[int]) -> list[int]:
    """What the compiled step makes of a position."""
    compiled_step = ctypes.CDLL(str(path)).step_
    position = array(s)
    compiled_step(position, array(t))
    return [*position]


@pytest.mark.parametrize(
    "line",
    [
        "x = [1]",
        "x = y = 1",
        "for x in (1, 2):\n  pass",
        "x = s[1:2]",
        "s[1:2] = 3",
        "x = f(a=1)",
        "while x:\n  break",
        "x = y or 2",
        "max(x, y or 2)",
    ],
)
def test_what_is_no_part_of_the_subset_is_refused_by_name(line):
    """With the function and the line, so that it is found."""
    import ast

    function = ast.parse("def odd(x: int) -> None:\n" + "\n".join(f"    {part}" for part in line.split("\n"))).body[0]
    with pytest.raises(NotTranslatable, match="odd, line"):
        Body({}, function).text()


BUILDING = """
import sys
from pathlib import Path
from hub.foresight.engines.derived.compiled import build
build(Path(sys.argv[1]) / "engine.so", "", (sys.argv[2],))
"""


@pytest.mark.gate
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_compiler_does_not_outlive_who_wants_it_no_more(tmp_path: Path, number: signal.Signals) -> None:
    """Whoever is told to end takes the compiler along, with the programs that it started and what it was made from."""
    cache, compiler, started = tmp_path / "cache", tmp_path / "compiler", tmp_path / "started"
    compiler.write_text(f"#!/bin/sh\nsleep 60 &\necho $$ $! >{started}.new\nmv {started}.new {started}\nwait\n")
    compiler.chmod(0o755)
    with subprocess.Popen([sys.executable, "-c", BUILDING, cache, compiler], stderr=subprocess.DEVNULL) as building:
        while not started.exists():
            assert building.poll() is None
            time.sleep(0.01)
        building.send_signal(number)
        assert building.wait(10) == -number
    assert list(cache.iterdir()) == []
    deadline = time.monotonic() + 5
    while any(map(runs, started.read_text().split())):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def runs(process: str) -> bool:
    """Whether a process is there and has not ended; it may be that nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
