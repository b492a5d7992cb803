"""List the editions: how many rules each has, and how many of them are covered by tests."""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

import msgspec

from hub.commands import CannotRun
from hub.commands.writing import make_folder, write_files
from hub.composition.editions import exported, foreign_editions
from hub.editions import EDITIONS
from hub.editions.coverage import Coverage, coverage

HELP = "list the editions and how much of their rules is tested"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    export = parser.add_subparsers(metavar="export").add_parser(
        "export",
        help="write the tables of an edition, to edit them and play with --edition-dir",
        description="Write the CSV tables of an edition: track, cards, tickets. Edit them in a spreadsheet or an "
        "editor, and play with `bankhalter play --edition-dir DIR`; hub/docs/HOUSE_RULES.md says what may change.",
    )
    export.set_defaults(run=run_export)
    export.add_argument("edition", metavar="EDITION", help=f"one of: {', '.join(EDITIONS)}")
    export.add_argument("folder", metavar="DIR", type=Path, help="target folder; created if it does not exist")
    export.add_argument("--force", action="store_true", help="overwrite existing files")


def run(options: argparse.Namespace) -> int:
    found, others = coverage(EDITIONS), foreign_editions()
    if options.json:
        listed = [*found, *({"edition": other.id, "by": other.by} for other in others)]
        print(msgspec.json.encode(listed).decode())
        return 0
    for line in (*map(_line, found), *(f"{other.id}: by others ({other.by}); not tested by us" for other in others)):
        print(line)
    return 0


def run_export(options: argparse.Namespace) -> int:
    """Write the tables of an edition into a folder, all of them or none. Raises CannotRun."""
    if options.edition not in EDITIONS:
        raise CannotRun(f"there is no edition {options.edition!r} of ours; choose one of: {', '.join(EDITIONS)}")
    folder: Path = options.folder
    make_folder(folder)
    files = exported(options.edition, folder)
    write_files(files, options.force)
    print(f"{', '.join(path.name for path in files)} of edition {options.edition} are in {folder}.")
    quoted = subprocess.list2cmdline([str(folder)]) if sys.platform == "win32" else shlex.quote(str(folder))
    print(f"Play them with: bankhalter play --edition-dir {quoted}")
    return 0


def _line(found: Coverage) -> str:
    seats = f"{found.seats_min} to {found.seats_max} players"
    state = "complete" if found.complete else f"not offered; not tested: {', '.join(found.missing)}"
    return f"{found.edition}: {found.rows} rows, {found.tested} tested; {seats}; {state}"
