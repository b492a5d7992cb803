"""What a checkout plays with is compiled without its docstrings: code, asserts and later changes are what they were."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from hub.setup.compiled import compile_file, compile_parts

SOURCE = '''"""A module."""
from __future__ import annotations

def refuse(number):
    """Say no."""
    assert number == 1, "an assert stays"
    return "said"

class Empty:
    """Nothing but this."""

async def nothing():
    """Nothing either."""
'''
ASKED = """
import thing
try:
    thing.refuse(2)
except AssertionError as error:
    print(error)
print(thing.__doc__, thing.refuse.__doc__, thing.Empty.__doc__, thing.nothing.__doc__, thing.refuse(1))
"""


def said(folder: Path) -> list[str]:
    """What a Python says that imports the module."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run(
        [sys.executable, "-B", "-c", ASKED], cwd=folder, env=clean, capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()


def test_docstrings_go_and_asserts_stay(tmp_path: Path) -> None:
    """Python takes the compiled file for its own, until the source changes."""
    source = tmp_path / "thing.py"
    source.write_text(SOURCE)
    assert compile_file(source.resolve())
    assert said(tmp_path) == ["an assert stays", "None None None None said"]
    source.write_text(SOURCE.replace("Say no.", "Refuse all others."))
    assert said(tmp_path)[1].startswith("A module. Refuse all others. Nothing but this.")


def test_what_is_no_python_is_left_as_it_is(tmp_path: Path) -> None:
    """Some packages bring templates, or files for another Python."""
    source = tmp_path / "template.py"
    source.write_text("def {{name}}():")
    assert not compile_file(source)
    assert not Path(importlib.util.cache_from_source(str(source))).exists()


def test_a_place_that_cannot_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    """A set-up does not fail because a folder is full, or not ours."""
    source = tmp_path / "module.py"
    source.write_text(SOURCE)
    (tmp_path / "__pycache__").write_text("no folder")
    assert not compile_file(source)


def test_only_the_named_packages_are_compiled(tmp_path: Path) -> None:
    """Those of the file of requirements, found by name, however it is spelt; others keep what they have."""
    packages = tmp_path / "lib" / "python3" / "site-packages"
    for name in ("one_thing", "another"):
        (packages / f"{name}-1.dist-info").mkdir(parents=True)
        (packages / f"{name}-1.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (packages / f"{name}-1.dist-info" / "RECORD").write_text(f"{name}.py,,\n")
        (packages / f"{name}.py").write_text(SOURCE)
    (tmp_path / "parts.txt").write_text("# parts\none-thing==1 \\\n    --hash=sha256:0\n")
    assert compile_parts(tmp_path, tmp_path / "parts.txt") == 1
    assert [found.name.partition(".")[0] for found in (packages / "__pycache__").iterdir()] == ["one_thing"]
