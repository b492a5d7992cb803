"""The app of a release: a folder that plays an evening on a Debian without Python. Needs root, for its own Debian."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cli.test_running import Line
from helpers.hub_process import HubProcess

pytestmark = [
    pytest.mark.all,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root may change its root"),
]
BUILD = Path(__file__).resolve().parents[2] / "hub" / "deploy" / "app" / "build.py"
SIZE_MB, START_S = 60, 2.0
NAMES = ("Anna", "Ben", "Cleo")
ROUNDS = "rounds:5"
INSIDE = """\
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
exec chroot "$0" /opt/Bankhalter/Bankhalter "$@"
"""
"""A simulated board speaks by pseudo-terminals, which a root that has not booted lacks."""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of the smallest Debian, with nothing added but the app that is built of this checkout."""
    folder = tmp_path_factory.mktemp("app")
    root = folder / "root"
    for command in (
        (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder),
        (sys.executable, BUILD, folder, folder),
        ("debootstrap", "--variant=minbase", "bookworm", root),
    ):
        subprocess.run(command, check=True, cwd=BUILD.parents[3], stdout=subprocess.DEVNULL)
    shutil.unpack_archive(next(folder.glob("*-linux-*.tar.gz")), root / "opt", filter="data")
    return root


class AppProcess(HubProcess):
    """The app in the bare Debian, on a fresh folder there."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        inside = Path("/root/games")
        (root / "root/games").mkdir(exist_ok=True)
        monkeypatch.setattr("helpers.hub_process.AS_INSTALLED", ("unshare", "-m", "sh", "-c", INSIDE, root))
        super().__init__(inside)
        self.folder = root / "root/games"


def processor_s(process: int) -> float:
    """What a process has used of processors, those that it waited for included."""
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def app(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppProcess]:
    with AppProcess(bare, monkeypatch) as started:
        yield started


def test_the_app_is_small(bare: Path) -> None:
    """Nobody waits long for it, and a card of 8 GB has room."""
    assert sum(file.stat().st_size for file in (bare / "opt").rglob("*") if not file.is_symlink()) <= SIZE_MB * 1e6


def test_the_app_answers_in_two_seconds(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the call to the first answer; the first of three starts also reads the disk, and others may be busy here."""
    starts, spent = [], []
    for _ in range(3):
        with AppProcess(bare, monkeypatch) as started:
            starts.append(started.answered_after_s)
            spent.append(processor_s(started.process.pid))
    assert min(spent) <= START_S
    if os.getloadavg()[0] < (os.cpu_count() or 1):
        assert min(starts) <= START_S


def test_an_evening_on_a_debian_without_python(bare: Path, app: AppProcess) -> None:
    """Three computers play to the agreed end, pieces on the simulated board included."""
    assert list((bare / "usr" / "bin").glob("python*")) == []
    with closing(Line(app)) as line:
        for seat, name in enumerate(NAMES):
            line.carry_out(f"sit-{seat}", do="add_seat", name=name)
            line.carry_out(f"bot-{seat}", do="set_bot", seat=seat, bot="sensible")
        line.carry_out("rounds", do="agree_house_rules", house_rules=[ROUNDS])
        line.carry_out("begin", do="begin")
        while line.wait("view")["phase"] != "over":
            pass
