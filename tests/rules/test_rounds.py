"""The end of a short evening: when a round is over, what counts, who has won."""

import pytest
from helpers.scene import Scene

from hub.domain.commands import DeclareBankruptcy
from hub.domain.ids import BANK
from hub.domain.ledger import CreditSet, MoneyMoved
from hub.domain.turns import AssetsReckoned, GameWon, RoundBegan, SeatBankrupted, SkipImposed, Turns
from hub.editions import EDITIONS
from hub.rules.ending import assets, round_over


def scene(edition: str = "classic", seats: int = 3) -> Scene:
    """A game of five rounds; seat 0 begins."""
    return Scene(EDITIONS[edition].with_house_rules(["rounds:5"]), seats)


@pytest.mark.parametrize(
    ("first", "seat", "out", "over"),
    [(0, 0, (), False), (0, 2, (), True), (1, 0, (), True), (1, 2, (), False), (0, 1, (2,), True), (0, 2, (0,), True)],
)
def test_a_round_is_over_when_the_turn_comes_round(first: int, seat: int, out: tuple[int, ...], over: bool) -> None:
    """To the player who began or past them, also if they or the last one of the round are out."""
    turns = Turns([one in out for one in range(3)], seat=seat, first=first, skips=[0, 0, 0])
    assert round_over(turns) is over


def test_a_turn_that_is_missed_belongs_to_its_round() -> None:
    """If the last seat of a round has to miss its turn, the round ends before it."""
    missing = scene("euronopoly")
    missing.given(SkipImposed(2, 1))
    turns = missing.game.state.turns
    turns.seat = 1
    assert round_over(turns)
    turns.skips[2] = 0
    assert not round_over(turns)


def test_the_last_turn_of_the_last_round_ends_the_game() -> None:
    """Everybody's assets are shown, then who has won; nothing is asked any more."""
    last = scene()
    last.turn(2)
    last.game.state.turns.round = 5
    last.cash(1501, 1500, 1600)
    facts = last.throw(2, 1, 3)
    assert [fact.seat for fact in facts if isinstance(fact, AssetsReckoned)] == [0, 1, 2]
    assert [fact for fact in facts if isinstance(fact, GameWon)] == [GameWon(0)]
    assert last.task is None


def test_a_round_before_the_last_goes_on() -> None:
    """The next round is announced, and the next one throws."""
    before = scene()
    before.turn(2)
    before.game.state.turns.round = 4
    facts = before.throw(2, 1, 3)
    assert RoundBegan(5, 5) in facts
    assert before.on_turn == 0


def test_a_double_still_throws_again_in_the_last_turn() -> None:
    """Time is up when the turn is over, not amid it."""
    last = scene()
    last.turn(2)
    last.game.state.turns.round = 5
    last.throw(2, 2, 2)
    assert last.on_turn == 2
    assert last.task is not None


def test_deeds_count_at_their_price_less_the_mortgage_and_buildings_at_cost() -> None:
    """1,000 in money, two brown streets of 60 with three houses of 50, a mortgaged station of 200 less 100."""
    rich = scene()
    rich.cash(1000)
    rich.owns(0, 1, 3, 5)
    rich.built(1, 2)
    rich.built(3, 1)
    rich.mortgaged(5)
    assert assets(rich.game, 0) == AssetsReckoned(0, 1000, 370, 0, 0, 1370)


def test_shares_count_at_the_guide_price_also_ones_own() -> None:
    """With 1,500 each a share is worth 60: selling five of one's own to another for that changes nobody's sum."""
    shared = scene("haustein")
    before = [assets(shared.game, seat).total for seat in range(3)]
    shared.passes_shares(0, 0, 1, 5)
    shared.given(MoneyMoved(1, 0, 300, "share_trade", {}))
    after = [assets(shared.game, seat) for seat in range(3)]
    assert before == [3000, 3000, 3000]
    assert [(one.cash, one.shares) for one in after] == [(1800, 20 * 72), (1200, 25 * 48 + 5 * 72), (1500, 1500)]
    assert after[1].total == 2760


def test_what_is_owed_to_the_bank_is_taken_off() -> None:
    """A loan of 400 is in the purse and in the debts."""
    owing = scene("euronopoly")
    owing.given(MoneyMoved(BANK, 1, 400, "credit", {}), CreditSet(1, 400))
    assert assets(owing.game, 1) == AssetsReckoned(1, 3400, 0, 0, 400, 3000)


@pytest.mark.parametrize(
    ("first", "cash", "deeds", "winner"),
    [
        (0, (1500, 1500, 1500), {}, 2),
        (1, (1500, 1500, 1500), {}, 0),
        (0, (1500, 1440, 1400), {1: (1,)}, 0),
        (0, (1500, 1440, 1500), {1: (1,)}, 2),
    ],
)
def test_equals_are_told_apart_by_money_then_by_who_began_later(
    first: int, cash: tuple[int, ...], deeds: dict[int, tuple[int, ...]], winner: int
) -> None:
    """Of equal sums more money wins, of equal money the seat that had its first turn later."""
    tied, last = scene(), (first + 2) % 3
    tied.turn(last)
    tied.game.state.turns.first, tied.game.state.turns.round = first, 5
    tied.stands(last, 7)
    tied.cash(*cash)
    for seat, owned in deeds.items():
        tied.owns(seat, *owned)
    facts = tied.throw(last, 1, 2)
    assert [fact.seat for fact in facts if isinstance(fact, GameWon)] == [winner]


def test_who_is_out_has_no_part_in_the_end() -> None:
    """Only seats still in the game are reckoned."""
    two = scene()
    two.given(SeatBankrupted(0, BANK))
    two.turn(2)
    two.game.state.turns.round = 5
    facts = two.throw(2, 4, 6)
    assert [fact.seat for fact in facts if isinstance(fact, AssetsReckoned)] == [1, 2]


def test_the_last_solvent_seat_wins_before_time_is_up() -> None:
    """A limit of rounds takes nothing from the usual end."""
    ruined = scene(seats=2)
    ruined.cash(10, 1500)
    ruined.owns(1, 39)
    ruined.lands(0, 39)
    facts = ruined.do(DeclareBankruptcy(0))
    assert GameWon(1) in facts
    assert not any(isinstance(fact, AssetsReckoned) for fact in facts)
