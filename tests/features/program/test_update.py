"""How `bankhalter update` renews a program, or leaves it alone."""

import hashlib
import json
import os
import shutil
import sys
import tarfile
from pathlib import Path
from unittest.mock import Mock

import pytest
from helpers.stored_evening import play_round, sitting

from hub import cli
from hub.features.program import release as releasing
from hub.features.program import update_command
from hub.features.program.release import AppFolder, Installed, NoRelease, Release, own_version, released_as, way
from hub.interrupts import temporary_folder
from hub.store.backups import Backups
from hub.store.folder import DATABASE, FolderLock

NEW, PROGRAM = "9999.0.0", "Bankhalter"
WORKS = f"""#!{sys.executable}
import http.server, json, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({{"version": "{NEW}"}}).encode())
http.server.HTTPServer(("", int(sys.argv[sys.argv.index("--http-port") + 1])), Answer).serve_forever()
"""
FAILS = f"#!{sys.executable}\nraise SystemExit(1)\n"


@pytest.fixture
def releases(tmp_path):
    """A folder of releases, and the address of the newest."""
    folder = tmp_path / "release"
    folder.mkdir()
    return folder, f"{folder.as_uri()}/release.json"


def release(folder: Path, program: str, version: str = NEW) -> Path:
    """Release an app with this program; returns its archive."""
    made = folder.parent / "made" / PROGRAM
    made.mkdir(parents=True)
    (made / PROGRAM).write_text(program)
    (made / PROGRAM).chmod(0o755)
    archive = folder / releasing.released_as(version)
    if archive.suffix == ".zip":
        shutil.make_archive(str(archive.with_suffix("")), "zip", made.parent)
    else:
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(made, PROGRAM)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / "release.json").write_text(json.dumps({"version": version, "sha256": {archive.name: digest}}))
    return archive


@pytest.fixture
def app(tmp_path, monkeypatch):
    """This program as if it were an app in a folder."""
    here = tmp_path / "apps" / PROGRAM
    here.mkdir(parents=True)
    (here / PROGRAM).write_text("old")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(here / PROGRAM))
    return here


BY_UV = f"uv pip install --python {sys.executable} bankhalter=={{}}"


def update(*options: object) -> int:
    return cli.main(["update", *map(str, options)])


@pytest.mark.skipif(os.name == "nt", reason="a program that runs is not exchanged there")
def test_an_app_is_exchanged_once_the_new_one_has_started(app, releases, tmp_path, capsys):
    """On a copy of the games, of which there is a backup by then; nothing else stays behind."""
    folder, address = releases
    release(folder, WORKS)
    games = tmp_path / "games"
    with sitting(games) as seated:
        play_round(seated)
    assert update("--from", address, "--data-dir", games) == 0
    assert NEW in capsys.readouterr().out
    assert (app / PROGRAM).read_text() == WORKS
    assert [path.name for path in app.parent.iterdir()] == [PROGRAM]
    assert len(Backups(games).all()) == 1


@pytest.mark.skipif(os.name == "nt", reason="a program that runs is not exchanged there")
@pytest.mark.parametrize(("place", "archive"), [("Game night", "app.tar.gz"), (PROGRAM, "app.zip")])
def test_an_app_keeps_the_name_it_was_given(app, releases, tmp_path, monkeypatch, place, archive):
    """Whatever the folder is called in the archive, and however that is packed: on Windows it is a zip."""
    here = app.rename(app.with_name(place))
    monkeypatch.setattr(sys, "executable", str(here / PROGRAM))
    monkeypatch.setattr(releasing, "released_as", lambda _version: archive)
    monkeypatch.setattr(update_command, "started", lambda *_: None)
    release(releases[0], WORKS)
    assert update("--from", releases[1], "--data-dir", tmp_path / "games") == 0
    assert [(path.name, (path / PROGRAM).read_text()) for path in app.parent.iterdir()] == [(place, WORKS)]


@pytest.mark.skipif(os.name == "nt", reason="a program that runs is not exchanged there")
def test_a_release_is_tried_on_the_newest_backup(app, releases, tmp_path, monkeypatch):
    """Not on that of an evening before."""
    release(releases[0], WORKS)
    tried = list[Path]()
    monkeypatch.setattr(update_command, "started", lambda _command, _version, games: tried.append(games))
    with sitting(tmp_path / "games") as seated:
        seated.begin()
        Backups(tmp_path / "games").make()
        seated.throw(0, 1, 2)
    assert update("--from", releases[1], "--data-dir", tmp_path / "games") == 0
    kept = Backups(tmp_path / "games").all()
    assert (len(kept), tried) == (2, [kept[-1].path])


