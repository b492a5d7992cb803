"""The figures of a report, from games made by hand, their intervals, and the sentences that they support."""

import math
import random

import pytest
from features.laboratory.games import CLASSIC, SEATS, game, lab_of

from hub.simulation.report import LaboratoryReport, Sentence, _bounds, judged, report_of
from hub.simulation.setting import UNDECIDED, DeedCount, LabGame
from hub.simulation.statistics import Estimate, mean_of, ratio_difference, ratio_of, reach, share_of, spread_of

VARIANT = ("pot",)


def reported(*played: list[LabGame]) -> tuple[LaboratoryReport, list[Sentence]]:
    """The report of these games by variant, at a minute a turn, and what is said of it."""
    lab = lab_of(*[VARIANT] * (len(played) - 1))
    report = report_of(lab, played, 60.0)
    return report, [*judged(lab, played, report)]


def keys(sentences: list[Sentence]) -> set[str]:
    return {sentence.key for sentence in sentences}


def test_an_evening_has_its_length_its_end_and_its_winners():
    """Three games end, one is bounded; places are those of the games that ended."""
    games = [game(0, 60, 0), game(1, 90, 1), game(2, 90, 1), game(3, 400, UNDECIDED)]
    found = reported(games)[0].variants[0]
    assert (found.games, found.ended.value) == (4, 0.75)
    assert found.turns.value == found.minutes.value == 160
    assert found.minutes_spread.middle == 90
    assert report_of(lab_of(), [games], 30.0).variants[0].minutes.value == 80
    assert [place.value for place in found.places] == pytest.approx([1 / 3, 2 / 3, 0])


def test_curves_say_what_still_runs_and_who_is_out():
    """A game that never ended runs on at the right edge."""
    found = reported([game(0, 50, 0, (20, 50)), game(1, 100, UNDECIDED, (100,))])[0].variants[0]
    running, out = dict(found.running), dict(found.out)
    assert (running[0], running[50], running[100]) == (1, 0.5, 0.5)
    assert (out[0], out[20], out[50], out[100]) == (0, 0.5, 1, 1.5)


def test_deeds_and_groups_earn_per_turn_and_per_money():
    """Two browns: 30 rent for 120 spent in 40 turns of ownership, and one of them was never sold."""
    deeds = {1: DeedCount(sold=1, spent=120, earned=30, built=1, owned=40)}
    report = reported([game(0, deeds=deeds), game(1, deeds=deeds)])[0]
    street = next(deed for deed in report.variants[0].deeds if deed.deeds == (1,))
    brown = next(group for group in report.variants[0].groups if group.name == "brown")
    other = next(deed for deed in report.variants[0].deeds if deed.deeds == (3,))
    for found in (street, brown):
        assert (found.per_turn.value, found.per_money.value) == (0.75, 0.25)
    assert (street.sold.value, brown.sold.value) == (street.built.value, brown.built.value) == (1, 0.5)
    assert (other.per_turn, other.per_money) == (None, None)


def test_an_effect_is_that_of_games_of_the_same_number():
    """Evenings differ by far more than the ten minutes that each of them gains: paired, that is certain."""
    chance = random.Random(1)
    lengths = [chance.randrange(50, 300) for _ in range(30)]
    printed = [game(number, turns, number % SEATS) for number, turns in enumerate(lengths)]
    longer = [game(number, turns + 10, number % SEATS, variant=VARIANT) for number, turns in enumerate(lengths)]
    report, said = reported(printed, longer)
    minutes = report.variants[1].effects[0]
    assert (minutes.measure, minutes.change.value, minutes.clear) == ("minutes", 10, True)
    assert "minutes_more" in keys(said)
    assert not any(effect.clear for effect in report.variants[1].effects[1:])


def test_the_more_variants_are_tried_the_clearer_an_effect_has_to_be():
    """A minute more in 63 of 100 games and a minute less in 37: by chance about once in 100 series."""
    printed = [game(number) for number in range(100)]
    longer = [game(number, 101 if number < 63 else 99, variant=VARIANT) for number in range(100)]
    for others, clear in ((1, True), (10, False)):
        found = reported(printed, *[longer] * others)[0].variants[1:]
        assert [variant.effects[0].clear for variant in found] == [clear] * others


@pytest.mark.gate
def test_what_chance_can_do_is_not_said():
    """Games of one and the same sort in both variants, fifty times: a change is seen in hardly any."""
    chance, false = random.Random(2), 0
    for _ in range(50):
        printed, other = (
            [game(n, chance.randrange(50, 300), chance.randrange(SEATS)) for n in range(40)] for _ in range(2)
        )
        false += reported(printed, other)[1][-1].key != "no_change"
    assert false <= 5  # 2.5 are expected


def sold(seed: int, rents: dict[str, int], others: int = 100, often: float = 1.0, games: int = 60) -> list[LabGame]:
    """Games in which these groups are always sold, the others so often, each deed for 100.

    It earns about what its group does, chance does the rest.
    """
    chance = random.Random(seed)

    def count(group: str) -> DeedCount:
        earned = max(0, round(chance.gauss(rents.get(group, others), 40)))
        return DeedCount(int(group in rents or chance.random() < often), 100, earned, 0, 50)

    deeds = CLASSIC.track.deeds.items()
    return [
        game(number, place=number % SEATS, deeds={space: count(deed.group) for space, deed in deeds})
        for number in range(games)
    ]


