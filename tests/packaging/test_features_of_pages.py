"""A feature of the pages is a folder and a line: without both the rest is built as ever."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
sys.path.insert(0, str(WEB))

import npm  # noqa: E402 -- it lies beside the pages, not among the packages

LIST = Path("src", "features", "index.ts")
FEATURES = sorted(folder.name for folder in (WEB / LIST).parent.iterdir() if folder.is_dir())


def without(features: list[str], copy: Path) -> None:
    """Copy the sources of the pages, and take features away: their folders and their lines."""
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules", "dist", ".svelte-check"))
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    for feature in features:
        shutil.rmtree((copy / LIST).parent / feature)
    lines = (copy / LIST).read_text(encoding="utf-8").splitlines(keepends=True)
    left = [line for line in lines if not any(f'"./{feature}"' in line for feature in features)]
    assert len(left) == len(lines) - len(features)
    (copy / LIST).write_text("".join(left), encoding="utf-8")


def run_npm(copy: Path, *words: str) -> str:
    """What npm says in a copy of the pages; fails with it where something is wrong."""
    command, environment = npm.command_and_environment()
    done = subprocess.run([*command, *words], cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.all
@pytest.mark.timeout(600)
@pytest.mark.parametrize("features", [FEATURES[first::4] for first in range(4)], ids="-".join)
def test_pages_are_sound_without_any_feature(features, tmp_path):
    """Without several, since none needs another, types agree, pages are built, and tests hold but that of texts."""
    without(features, tmp_path / "web")
    run_npm(tmp_path / "web", "run", "check")
    built = run_npm(tmp_path / "web", "run", "build")
    assert ("Story-" in built) == ("evening" not in features)
    run_npm(tmp_path / "web", "run", "test", "--", "--exclude", "src/text/i18n.test.ts")


def test_each_feature_has_a_line():
    """The list names every folder of a feature once, with a word on what it brings."""
    listed = re.findall(r'^export \{ \w+ \} from "\./(\w+)"; // \w.+$', (WEB / LIST).read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == FEATURES
