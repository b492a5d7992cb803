"""Subjects of commits can be read as a list: `area: what`, in at most 72 characters, without a full stop.

An area is a folder or a file of the tree, or one of a few more. That the verb is imperative, nobody can check.
"""

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest

BASE = "a90a4557fac845d26b9c3218c99eb24a2dac1147"
"""The newest commit that nobody checked: some before it have faults, which stay."""

WIDTH = 72
SUBJECT = re.compile(r"(?P<areas>[\w.-]+(, [\w.-]+)*): \S+ .*[^. ]")
MORE = {"ci", "merge", "pages", "release", "tablet", "texts"}


def git(root: Path, *arguments: str) -> str:
    """What git says; skips the test where it cannot say it: no git, no repository, too shallow a clone."""
    try:
        return subprocess.run(("git", *arguments), cwd=root, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"git {arguments[0]} cannot be asked: not a repository, or a clone without {BASE[:8]}")


def areas(paths: list[str]) -> set[str]:
    """The names of all folders, and of files without their endings, in small letters."""
    return {PurePosixPath(part).stem.lower() for path in paths for part in path.split("/")} | MORE


def fault(subject: str, known: set[str]) -> str | None:
    """What is wrong with a subject; None if nothing is."""
    if len(subject) > WIDTH:
        return f"{len(subject)} characters, not {WIDTH}"
    if not (found := SUBJECT.fullmatch(subject)):
        return "not `area: what`, with two words or more and no full stop"
    strange = set(found["areas"].lower().split(", ")) - known
    return f"no area of the tree: {', '.join(sorted(strange))}" if strange else None


def test_subjects_say_where_and_what(root: Path) -> None:
    """Each one since the check began, of merges, too, but for those by which a side branch took up what was there."""
    changes, merges = (
        git(root, "log", "--format=%h %s", *which, f"{BASE}..HEAD").splitlines()
        for which in (["--no-merges"], ["--merges", "--first-parent"])
    )
    commits = [line.split(" ", 1) for line in (*changes, *merges)]
    known = areas(git(root, "ls-files").splitlines())
    found = {f"{commit} {subject}": why for commit, subject in commits if (why := fault(subject, known))}
    if found:
        gone = git(root, "log", "--format=", "--name-only", "--no-renames", f"{BASE}..HEAD").splitlines()
        known |= areas(gone)  # a folder that was moved or removed since was an area then
        found = {line: why for line in found if (why := fault(line.split(" ", 1)[1], known))}
    assert found == {}


@pytest.mark.parametrize(
    "subject",
    [
        "Merge branch 'main' into words",
        "merge main: in any network",
        "merge: heard",
        "docs: say it once.",
        "nowhere: move the door",
        "docs say it once",
        "docs: " + "x " * 40 + "x",
    ],
)
def test_a_subject_that_says_too_little_is_found(subject: str) -> None:
    """A default one, no area, one word, a full stop, an unknown area, no colon, too long."""
    assert fault(subject, areas(["hub/board/link.py"])) is not None


@pytest.mark.parametrize("subject", ["board, link: read two frames at once", "merge: main, what the gate found"])
def test_a_subject_in_order_is_accepted(subject: str) -> None:
    """Several areas may be named, and a merge says what it brings."""
    assert fault(subject, areas(["hub/board/link.py"])) is None
