"""How often does one master win against sensible bots, each seat in turn? Goes on where it stopped.

Run as a program: `bench_master.py --games 400 --file master.jsonl`. Each game is kept as soon as it is over: a line
with its number, the seat of the master, who won and how many turns it took. A number is the same game everywhere, since
decisions take as long as they need: on a computer that is quiet the usual second is enough.
"""

import argparse
import json
import math
import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from hub.commands.simulate import players
from hub.editions import EDITIONS
from hub.features.odds import master
from hub.simulation.series import Plan, play_one
from hub.simulation.statistics import interval
from hub.simulation.workers import step_back

ROUNDS_MAXIMUM = 300


def played(edition: str, seats: int, seed: str, number: int) -> dict[str, Any]:
    master.SECONDS = math.inf
    mine = number % seats
    kinds = tuple("master" if seat == mine else "sensible" for seat in range(seats))
    plan = Plan(EDITIONS[edition], kinds, seed, ROUNDS_MAXIMUM, check=False, kinds=players())
    match, violations = play_one(plan, number)
    return {"game": number, "master": mine, "winner": match.winner, "turns": match.turns, "faults": len(violations)}


def known(file: Path) -> dict[int, dict[str, Any]]:
    """The games that were kept; half a line at the end is played again."""
    found: dict[int, dict[str, Any]] = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        try:
            game = json.loads(line)
        except ValueError:
            continue
        found[game["game"]] = game
    return found


def said(games: Mapping[int, dict[str, Any]], seats: int) -> str:
    """The share of games that the master won, with 95 % certainty."""
    won, count = sum(game["winner"] == game["master"] for game in games.values()), len(games)
    low, high = interval(won, count)
    faults = sum(game["faults"] for game in games.values())
    share = f"{won} of {count} games, {won / count:.1%} ({low:.1%} to {high:.1%})"
    return f"{share}; by chance {1 / seats:.1%}; {faults} faults"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--edition", default="classic", choices=list(EDITIONS))
    parser.add_argument("--seed", default="master")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, required=True, help="where games are kept")
    options = parser.parse_args()
    games = known(options.file)
    lacking = [number for number in range(options.games) if number not in games]
    with ProcessPoolExecutor(options.jobs, initializer=step_back) as pool, options.file.open("a") as file:
        futures = [pool.submit(played, options.edition, options.seats, options.seed, number) for number in lacking]
        for future in futures:
            game = future.result()
            games[game["game"]] = game
            print(json.dumps(game), file=file, flush=True)
            print(said(games, options.seats), flush=True)
    print(said(games, options.seats))


if __name__ == "__main__":
    main()
