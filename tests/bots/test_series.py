"""What becomes of the games of a series: sums, wins, and chance that no two bots share."""

from hub.editions import EDITIONS
from hub.simulation import series
from hub.simulation.match import MatchResult
from hub.simulation.series import Plan, Tally, play_one

RULES = EDITIONS["classic"]


def test_a_series_adds_up_its_games():
    """Each figure by itself, a win where the winner sits, and the time since the first one began."""
    tally = Tally(edition="classic", seed="1", bots=("sensible",) * 3, wins=[0, 0, 0])
    tally.add(0, MatchResult(throws=1, facts=20, commands=300, turns=4, winner=0), [], 2.0)
    tally.add(1, MatchResult(throws=2, facts=30, commands=400, turns=5, winner=2), [], 4.0)
    assert (tally.throws, tally.facts, tally.commands, tally.turns) == (3, 50, 700, 9)
    assert (tally.wins, tally.finished, tally.unfinished) == ([1, 0, 1], 2, 0)
    assert (tally.seconds, tally.throws_per_second, tally.games_per_second) == (4.0, 0.8, 0.5)


def test_no_two_bots_draw_alike():
    """Each seat of each game has chance of its own."""
    seeds = []

    def maker(seed):
        seeds.append(seed)
        return series.BOTS["sensible"](RULES)(seed)

    plan = Plan(RULES, ("own",) * 3, "1", 1, check=False, kinds={"own": lambda _rules: maker})
    for number in range(2):
        play_one(plan, number)
    assert len(set(seeds)) == 6