def test_a_copy_that_is_still_held_ends_nothing(monkeypatch):
    """Windows holds files of a program a moment longer than that runs, and deletes none of them meanwhile."""

    def held(*_given, **_named):
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    with temporary_folder() as folder:
        (folder / DATABASE).touch()
        for deletes in ("unlink", "rmdir"):
            monkeypatch.setattr(os, deletes, held)
        monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.undo()
    shutil.rmtree(folder)
    with pytest.raises(PermissionError), temporary_folder() as folder:  # elsewhere nobody holds it: something is wrong
        monkeypatch.setattr(os, "rmdir", held)
    monkeypatch.undo()
    folder.rmdir()


NOTES = """
import json, pathlib
games = pathlib.Path(sys.argv[sys.argv.index("--data-dir") + 1], "DATABASE")
pathlib.Path(__file__).with_name("note").write_text(json.dumps([sys.argv[1:], str(games), games.read_text()]))
"""


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_a_release_is_tried_beside_the_evening(tmp_path, proxy):
    """On a copy of the games in another folder; it takes no board from a table, opens no page and asks no proxy."""
    program, games = tmp_path / "program", tmp_path / DATABASE
    program.write_text(WORKS.replace("\nclass", f"{NOTES.replace('DATABASE', DATABASE)}class"))
    program.chmod(0o755)
    games.write_text("all evenings")
    update_command.started((str(program),), NEW, games)
    options, folder, found = json.loads((tmp_path / "note").read_text())
    assert {"play", "--no-board", "--no-browser"} <= set(options)
    assert (found, folder == str(games), Path(folder).exists()) == ("all evenings", False, False)


@pytest.mark.parametrize(
    ("program", "version", "change", "said"),
    [
        pytest.param(FAILS, NEW, "", "does not start", id="it does not start"),
        pytest.param(WORKS, "9998.0.0", "", "does not start", id="it is another version"),
        pytest.param(WORKS, NEW, "other", "not the file that was released", id="it is not what the note says"),
        pytest.param(WORKS, NEW, "large", "not the file that was released", id="it goes on and on"),
    ],
)
def test_an_app_that_does_not_fit_is_not_kept(
    app, releases, tmp_path, capsys, monkeypatch, program, version, change, said
):
    """The old one is as it was."""
    folder, address = releases
    file = release(folder, program, version)
    if change == "other":
        file.write_bytes(b"something else")
    if change == "large":
        monkeypatch.setattr("hub.features.program.release.BLOCK_BYTES", 50)
        monkeypatch.setattr("hub.features.program.release.FILE_BYTES", 100)
    assert update("--from", address, "--data-dir", tmp_path / "games") == 1
    assert said in capsys.readouterr().err
    assert (app / PROGRAM).read_text() == "old"
    assert [path.name for path in app.parent.iterdir()] == [PROGRAM]


@pytest.mark.skipif(os.name == "nt", reason="a program that runs is not exchanged there")
def test_an_app_whose_place_cannot_be_taken_is_put_back(app, releases, tmp_path, monkeypatch):
    """Whoever opens it tomorrow finds it."""
    release(releases[0], WORKS)
    rename = Path.rename

    def fails(path, target):
        if target == app and path.name == PROGRAM:
            raise PermissionError
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    assert update("--from", releases[1], "--data-dir", tmp_path / "games") == 1
    assert (app / PROGRAM).read_text() == "old"


def test_nothing_is_exchanged_under_an_open_table(app, releases, tmp_path, capsys):
    """It would load the rest of itself from the new version."""
    folder, address = releases
    release(folder, WORKS)
    lock = FolderLock(tmp_path)
    assert update("--from", address, "--data-dir", tmp_path) == 1
    lock.release()
    assert "Another Bankhalter" in capsys.readouterr().err
    assert (app / PROGRAM).read_text() == "old"


