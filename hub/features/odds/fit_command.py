"""Let bots play games of an edition, and learn from them how positions end.

That is written beside the edition's tables, with how good it is in games it has not seen. The same games give the same
file. Needs numpy: pip install 'bankhalter[fit]'. hub/docs/ODDS.md says what it is for.
"""

import argparse
import os
from importlib.resources import files
from pathlib import Path

from hub.commands import CannotRun, whole_number
from hub.commands.options import add_jobs
from hub.commands.terminal import Bar
from hub.commands.writing import cannot_write, write_files
from hub.composition.editions import edition_of
from hub.features.odds.position import FILE, Fitted, as_text
from hub.simulation.workers import here

HELP = "fit the evaluation of an edition, by which odds are estimated"
GAMES, GAMES_LEAST = 3_000, 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", help="as `bankhalter editions` lists it")
    parser.add_argument(
        "--games", type=whole_number(GAMES_LEAST), default=GAMES, metavar="N", help=f"number of games ({GAMES})"
    )
    add_jobs(parser)
    parser.set_defaults(edition_dir=None)


def run(options: argparse.Namespace) -> int:
    """Play, learn, write and say how good it is. Raises CannotRun."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one thread adds up in one order; it is as fast
    try:
        from hub.features.odds.fitting.fit import fit
    except ModuleNotFoundError as error:
        raise CannotRun("fitting needs numpy: install bankhalter[fit]") from error
    rules, bar = edition_of(options), Bar("games")
    file = Path(str(files(rules.track.printing.package))) / FILE
    with here(options.jobs) as players:
        try:
            fitted = fit(rules, options.games, players, lambda played: bar.show(played, options.games))
        except players.lost as lost:
            raise CannotRun("a process that played was ended from outside; try again") from lost
        finally:
            bar.clear()
    try:
        write_files({file: as_text(fitted)}, force=True)
    except OSError as error:
        raise CannotRun(cannot_write(file, error)) from error
    print(_for_people(fitted), f"Written: {file}", sep="\n")
    return 0


def _for_people(fitted: Fitted) -> str:
    quality = fitted.quality
    worst = max([abs(tenth.won - tenth.said) for tenth in quality.tenths], default=0.0)
    return (
        f"{fitted.edition}: {fitted.games} games; log loss {quality.log_loss} in unseen ones (equal chances: "
        f"{quality.log_loss_of_equal}), calibrated to within {100 * worst:.1f} points in each tenth."
    )
