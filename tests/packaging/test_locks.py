"""What the set-up installs is listed with hashes, fits `pyproject.toml`, has a licence, and can be audited."""

import hashlib
import io
import os
import re
import shutil
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from hub.setup import audit, installer, licences, locks
from hub.setup.locks import GROUPS, PART, ROOT, file_of, stale, versions

ENTRY = re.compile(
    r"(?P<part>[a-z0-9-]+==\S+)(?P<marker> ; [^\\\n]+)? \\(?P<hashes>(\n    --hash=sha256:[0-9a-f]{64}( \\)?)+)"
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text(group: str) -> str:
    return file_of(group).read_text(encoding="utf-8")


def parts(group: str) -> list[str]:
    return [part[0] for part in PART.finditer(text(group))]


def wishes(group: str) -> list[Requirement]:
    """What `pyproject.toml` asks for; an extra may ask for others."""
    named = {"play": PROJECT["project"]["dependencies"], **PROJECT["dependency-groups"]}
    asked = [*map(Requirement, {**named, **PROJECT["project"]["optional-dependencies"]}[group])]
    own = [extra for wish in asked if wish.name == "bankhalter" for extra in sorted(wish.extras)]
    return [wish for wish in asked if wish.name != "bankhalter"] + [wish for extra in own for wish in wishes(extra)]


def test_the_files_are_those_that_pyproject_asks_for() -> None:
    """Nobody changed what is depended on without `python3 hub lock`."""
    assert stale() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [('"flask>=3.1.3', '"flask>=3.1.4'), ("editables>=0.5", "editables>=0.6"), ('tls = ["cry', 'x = ["cry')],
)
def test_a_changed_wish_is_found(tmp_path: Path, old: str, new: str) -> None:
    """Another bound in `pyproject.toml` makes the files stale; so does a missing file."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    file_of("node", tmp_path).unlink()
    assert stale(tmp_path) == ["node"]
    written = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(written.replace(old, new, 1), encoding="utf-8")
    assert stale(tmp_path) == [*GROUPS]


def test_what_builds_the_wheel_is_locked() -> None:
    """The backend that `pyproject.toml` names is among what is installed to build with."""
    assert {*PROJECT["build-system"]["requires"]} <= {*PROJECT["dependency-groups"]["build"]}


@pytest.mark.parametrize("group", GROUPS)
def test_every_part_is_one_version_with_hashes_and_no_host(group: str) -> None:
    """Nothing but exact versions with SHA-256, and no place to fetch them from."""
    found = parts(group)
    assert [entry for entry in found if not ENTRY.fullmatch(entry)] == []
    assert "\n".join(found) == "\n".join(line for line in text(group).splitlines() if not line.startswith("#"))
    assert "://" not in text(group)


@pytest.mark.parametrize("group", GROUPS)
def test_every_wish_is_fulfilled_by_what_is_listed(group: str) -> None:
    """Each package asked for is listed with versions that are allowed, in its file or in that for playing."""
    listed = versions(ROOT, {"play", group})
    for wish in wishes(group):
        assert listed[licences.plain(wish.name)], wish
        assert all(map(wish.specifier.contains, listed[licences.plain(wish.name)])), wish


def test_all_groups_agree_on_versions() -> None:
    """Files can be installed together: what two list for the same systems is one version with the same files."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for group in GROUPS:
        for entry in map(ENTRY.fullmatch, parts(group)):
            name, _, version = entry["part"].partition("==")
            found.setdefault((name, entry["marker"] or ""), set()).add((version, entry["hashes"]))
    assert {place: several for place, several in found.items() if len(several) > 1} == {}


def wheel_of(folder: Path, name: str) -> tuple[str, str]:
    """An empty package of this name; its line without a hash, and the one with the hash of its only file."""
    path, info = folder / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": b"",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as packed:
        for inside, data in {**files, f"{info}/RECORD": "".join(f"{inside},,\n" for inside in files).encode()}.items():
            packed.writestr(inside, data)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name}==1.0\n", f"{name}==1.0 --hash=sha256:{digest}\n"


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment that has uv lent and fetches from the test's folder only."""
    for name, value in {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path), "PIP_CONFIG_FILE": os.devnull}.items():
        monkeypatch.setenv(name, value)
    installer.create(tmp_path / "venv")
    program = installer.python_of(tmp_path / "venv").with_name("uv")
    program.write_text(f'#!/bin/sh\nexec {Path(sys.executable).with_name("uv")} "$@"\n')
    program.chmod(0o755)
    return tmp_path / "venv"


