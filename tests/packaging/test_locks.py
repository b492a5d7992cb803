"""What the set-up installs is listed with hashes, fits `pyproject.toml`, has a licence, and can be audited."""

import re
import shutil
import sys
import tomllib

import pytest
from packaging.requirements import Requirement

from hub.setup import bootstrap, installer
from hub.setup.groups import GROUPS, ROOT, file_of
from requirements import audit, licences, lock
from requirements.lock import PART, stale, versions

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


def test_the_files_are_those_that_pyproject_asks_for():
    """Nobody changed what is depended on without `python3 hub lock`."""
    assert stale() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [('"flask>=3.1.3', '"flask>=3.1.4'), ("editables>=0.5", "editables>=0.6"), ('tls = ["cry', 'x = ["cry')],
)
def test_a_changed_wish_is_found(tmp_path, old, new):
    """Another bound in `pyproject.toml` makes the files stale; so does a missing file."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    file_of("node", tmp_path).unlink()
    assert stale(tmp_path) == ["node"]
    written = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(written.replace(old, new, 1), encoding="utf-8")
    assert stale(tmp_path) == [*GROUPS]


def test_what_builds_the_wheel_is_locked():
    """The backend that `pyproject.toml` names is among what is installed to build with."""
    assert {*PROJECT["build-system"]["requires"]} <= {*PROJECT["dependency-groups"]["build"]}


@pytest.mark.parametrize("group", GROUPS)
def test_every_part_is_one_version_with_hashes_and_no_host(group):
    """Nothing but exact versions with SHA-256, and no place to fetch them from."""
    found = parts(group)
    assert [entry for entry in found if not ENTRY.fullmatch(entry)] == []
    assert "\n".join(found) == "\n".join(line for line in text(group).splitlines() if not line.startswith("#"))
    assert "://" not in text(group)


@pytest.mark.parametrize("group", GROUPS)
def test_every_wish_is_fulfilled_by_what_is_listed(group):
    """Each package asked for is listed with versions that are allowed, in its file or in that for playing."""
    listed = versions(ROOT, {"play", group})
    for wish in wishes(group):
        assert listed[licences.plain(wish.name)], wish
        assert all(map(wish.specifier.contains, listed[licences.plain(wish.name)])), wish


def test_all_groups_agree_on_versions():
    """Files can be installed together: what two list for the same systems is one version with the same files."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for group in GROUPS:
        for entry in map(ENTRY.fullmatch, parts(group)):
            name, _, version = entry["part"].partition("==")
            found.setdefault((name, entry["marker"] or ""), set()).add((version, entry["hashes"]))
    assert {place: several for place, several in found.items() if len(several) > 1} == {}


def test_nothing_is_fetched_without_a_hash(monkeypatch):
    """Of a whole set-up each step asks pip or uv for hashes, and builds with what is there; the checkout needs none."""
    asked: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "build_pages", lambda: None)
    monkeypatch.setattr(installer, "begin", lambda command: asked.append([*command]))
    monkeypatch.setattr(installer, "finish", lambda _process: None)
    bootstrap.fill(["test"])
    tools, parts, checkout = asked
    for command, groups in ((tools, ["build"]), (parts, ["play", "test"])):
        wanted = [f"--requirement={file_of(group)}" for group in groups]
        assert ["--require-hashes", *wanted] == [word for word in command if word.startswith("--require")]
    assert "--only-binary=:all:" in tools
    assert checkout[-3:] == ["--no-deps", "--editable", str(ROOT)]
    assert "--no-build-isolation" in parts
    assert "--no-build-isolation" in checkout


def test_the_page_on_licences_says_what_each_part_says():
    """Each part is listed once with the licence that it states here; what is for other systems stands as it was."""
    written = (ROOT / licences.PAGE).read_text(encoding="utf-8")
    one = {name for name, known in versions(ROOT, GROUPS).items() if len(known) == 1}
    here = {name: licence for name, licence in licences.installed().items() if name in one}
    assert lock.licence_page(ROOT, {**licences.stated(written), **here}) == written
    assert licences.UNKNOWN not in written


def test_playing_needs_nothing_that_binds_who_passes_it_on():
    """No part of a table, nor of its pages, is under the GPL; the LGPL binds changes of that part alone (zeroconf)."""
    written = (ROOT / licences.PAGE).read_text(encoding="utf-8")
    playing = written.partition("To play:")[2].partition("For single commands")[0]
    pages = written.partition("To build and check the pages:")[2]
    assert "flask" in licences.stated(playing)
    stated = {*licences.stated(playing).values(), *licences.stated(pages).values()}
    assert {said for said in stated if re.search(r"(?<!L)GPL", said)} == set()


@pytest.mark.parametrize(("codes", "ended"), [((0, 0), 0), ((1, 0), 1), ((0, 1), 1), ((0, -9), 1)])
def test_an_audit_is_good_only_if_all_its_questions_are(codes, ended, monkeypatch, capfd):
    """What is known of Python or of the pages, and what could not be asked, both end it badly; the tools say which."""
    code = "import os, sys; print('said', {0}); sys.stdout.flush(); {0} < 0 and os.kill(os.getpid(), 9); sys.exit({0})"
    asked = [(sys.executable, "-c", code.format(number)) for number in codes]
    monkeypatch.setattr(audit, "commands", lambda: asked)
    assert audit.main([]) == ended
    said = capfd.readouterr().out.splitlines()
    assert said == [*(f"said {number}" for number in codes), audit.NOT_WELL if ended else audit.WELL]


def test_an_audit_asks_about_every_file_and_skips_nothing():
    """All groups are named, and a part that cannot be asked about counts as a failure."""
    command = list(audit.commands()[0])
    assert [f"--requirement={file_of(group)}" for group in GROUPS] == command[-len(GROUPS) :]
    assert "--strict" in command
