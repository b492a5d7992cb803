"""The image for a Raspberry Pi in parts: its units, its scripts, and what becomes of a program that was cut off."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PI = Path(__file__).resolve().parents[2] / "hub" / "deploy" / "pi"
OVERLAY = PI / "layer" / "bankhalter.rootfs-overlay"
UNITS = OVERLAY / "etc" / "systemd" / "system"
START = OVERLAY / "usr" / "lib" / "bankhalter" / "start"
RUNS = '#!/bin/sh\necho "$0 $*"\n'
pytestmark = pytest.mark.skipif(os.name == "nt", reason="a Raspberry Pi runs Linux")


@pytest.fixture
def start(tmp_path, monkeypatch):
    """The program of the image, and where that beside the games belongs."""
    image = tmp_path / "image"
    image.mkdir()
    (image / "Bankhalter").write_text(RUNS)
    (image / "Bankhalter").chmod(0o755)
    monkeypatch.setenv("BANKHALTER_IMAGE", str(image))
    monkeypatch.setenv("BANKHALTER_BESIDE", str(tmp_path / "beside"))
    return image, tmp_path / "beside" / "Bankhalter" / "Bankhalter"


def started(*words: str) -> str:
    return subprocess.run((START, *words), capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock")
@pytest.mark.parametrize("damage", [None, "", "#!/bin/sh\nexit 1\n"])
def test_a_program_that_does_not_run_is_put_back(start, damage):
    """At first there is none; later the power may be cut while it is exchanged."""
    _, beside = start
    if damage is not None:
        beside.parent.mkdir(parents=True)
        beside.write_text(damage)
    assert started("play", "--http-port", "80") == f"{beside} play --http-port 80\n"


@pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock")
def test_an_exchanged_program_stays(start):
    """What an update has put there is not replaced by that of the image."""
    _, beside = start
    started()
    beside.write_text("#!/bin/sh\necho newer\n")
    assert started() == "newer\n"


@pytest.mark.all
def test_the_scripts_are_sound():
    """As shellcheck sees it."""
    scripts = (START, PI / "build.sh", PI.parent / "packages.sh")
    done = subprocess.run(("shellcheck", *scripts), capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.all
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_understands_the_units(tmp_path):
    """On an image where what they start is there."""
    shutil.copytree(OVERLAY, tmp_path, dirs_exist_ok=True)
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr/lib/systemd/system", symlinks=True)
    for program in ("sleep", "chvt", "cage"):
        (tmp_path / "usr/bin").mkdir(exist_ok=True)
        (tmp_path / "usr/bin" / program).write_text(RUNS)
        (tmp_path / "usr/bin" / program).chmod(0o755)
    units = [path.name for path in UNITS.iterdir()]
    assert len(units) == 3
    command = ("systemd-analyze", "verify", "--man=no", f"--root={tmp_path}", *units)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "bankhalter" in line] == []
    assert done.returncode == 0
