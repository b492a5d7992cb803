"""What a tag starts: scripts that there are, of the version it names, with a note of what lies beside it."""

import hashlib
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import certifi
import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "hub" / "deploy"


def test_the_workflow_runs_scripts_that_there_are():
    """Each can be run by hand."""
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"hub/deploy/[\w/]+\.\w+", workflow))
    assert {Path(name).name for name in named} == {"packages.sh", "build.py", "build.sh", "note.py"}
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_app_is_made_of_what_there_is():
    """Its recipe is read only when it is built, which takes minutes."""
    recipes = "".join((DEPLOY / "app" / name).read_text(encoding="utf-8") for name in ("bankhalter.spec", "build.py"))
    named = re.findall(r"from (hub\.[\w.]+) import (\w+)", recipes)
    assert len(named) == 2
    assert all(hasattr(import_module(module), name) for module, name in named)


@pytest.mark.skipif(os.name == "nt", reason="packages are made on Linux")
def test_a_tag_of_another_version_is_refused(tmp_path):
    """Before anything is built."""
    command, surroundings = (DEPLOY / "packages.sh", tmp_path), {**os.environ, "TAG": "v9999.0.0"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "v9999.0.0" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.feature("program")
def test_the_note_of_a_release_is_what_an_update_reads(tmp_path):
    """Its version is that of the wheel, and each file has its checksum, as `sha256sum` writes it."""
    from hub.features.program.release import Release

    names = ("bankhalter-1.2.3-py3-none-any.whl", "bankhalter-1.2.3-linux-x86_64.tar.gz")
    for name in names:
        (tmp_path / name).write_text(name)
    subprocess.run((sys.executable, DEPLOY / "note.py", tmp_path), check=True)
    release = msgspec.json.decode((tmp_path / "release.json").read_bytes(), type=Release)
    sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in names}
    assert (release.version, release.sha256) == ("1.2.3", sums)
    assert set((tmp_path / "SHA256SUMS").read_text().splitlines()) == {f"{sums[name]}  {name}" for name in names}


STARTED = f"""
import runpy, ssl, sys, types
sys.argv[1:] = ["update"]
known = lambda: print(len(ssl.create_default_context().get_ca_certs()))
sys.modules["hub.program"] = types.SimpleNamespace(main=known)
runpy.run_path({str(DEPLOY / "app" / "start.py")!r}, run_name="__main__")
"""


@pytest.mark.parametrize("folder", [".", "nowhere"])
def test_an_app_knows_whom_to_trust_on_every_computer(tmp_path, folder):
    """OpenSSL looks where the computer that built the app has its certificates; another may have none there."""
    assert trusted(str(tmp_path / "none"), str(tmp_path / folder)) > 50


def test_an_app_trusts_whom_its_computer_trusts(tmp_path):
    """Nobody else where somebody has chosen: a company may have an authority of its own."""
    own = Path(certifi.where()).read_text(encoding="utf-8").partition("-----END CERTIFICATE-----")
    (tmp_path / "own.pem").write_text("".join(own[:2]), encoding="utf-8")
    assert trusted(str(tmp_path / "own.pem"), str(tmp_path / "nowhere")) == 1


def trusted(file: str, folder: str) -> int:
    """How many authorities an app trusts that has begun on a computer with its certificates there."""
    places = {"SSL_CERT_FILE": file, "SSL_CERT_DIR": folder}
    command = (sys.executable, "-c", STARTED)
    return int(subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=True).stdout)
