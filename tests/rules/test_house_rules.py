"""House rules are agreed on with or without a value, and each is played at both: by hand, and by bots."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from helpers.scene import Scene

from hub.domain.commands import Decline, OfferTrade, PayBail, StartGame
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, POT
from hub.domain.shares import ReportFiled
from hub.domain.state import State
from hub.domain.tasks import AuctionRunning, ThrowPending
from hub.domain.turns import AssetsReckoned, GameWon, RoundBegan
from hub.editions import EDITIONS
from hub.rules.arrival import BuyOrAuction, BuyOrLeave
from hub.rules.game import Game, Reason
from hub.rules.house_rules import Overrides, other_start_money
from hub.rules.lacking import NoTrade
from hub.rules.slots import Contradiction, HouseRule, Reaction, Rules
from hub.simulation.match import Player
from hub.simulation.series import Plan, play_one
from hub.table.game.chance import Dice

WAYS = [(edition, way) for edition, rules in EDITIONS.items() for rule in rules.house_rules for way in rule.agreed()]
ENDS = [
    (edition, way)
    for edition, rules in EDITIONS.items()
    for rule in rules.house_rules
    for way in sorted({rule.agreed()[0], rule.agreed()[-1]})
]
"""Every switch, and the least and the greatest value of every rule that has some."""

PAGE = Path(__file__).resolve().parents[2] / "hub" / "docs" / "HOUSE_RULES.md"


def dealt(money: int) -> Callable[[Rules, int], Rules]:
    """A change of the starting money to a figure of its own."""
    return lambda rules, _value: other_start_money(rules, money)


@dataclass
class Told:
    """What reacts, and has no hash."""

    name: str

    def __call__(self, *_told: object) -> None:
        """Nothing happens."""


TOLD = (("quiet", GameWon), ("loud", GameWon), ("other", ReportFiled))


def started(edition: str, *agreed: str) -> Scene:
    """A game of three by an edition with house rules."""
    return Scene(EDITIONS[edition].with_house_rules(agreed))


NAMED = (
    *("opening", "salary", "throw", "jail", "cards", "auction"),
    *("building", "scarcity", "mortgages", "debts", "trade"),
)


@pytest.mark.parametrize("name", NAMED)
def test_any_slot_is_replaced_by_its_name(name: str) -> None:
    """Wherever the declaration named the old object, it then names the new one; all else stays."""
    rules = EDITIONS["classic"]
    old, new = getattr(rules, name), copy(getattr(rules, name))
    changed = Overrides(**{name: new})(rules)
    assert getattr(changed, name) is new
    assert not any(slot is old for slot in (*changed.throwers.values(), *changed.resumers.values()))
    assert changed.declares_as(rules)


def test_an_edition_on_top_of_another_names_only_what_is_different() -> None:
    """Without trade nobody can offer one; of a mapping the entries that are not named stay, and so do other slots."""
    rules = EDITIONS["classic"]
    reaction = Reaction(GameWon, lambda _game, _fact: None)
    strict = Overrides(
        id="strict", trade=NoTrade(), routes={"tax": POT}, slots={BuyOrAuction: BuyOrLeave()}, reactions=(reaction,)
    )(rules)
    assert OfferTrade in rules.handlers
    assert OfferTrade not in strict.handlers
    assert strict.reactions == (*rules.reactions, reaction)
    assert (strict.id, strict.routes, strict.rents) == ("strict", {"tax": POT}, rules.rents)
    assert [type(slot) for slot in strict.slots] == [
        BuyOrLeave if type(slot) is BuyOrAuction else type(slot) for slot in rules.slots
    ]
    with pytest.raises(AttributeError, match="traed"):
        Overrides(traed=NoTrade())(rules)


@pytest.mark.parametrize(("edition", "way"), WAYS)
def test_a_game_starts_only_as_it_was_agreed(edition: str, way: str) -> None:
    """The start names the house rules with their values; without them, or with another, it is refused."""
    rules = EDITIONS[edition].with_house_rules([way])
    start = Scene(rules).game.rules.opening.set_up(Game(rules), rules.seats[0], Dice("x"))
    assert start.house_rules == rules.agreed == (way,)
    game = Game(rules, State())
    other = StartGame(start.seats, start.decks, start.first, (), start.tickets)
    assert game.refuse(other).reason is Reason.HOUSE_RULES_DIFFER
    assert game.refuse(start) is None


@pytest.mark.parametrize("agreed", [["rounds"], ["rounds:7"], ["rounds:x"], ["pot:1"], ["rounds:5", "rounds:10"]])
def test_what_is_not_offered_cannot_be_agreed_on(agreed: list[str]) -> None:
    """A value is needed where there are some, one of them, and only once; a switch has none."""
    with pytest.raises(KeyError):
        EDITIONS["classic"].with_house_rules(agreed)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_all_house_rules_of_an_edition_can_be_agreed_on_together(edition: str) -> None:
    """None of them contradicts another, with its least and its greatest value."""
    for end in (0, -1):
        ways = [rule.agreed()[end] for rule in EDITIONS[edition].house_rules]
        assert EDITIONS[edition].with_house_rules(ways).agreed == tuple(ways)


def test_two_house_rules_that_change_the_same_thing_are_not_agreed_on_together() -> None:
    """Each can be agreed on alone; two that put the same thing there do not contradict each other."""
    offered = (HouseRule("poor", dealt(500)), HouseRule("rich", dealt(5000)), HouseRule("too", dealt(5000)))
    rules = replace(EDITIONS["classic"], house_rules=offered)
    with pytest.raises(Contradiction, match="rich together with poor"):
        rules.with_house_rules(["rich", "poor"])
    assert rules.with_house_rules(["poor"]).opening == rules.opening.dealing(500)
    assert rules.with_house_rules(["rich", "too"]).opening == rules.opening.dealing(5000)


def test_house_rules_whose_order_matters_are_not_agreed_on_together() -> None:
    """Two that react to the same fact; to two facts they may, whichever comes first."""
    told = [HouseRule(name, Overrides(reactions=(Reaction(fact, Told(name)),))) for name, fact in TOLD]
    rules = replace(EDITIONS["classic"], house_rules=tuple(told))
    with pytest.raises(Contradiction, match="loud together with quiet"):
        rules.with_house_rules(["loud", "quiet"])
    assert len(rules.with_house_rules(["loud", "other"]).reactions) == len(rules.reactions) + 2


def test_house_rules_stand_in_the_order_of_the_offer() -> None:
    """However they were agreed on, and each once."""
    rules = EDITIONS["classic"].with_house_rules(["rounds:5", "pot", "rounds:5", "start_money:2000"])
    assert rules.agreed == ("pot", "start_money:2000", "rounds:5")


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_everybody_starts_with_the_usual_money_or_what_was_agreed_on(edition: str) -> None:
    """The usual figure is the edition's own, and none of the offered ones is it."""
    rule = next(rule for rule in EDITIONS[edition].house_rules if rule.id == "start_money")
    assert [started(edition).balance(seat) for seat in range(3)] == [rule.usual] * 3
    for money in rule.values:
        assert money != rule.usual
        assert [started(edition, f"start_money:{money}").balance(seat) for seat in range(3)] == [money] * 3