@pytest.mark.parametrize(("version", "said"), [(NEW, NEW), ("0.0.1", "newest"), (own_version(), "newest")])
def test_looking_changes_nothing(app, releases, capsys, version, said):
    """It says whether there is a newer one, and an older one is none."""
    folder, address = releases
    release(folder, WORKS, version)
    assert update("--look", "--from", address) == 0
    assert said in capsys.readouterr().out
    assert (app / PROGRAM).read_text() == "old"


@pytest.mark.parametrize("note", ["", "[]", '{"version": "1.0"}', '{"version": "../1", "sha256": {}}'])
def test_what_is_no_note_of_a_release(releases, capsys, note):
    """One sentence says so."""
    folder, address = releases
    (folder / "release.json").write_text(note)
    assert update("--from", address) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("mark", "pip", "to", "back"),
    [
        ("pipx_metadata.json", None, "pipx upgrade bankhalter", "pipx runpip bankhalter install bankhalter=={}"),
        ("uv-receipt.toml", None, "uv tool upgrade bankhalter", BY_UV),
        ("pyvenv.cfg", object(), f"{sys.executable} -m pip install bankhalter=={{}}", None),
        ("pyvenv.cfg", None, BY_UV, None),
    ],
    ids=["pipx", "uv tool", "pip", "uv"],
)
def test_what_installed_it_updates_it(monkeypatch, tmp_path, mark, pip, to, back):
    """Each tool leaves a file by which it is known, or pip itself; a checkout is nobody's but git's. Both ways."""
    (tmp_path / mark).touch()
    monkeypatch.setattr(releasing, "find_spec", lambda _name: pip)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(NoRelease, match="git pull"):
        way()
    monkeypatch.setattr(releasing.metadata.PathDistribution, "read_text", lambda *_: None)
    found = way()
    assert (" ".join(found.to), " ".join(found.back)) == (to, back or to)


@pytest.mark.parametrize(
    ("program", "place"),
    [("Bankhalter.app/Contents/MacOS/Bankhalter", "Bankhalter.app"), ("Bankhalter/Bankhalter", "Bankhalter")],
)
def test_an_app_is_exchanged_as_a_whole(monkeypatch, tmp_path, program, place):
    """On macOS the program lies deep in what people see as one thing."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / program))
    assert way() == AppFolder(tmp_path / place)


@pytest.mark.parametrize(
    ("system", "machine", "archive"),
    [
        ("win32", "AMD64", "bankhalter-1.2.3-windows-x86_64.zip"),
        ("darwin", "arm64", "bankhalter-1.2.3-macos-arm64.tar.gz"),
        ("linux", "aarch64", "bankhalter-1.2.3-linux-arm64.tar.gz"),
    ],
)
def test_an_archive_is_named_by_system_and_processor(monkeypatch, system, machine, archive):
    """However the system itself calls its processor."""
    monkeypatch.setattr(releasing.sys, "platform", system)
    monkeypatch.setattr(releasing.platform, "machine", lambda: machine)
    assert released_as("1.2.3") == archive


@pytest.mark.parametrize(("own", "newer"), [("0.9.0", True), ("0.10.0", False), ("0.11.0", False), ("1.0.0", False)])
def test_versions_are_compared_number_by_number(monkeypatch, own, newer):
    """Ten comes after nine."""
    monkeypatch.setattr(releasing, "own_version", lambda: own)
    assert Release("0.10.0", {}).is_newer is newer


def test_the_old_version_comes_back(monkeypatch):
    """Where the new one does not start."""
    ran: list[str] = []
    monkeypatch.setattr(releasing, "_run", lambda command, version: ran.append(f"{command[0]} {version}"))
    tried = Mock(side_effect=NoRelease("it does not start"))
    with pytest.raises(NoRelease, match=f"version {own_version()} is back"):
        Installed(("new",), ("old",)).exchange(Release(NEW, {}), tried)
    assert "-P" in tried.call_args.args[0], "not a `hub` of the folder that somebody is in"
    assert ran == [f"new {NEW}", f"old {own_version()}"]


def test_what_a_tool_could_not_install_is_not_tried():
    """It says why in its last line, in whatever alphabet."""
    tool = sys.executable, "-c", "import sys; sys.stderr.buffer.write(b'wrong\\xff\\nno network {}'); sys.exit(1)"
    with pytest.raises(NoRelease, match=rf"no network {NEW}; version"):
        Installed(tool, ("true",)).exchange(Release(NEW, {}), lambda _: pytest.fail("it was tried"))
