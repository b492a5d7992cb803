"""The evaluation of an edition: fitted to the rules and bots of today, the same again, and read as it was learned."""

import math
from importlib.resources import files
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from hub.bots.sensible.chart import Chart
from hub.cli import main
from hub.editions import EDITIONS
from hub.features.odds.figures import Figures
from hub.features.odds.fit_command import GAMES
from hub.features.odds.fitting.fit import (
    LOOKS_AHEAD,
    SEED,
    LearningNetwork,
    Normal,
    blocks_of,
    digest,
    fit,
    look_ahead,
    quality,
    thoughts,
    train,
)
from hub.features.odds.fitting.games import landings, play
from hub.features.odds.position import FILE, Fitted, as_text, beginning, fitted_to, judge, packed
from hub.rules.game import Game
from hub.simulation.workers import here
from hub.table.game.chance import Dice

CLASSIC = EDITIONS["classic"]
ANYWHERE = [1 / len(CLASSIC.track.spaces)] * len(CLASSIC.track.spaces)
REST = [pytest.param(edition, marks=pytest.mark.gate) for edition in EDITIONS if edition != "classic"]


def fitted(edition: str) -> Fitted:
    package = EDITIONS[edition].track.printing.package
    assert files(package).joinpath(FILE).is_file(), f"run `bankhalter lab fit {edition}` (bankhalter[fit])"
    return fitted_to(package)


@pytest.fixture(scope="module")
def games():
    """A few games, played with a plain idea of where pieces land."""
    return play(packed((CLASSIC, ANYWHERE)), "few", range(40))


@pytest.fixture
def learning(games):
    """The positions of these games, who won them, and what is to learn from them."""
    blocks = blocks_of(games)
    return blocks, np.array([game.winner for game in games]), LearningNetwork(Normal.of(blocks), seed=1)


@pytest.mark.parametrize("edition", ["classic", *REST])
def test_an_evaluation_is_of_the_rules_and_bots_of_today(edition):
    """Otherwise it judges a game that nobody plays any more."""
    rules, found = EDITIONS[edition], fitted(edition)
    assert found.edition == edition
    assert found.games >= GAMES
    assert found.digest == digest(rules, found.weights.landings), (
        f"rules, tables or bots of {edition} have changed: run `bankhalter lab fit {edition}` (bankhalter[fit]), and "
        f"tests/bench/bench_odds.py --edition {edition} to see how good it is"
    )


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_an_evaluation_says_how_good_it_is(edition):
    """On games it has not seen: in each tenth within four points and what counting explains, and far from guessing."""
    found = fitted(edition).quality
    assert found.log_loss < 0.75 * found.log_loss_of_equal
    assert len(found.tenths) >= 6
    for tenth in found.tenths:
        # some five positions of a game lie in the same tenth and share its end
        counting = math.sqrt(tenth.said * (1 - tenth.said) / (tenth.count / 5))
        assert tenth.count >= 500
        assert abs(tenth.won - tenth.said) <= 0.04 + counting


def test_other_tables_bots_and_rules_have_another_digest(monkeypatch):
    """One name on the track, what bots keep back, a rule of the house: each is noticed."""
    where = fitted("classic").weights.landings
    monkeypatch.setattr("hub.features.odds.fitting.fit.DIGEST_GAMES", 4)
    texts = dict(CLASSIC.track.printing.texts)
    renamed = CLASSIC.with_tables(texts | {"track.csv": texts["track.csv"].replace("Badstraße", "Mühlenweg")})
    found = [digest(rules, where) for rules in (CLASSIC, renamed, CLASSIC.with_house_rules(["double_salary"]))]
    monkeypatch.setattr(Chart, "bid_limit", lambda _chart, _owner, _seat, _deed: 10)
    assert len({*found, digest(CLASSIC, where)}) == 4


@pytest.mark.gate
def test_the_same_games_give_the_same_file_whoever_plays_them(tmp_path, monkeypatch, capsys):
    """By the command with one process, beside the tables, with how good it is, and with two, to the last digit."""
    monkeypatch.setattr("hub.features.odds.fit_command.files", lambda _package: tmp_path)
    assert main(["lab", "fit", "classic", "--games", "100", "--jobs", "1"]) == 0
    told, written = list[int](), (tmp_path / FILE).read_bytes()
    with here(2) as two:
        again = fit(CLASSIC, 100, two, told.append)
    assert (as_text(again), told) == (written, sorted(told))
    assert msgspec.json.decode(written, type=Fitted) == again
    assert (again.edition, again.games) == ("classic", 100)
    assert f"log loss {again.quality.log_loss}" in capsys.readouterr().out
    assert (files(CLASSIC.track.printing.package) / FILE).is_file()


def test_what_was_learned_is_read_as_it_was_learned(learning):
    """The plain forward pass of a position and the one by arrays agree, also about the turns left."""
    blocks, _, network = learning
    train(network, blocks, 1)
    game = Game(CLASSIC, beginning(CLASSIC, 3).drawn(Dice("x")))
    seen = Figures(CLASSIC, ANYWHERE).of(game)
    block = blocks[0].part(np.arange(len(blocks[0].left)) < 1)
    block.own, block.table = np.array([seen.own], np.float32), np.array([seen.table], np.float32)
    chances, left = network.think(block)
    judged = judge(seen, 3, network.weights(ANYWHERE))
    assert judged.chances == pytest.approx(chances[0].tolist(), abs=0.002)
    assert judged.turns == pytest.approx(np.sort(np.expm1(left[0])).tolist(), rel=0.02)
    assert sum(judged.chances) == pytest.approx(1)


def test_learning_goes_down(learning):
    """After some passes it knows the games it learned from better than equal chances do."""
    blocks, winners, network = learning
    before = quality(network, blocks, winners)
    train(network, blocks, 4)
    after = quality(network, blocks, winners)
    assert after.log_loss < 0.9 * after.log_loss_of_equal < before.log_loss


def test_what_follows_is_looked_ahead_to(learning):
    """The last position of a game says who won; earlier ones what was thought of the next one."""
    blocks, winners, network = learning
    found = thoughts(network, blocks)
    look_ahead(blocks, found, winners, trust=0.0)
    by_shot = {
        (int(game), float(left)): (seats.tolist(), target.tolist(), thought.tolist())
        for block, chances in zip(blocks, found, strict=True)
        for game, left, seats, target, thought in zip(
            block.game, block.left, block.seats, block.target, chances, strict=True
        )
    }
    lefts = sorted(left for game, left in by_shot if game == 0)
    seats, target, _ = by_shot[0, lefts[0]]
    assert target == [float(seat == winners[0]) for seat in seats]
    for later, earlier in pairwise(lefts):
        thought = dict(zip(by_shot[0, later][0], by_shot[0, later][2], strict=True))
        seats, target, _ = by_shot[0, earlier]
        assert target == pytest.approx([thought.get(seat, 0.0) for seat in seats])
    assert all(0 < trust < 1 for trust in LOOKS_AHEAD)


@pytest.mark.gate
def test_pieces_land_where_cards_and_jail_send_them():
    """Who leaves jail in classic comes to the side after it: more land there than on the side after the start."""
    found = landings(CLASSIC, SEED)
    assert len(found) == len(CLASSIC.track.spaces)
    assert sum(found[16:26]) > 1.1 * sum(found[1:11])
    assert 1 < sum(found) < 1.5