@pytest.mark.parametrize(("agreed", "cash"), [((), 1500), (("start_money:3000",), 3000)])
def test_the_opening_report_says_what_everybody_starts_with(agreed: tuple[str, ...], cash: int) -> None:
    """Where reports are filed, the first ones tell the agreed money."""
    rules = EDITIONS["haustein"].with_house_rules(agreed)
    game = Game(rules)
    facts = game.decide(rules.opening.set_up(game, 2, Dice("x")))
    assert isinstance(facts, tuple)
    assert [fact.report.cash for fact in facts if isinstance(fact, ReportFiled)] == [cash, cash]


@pytest.mark.parametrize(
    ("edition", "usual", "double"),
    [
        ("classic", (200, 200), (200, 400)),
        ("mega", (20_000,) * 2, (20_000, 40_000)),
        ("euronopoly", (1000, 1200), (1000, 2000)),
    ],
)
def test_stopping_on_the_start_pays_twice_only_where_agreed(
    edition: str, usual: tuple[int, int], double: tuple[int, int]
) -> None:
    """Passing pays as ever."""
    for agreed, paid in (((), usual), (("double_salary",), double)):
        scene = started(edition, *agreed)
        salary, track = scene.game.rules.salary, scene.game.rules.track
        assert (salary.due(track, len(track.spaces) - 2, 1), salary.due(track, len(track.spaces) - 3, 0)) == paid


@pytest.mark.parametrize(
    ("edition", "faces", "deed"), [("classic", (1, 2), 3), ("mpmp", (1, 2), 3), ("mega", (1, 2, 1), 4)]
)
def test_without_auctions_a_deed_nobody_buys_stays_with_the_bank(
    edition: str, faces: tuple[int, ...], deed: int
) -> None:
    """Off, the others bid for it; on, the next one throws."""
    auctioned, left = started(edition), started(edition, "no_auctions")
    for scene in (auctioned, left):
        scene.throw(0, *faces)
        scene.do(Decline(0))
    assert isinstance(auctioned.task, AuctionRunning)
    assert (left.task, left.owner(deed)) == (ThrowPending(1), NOBODY)