def test_a_group_that_pays_least_is_named_and_others_are_not():
    """Light blue earns 40 for each 100 where others earn 100: it pays least, none pays most, and it loses money."""
    said = reported(sold(3, {"lightblue": 40}))[1]
    assert Sentence("pays_least", ("lightblue",)) in said
    assert not any(sentence.key in {"pays_most", "bought_most", "bought_least", "built_most"} for sentence in said)
    losing = next(sentence for sentence in said if sentence.key == "loses")
    assert losing.groups == ("lightblue",), "the others are just below or above 100, as chance had it"


def test_bought_most_and_paying_least_is_one_sentence():
    """Light blue is bought in every game, the others in every second one."""
    said = reported(sold(4, {"lightblue": 30}, others=120, often=0.5, games=80))[1]
    assert Sentence("bought_most_pays_least", ("lightblue",)) in said
    assert not {"bought_most", "pays_least"} & keys(said)


def test_most_built_on_is_not_most_bought():
    """All deeds are always sold, and light blue has three buildings more."""
    counts = {
        space: DeedCount(1, 100, 100, 4 if deed.group == "lightblue" else 1, 50)
        for space, deed in CLASSIC.track.deeds.items()
    }
    said = reported([game(number, place=number % SEATS, deeds=counts) for number in range(9)])[1]
    assert [sentence for sentence in said if sentence.groups] == [Sentence("built_most", ("lightblue",))]


def test_groups_that_are_alike_are_not_told_apart():
    """Every group earns what it costs: of none anything is said."""
    said = reported(sold(5, {}))[1]
    assert not {key for key in keys(said) if key.startswith(("pays", "bought", "built"))}
    few = reported([game(0), game(1)])[1]
    assert "groups_alike" in keys(few)


@pytest.mark.parametrize(("place", "said"), [(0, {"first_wins", "last_loses"}), (SEATS - 1, {"last_wins"})])
def test_an_advantage_at_the_table_is_reported_where_it_is_certain(place, said):
    """Sixty of ninety wins are no chance among three, nor is none; thirty are fair."""
    places = {"first_wins", "first_loses", "last_wins", "last_loses"}
    games = [game(number, place=place if number % 3 else (place + 1) % SEATS) for number in range(90)]
    assert keys(reported(games)[1]) & places == said
    fair = [game(number, place=number % SEATS) for number in range(90)]
    assert not keys(reported(fair)[1]) & places


def test_evenings_that_do_not_end_are_reported():
    """Every fourth one; a single one of eighty may be chance."""
    games = [game(number, 400, UNDECIDED if number % 4 == 0 else 0) for number in range(80)]
    assert Sentence("unended", figures={"share": 0.25, "turns": 400}) in reported(games)[1]
    once = [game(number, 400, 0 if number else UNDECIDED) for number in range(80)]
    assert "unended" not in keys(reported(once)[1])


@pytest.mark.parametrize(("low", "high"), [(-30, -10), (10, 30)])
def test_a_change_is_shown_from_its_nearer_to_its_farther_bound(low, high):
    """An evening that is 10 to 30 minutes shorter is not 30 to 10 minutes shorter."""
    assert _bounds(Estimate((low + high) / 2, low, high)) == {"value": 20, "low": 10, "high": 30}


@pytest.mark.parametrize(
    ("asked", "printed"), [((5,), 2.571), ((10,), 2.228), ((30,), 2.042), ((120,), 1.980), ((10**9, 10), 2.807)]
)
def test_the_reach_is_that_of_students_distribution(asked, printed):
    """As printed in every table: two-sided, 95 %; of ten questions at once each is answered more carefully."""
    assert reach(*asked) == pytest.approx(printed, abs=0.006)


def test_a_mean_by_hand():
    """1, 2, 3: the mean is 2, the error 1/√3, two degrees of freedom allow almost everything; one value anything."""
    found = mean_of([1, 2, 3])
    assert found.value == 2
    assert found.high - found.value == pytest.approx(4.303 / math.sqrt(3), rel=0.06)
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert math.isinf(mean_of([5]).high)


def test_a_ratio_is_that_of_the_sums():
    """Not the mean of ratios: long games count for as long as they were; where every game has it, it is certain."""
    assert ratio_of([10, 90], [10, 30]).value == pytest.approx(100 / 40)
    assert ratio_of([0, 0], [0, 0]) is None
    certain = ratio_of([2, 4, 6], [1, 2, 3])
    assert (certain.low, certain.high) == pytest.approx((2, 2))


def test_intervals_hold_the_truth_in_95_of_100_series():
    """A thousand series of 40 games each, of which the true mean, ratio and difference are known."""
    chance, held = random.Random(20), [0, 0, 0]
    for _ in range(1_000):
        turns = [chance.uniform(50, 150) for _ in range(40)]
        rents = [2.0 * turn + chance.gauss(0, 30) for turn in turns]
        others = [1.5 * turn + chance.gauss(0, 30) for turn in turns]
        apart = ratio_difference((rents, turns), (others, turns))
        for at, (found, truth) in enumerate(((mean_of(turns), 100), (ratio_of(rents, turns), 2), (apart, 0.5))):
            held[at] += found is not None and found.low <= truth <= found.high
    assert all(930 <= count <= 970 for count in held)


def test_a_share_of_none_is_unknown():
    """No game ended, so nobody knows who would have won."""
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0, 1)
    assert share_of(30, 100).value == pytest.approx(0.3)


def test_a_spread_names_tenths_quarters_and_the_middle():
    """Of 0 to 100: 10, 25, 50, 75, 90."""
    found = spread_of(range(101))
    assert [found.tenth, found.quarter, found.middle, found.three_quarters, found.nine_tenths] == [10, 25, 50, 75, 90]
    assert spread_of([7]).middle == 7