@pytest.mark.all
def test_an_exchanged_file_is_not_installed(tmp_path: Path, alone: Path) -> None:
    """A part whose hash is another one, or that has none, ends the set-up with what was complained of."""
    (backend, known_backend), (part, known_part) = (wheel_of(tmp_path, name) for name in ("backend", "part"))

    def complained_of(backends: str, parts: str) -> str:
        (tmp_path / "backends.txt").write_text(backends)
        (tmp_path / "parts.txt").write_text(parts)
        try:
            installer.fetch_tools(alone, tmp_path / "backends.txt")
            installer.install(alone, "--require-hashes", f"--requirement={tmp_path / 'parts.txt'}")
        except installer.SetupFailed as failed:
            return str(failed)
        return "nothing"

    exchanged = re.sub(r"[0-9a-f]{64}", "0" * 64, known_part)
    assert "Hashes are required" in complained_of(backend, known_part)
    assert "Hash mismatch" in complained_of(known_backend, exchanged)
    assert "all requirements must have" in complained_of(known_backend, part)


@pytest.mark.all
def test_a_part_that_is_built_fetches_nothing_by_itself(tmp_path: Path, alone: Path) -> None:
    """A part of the old kind that asks for another one while it is set up is installed without asking anybody."""
    source = b"from setuptools import setup\nsetup(name='part', version='1.0', setup_requires=['nobody-has-this'])\n"
    with tarfile.open(tmp_path / "part-1.0.tar.gz", "w:gz") as packed:
        about = b"Metadata-Version: 2.1\nName: part\nVersion: 1.0\n"
        for name, data in {"setup.py": source, "PKG-INFO": about}.items():
            entry = tarfile.TarInfo(f"part-1.0/{name}")
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    digest = hashlib.sha256((tmp_path / "part-1.0.tar.gz").read_bytes()).hexdigest()
    (tmp_path / "parts.txt").write_text(f"part==1.0 --hash=sha256:{digest}\n")
    (libraries,) = alone.rglob("site-packages")
    lent = [folder for folder in sys.path if folder.endswith("site-packages")]  # setuptools and wheel, as in a set-up
    (libraries / "backends.pth").write_text("\n".join(lent))
    installer.install(alone, "--require-hashes", f"--requirement={tmp_path / 'parts.txt'}")
    assert list(libraries.glob("part-1.0*"))


def test_the_page_on_licences_says_what_each_part_says() -> None:
    """Each part is listed once with the licence that it states here; what is for other systems stands as it was."""
    written = (ROOT / licences.PAGE).read_text(encoding="utf-8")
    one = {name for name, known in versions(ROOT, GROUPS).items() if len(known) == 1}
    here = {name: licence for name, licence in licences.installed().items() if name in one}
    assert locks.licence_page(ROOT, {**licences.stated(written), **here}) == written
    assert licences.UNKNOWN not in written


def test_playing_needs_nothing_that_binds_who_passes_it_on() -> None:
    """No part of a table, nor of its pages, is under the GPL; the LGPL binds changes of that part alone (zeroconf)."""
    written = (ROOT / licences.PAGE).read_text(encoding="utf-8")
    playing = written.partition("To play:")[2].partition("For single commands")[0]
    pages = written.partition("To build and check the pages:")[2]
    assert "flask" in licences.stated(playing)
    stated = {*licences.stated(playing).values(), *licences.stated(pages).values()}
    assert {said for said in stated if re.search(r"(?<!L)GPL", said)} == set()


@pytest.mark.parametrize(("codes", "ended"), [((0, 0), 0), ((1, 0), 1), ((0, 1), 1), ((0, -9), 1)])
def test_an_audit_is_good_only_if_all_its_questions_are(
    codes: tuple[int, int], ended: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What is known of Python or of the pages, and what could not be asked, both end it badly; the tools say which."""
    code = "import os, sys; print('said', {0}); sys.stdout.flush(); {0} < 0 and os.kill(os.getpid(), 9); sys.exit({0})"
    asked = [(sys.executable, "-c", code.format(number)) for number in codes]
    monkeypatch.setattr(audit, "commands", lambda: asked)
    assert audit.main([]) == ended
    said = capfd.readouterr().out.splitlines()
    assert said == [*(f"said {number}" for number in codes), audit.NOT_WELL if ended else audit.WELL]


def test_an_audit_asks_about_every_file_and_skips_nothing() -> None:
    """All groups are named, and a part that cannot be asked about counts as a failure."""
    command = list(audit.commands()[0])
    assert [f"--requirement={file_of(group)}" for group in GROUPS] == command[-len(GROUPS) :]
    assert "--strict" in command