@pytest.mark.parametrize(
    ("agreed", "pot", "collector"),
    [((), [0] * 5, 248_500), (("pot",), [20_000, 25_000, 26_500, 34_500, 34_500], 283_000)],
)
def test_the_long_track_has_a_pot_only_where_agreed(agreed: tuple[str, ...], pot: list[int], collector: int) -> None:
    """Tax, bail, a fine and repairs fill it, a purchase does not; free parking empties it, or nothing happens there."""
    scene = Scene(EDITIONS["mega"].with_house_rules(agreed), 3, {"chance": 14, "community": 16})
    lies_there = []
    _go_on(scene, 0, 1)
    lies_there.append(scene.balance(POT))
    scene.jailed(1)
    scene.do(PayBail(1))
    lies_there.append(scene.balance(POT))
    _go_on(scene, 2, 5)
    scene.draw(2)
    lies_there.append(scene.balance(POT))
    scene.owns(0, 1)
    scene.built(1, 2)
    _go_on(scene, 0, 18)
    scene.draw(0)
    lies_there.append(scene.balance(POT))
    _go_on(scene, 1, 14)
    scene.buy(1)
    lies_there.append(scene.balance(POT))
    _go_on(scene, 2, 22)
    assert lies_there == pot
    assert (scene.balance(2), scene.balance(POT)) == (collector, 0)
    assert [scene.balance(0), scene.balance(1)] == [222_000, 229_000]


def _go_on(scene: Scene, seat: int, origin: int) -> None:
    scene.stands(seat, origin)
    scene.throw(seat, 1, 2, 1)


def test_a_whole_group_doubles_the_rent_only_where_agreed() -> None:
    """Of the two brown streets one costs 80 with both in one hand, and 160 by agreement."""
    for agreed, rent in (((), 80), (("whole_group_doubles",), 160)):
        scene = started("mpmp", *agreed)
        scene.owns(1, 1, 3)
        scene.throw(0, 1, 2)
        assert scene.balance(1) == 30_000 + rent


@pytest.mark.parametrize(("edition", "way"), ENDS)
def test_bots_play_by_every_house_rule(edition: str, way: str) -> None:
    """Two games of ten rounds at most violate nothing and come to their end."""
    ways = [way] if way.startswith("rounds:") else [way, "rounds:10"]
    rules = EDITIONS[edition].with_house_rules(ways)
    plan = Plan(rules, ("sensible", "random", "sensible"), f"agreed/{way}", 200, check=True)
    match, violations = play_one(plan, 0)
    assert violations == []
    assert match.stopped is None
    assert match.winner != NOBODY


@pytest.mark.parametrize(("edition", "way"), ENDS)
def test_agreed_on_again_a_house_rule_changes_nothing(edition: str, way: str) -> None:
    """A help file plays the record of a table by the rules in force there, and its header agrees on them once more."""
    rules = EDITIONS[edition].with_house_rules([way])
    assert rules.with_house_rules([way]).declares_as(rules)


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_an_evening_ends_after_its_rounds_and_not_without_them(edition: str) -> None:
    """With five rounds everybody has five turns, then whoever has most wins; without, the same game goes on."""
    facts, limited = _played(edition, "rounds:5")
    assert [fact.number for fact in facts if isinstance(fact, RoundBegan)] == [2, 3, 4, 5]
    totals = {fact.seat: fact.total for fact in facts if isinstance(fact, AssetsReckoned)}
    won = [fact.seat for fact in facts if isinstance(fact, GameWon)]
    assert len(won) == 1
    assert totals[won[0]] == max(totals.values())
    assert limited <= 15
    endless, turns = _played(edition)
    assert turns > limited
    assert not any(isinstance(fact, RoundBegan | AssetsReckoned) for fact in endless)


def _played(edition: str, *agreed: str) -> tuple[list[Fact], int]:
    """The facts of a game of three, at most thirty turns of it, and how many turns it had."""
    plan = Plan(EDITIONS[edition].with_house_rules(agreed), ("sensible",) * 3, "evening", 10, check=False)
    facts: list[Fact] = []
    bots = [plan.makers["sensible"](f"evening/{seat}") for seat in range(3)]
    player = Player(plan.rules, bots, Dice("evening"), lambda _game, _command, made: facts.extend(made))
    return facts, player.play(30).turns


def test_the_page_of_house_rules_lists_each_of_them_for_its_editions() -> None:
    """The table ticks a rule where an edition offers it, and nowhere else."""
    rows = [line.strip("| ").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    editions = [cell.strip() for cell in rows[0][2:]]
    ticked = {
        (edition, cells[0].strip(" `").removesuffix(":N"))
        for cells in rows[2:]
        for edition, cell in zip(editions, cells[2:], strict=False)
        if cell.strip() == "✓"
    }
    offered = {(edition, rule.id) for edition, rules in EDITIONS.items() for rule in rules.house_rules}
    untold, untrue = sorted(offered - ticked), sorted(ticked - offered)
    assert not untold, f"hub/docs/HOUSE_RULES.md: tick these in the table {untold}"
    assert not untrue, f"hub/docs/HOUSE_RULES.md: these are ticked and not offered {untrue}"
