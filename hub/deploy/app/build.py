"""Makes the app of this system: `python build.py PACKAGES OUT`, where PACKAGES is the folder with the wheel.

Only parts are installed whose hashes are locked. The archive is named as `bankhalter update` looks for it.
"""

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCKED = HERE.parents[2] / "requirements"
FORMATS = {"tar.gz": "gztar", "zip": "zip"}
NAMED = "from hub.features.program.release import own_version, released_as; print(released_as(own_version()))"


def main(packages: Path, out: Path) -> None:
    """Build it in a folder that is gone afterwards; only the archive stays."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "venv", with_pip=True)
        python = next(path for path in (place / "venv").glob("*/python*") if path.stem == "python")

        def run(*command: object) -> str:
            words = [str(python), *map(str, command)]  # elsewhere than in a checkout, whose `hub` it would take
            return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=place).stdout.strip()

        (wheel,) = packages.resolve().glob("*.whl")
        needed = [part for group in ("play", "app") for part in ("-r", LOCKED / f"{group}.txt")]
        run("-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", *needed)
        run("-m", "pip", "install", "--quiet", "--no-deps", wheel)
        run("-m", "PyInstaller", "--log-level", "ERROR", "--distpath", place / "made", "--workpath", place / "work",
            HERE / "bankhalter.spec")  # fmt: skip
        name = run("-c", NAMED)
        ending = next(filter(name.endswith, FORMATS))
        made = next((place / "made").glob("*.app"), place / "made" / "Bankhalter")
        shutil.make_archive(
            str(out.resolve() / name.removesuffix(f".{ending}")), FORMATS[ending], made.parent, made.name
        )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
