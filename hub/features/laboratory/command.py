"""Let bots play an edition as printed and with house rules, with the same dice and cards, and write a page about it.

The page says how long evenings last, who is at an advantage, what each deed earns. Ctrl-C stops; the same command goes
on where it was. hub/docs/ODDS.md says how to read the page.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hub.commands import CannotRun, whole_number
from hub.commands.options import add_edition, add_jobs, add_seats, agreed, seats_of
from hub.commands.terminal import Bar
from hub.commands.writing import cannot_write, make_folder, write_files
from hub.composition.editions import edition_of
from hub.features.laboratory.files import PAGE, as_json, files_of
from hub.features.laboratory.page.texts import PageTexts
from hub.pages import PagesNotBuilt
from hub.rules.slots import Rules
from hub.simulation.pace import USUAL_S
from hub.simulation.report import judged, report_of
from hub.simulation.running import on_cluster, play_lacking
from hub.simulation.setting import Laboratory, Variant, laboratory
from hub.simulation.stored import LabError, StoredGames, stored_games
from hub.simulation.workers import here

HELP = "compare house rules by games of bots"
SEED = "lab"
GAMES, GAMES_MAXIMUM = 400, 1_000_000
TURNS_MAXIMUM = 1_000
VARIANTS_MAXIMUM = 20
"""More cannot be distinguished on a page or, with fair intervals, by their figures."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_edition(parser)
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="LIST",
        help="a set of house rules, comma-separated: pot,double_salary; repeat it for further sets",
    )
    parser.add_argument(
        "--games", type=whole_number(1, GAMES_MAXIMUM), default=GAMES, metavar="N", help=f"games per variant ({GAMES})"
    )
    add_seats(parser)
    parser.add_argument("--seed", default=SEED, metavar="S", help="any text; the same seed plays the same games")
    parser.add_argument(
        "--turns-maximum",
        type=whole_number(1),
        default=TURNS_MAXIMUM,
        metavar="N",
        help=f"a game that lasts longer counts as unfinished ({TURNS_MAXIMUM})",
    )
    where = parser.add_mutually_exclusive_group()
    add_jobs(where)
    where.add_argument("--dask", metavar="ADDRESS", help="play on a Dask cluster: the address of its scheduler")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where page, tables and games go (lab-EDITION)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    rules = edition_of(options)
    wanted = laboratory(rules, _variants(rules, options.variant), seats_of(rules, options.seats), options.seed,
                        options.turns_maximum)  # fmt: skip
    folder: Path = options.out or Path(f"lab-{rules.id}")
    make_folder(folder)
    if not folder.is_dir():
        raise CannotRun(f"{folder} is not a folder, and none could be made there: choose another --out")
    try:
        with stored_games(folder, wanted) as stored:
            return _reported(options, wanted, stored, folder)
    except (LabError, PagesNotBuilt) as error:
        raise CannotRun(str(error)) from error
    except OSError as error:
        if error.filename is None and not error.strerror:
            raise
        raise CannotRun(cannot_write(folder, error)) from error


def _reported(options: argparse.Namespace, wanted: Laboratory, stored: StoredGames, folder: Path) -> int:
    _play(options, wanted, stored)
    played = stored.of(wanted, options.games)
    report = report_of(wanted, played, USUAL_S)
    sentences = judged(wanted, played, report)
    files = files_of(wanted, played, report, sentences)
    write_files({folder / name: content for name, content in files.items()}, force=True)
    if options.json:
        print(as_json(report, sentences).decode())
    else:
        say = PageTexts(wanted.rules[0])
        print(*[say.sentence(sentence).en for sentence in sentences], f"Written: {folder / PAGE}", sep="\n")
    return 0


def _play(options: argparse.Namespace, wanted: Laboratory, stored: StoredGames) -> None:
    """Play the games that are not stored yet; those finished before a Ctrl-C are kept for the next run."""
    whole = options.games * len(wanted.rules)
    if stored.count(wanted, options.games) == whole:
        return
    bar = Bar("games")
    try:
        with here(options.jobs) if options.dask is None else on_cluster(options.dask) as players:
            play_lacking(wanted, stored, options.games, players, bar.show, lambda: False)
    except KeyboardInterrupt:
        bar.clear()
        done = stored.count(wanted, options.games)
        print(f"Stopped after {done} of {whole} games; the same command goes on from there.", file=sys.stderr)
        raise
    finally:
        bar.clear()


def _variants(rules: Rules, texts: Sequence[str]) -> list[Variant]:
    """The printed rules, followed by the variants asked for. Raises CannotRun."""
    found: list[Variant] = [()]
    for text in texts:
        variant = agreed(rules, text).agreed
        if not variant:
            raise CannotRun("a --variant needs a house rule; the printed rules are always played")
        if variant in found:
            raise CannotRun(f"the variant {','.join(variant)} is named twice")
        found.append(variant)
    if len(found) > VARIANTS_MAXIMUM:
        raise CannotRun(f"that are {len(found)} variants with the printed rules; at most {VARIANTS_MAXIMUM} fit")
    return found
