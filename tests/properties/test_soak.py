"""Hundreds of whole games without a violation, and a state machine that does legal and illegal things in any order."""

import copy
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import msgspec
import pytest
from helpers.hub_process import bankhalter
from helpers.play import random_command, random_offer
from helpers.representative import first_stands_for
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from hub.domain.commands import Bundle, Command, OfferTrade, SeatCommand
from hub.domain.corrections import CorrectBuildings, CorrectDeed, Correction, CorrectMoney
from hub.domain.deeds import DeedMoved, StageSet
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.shares import OfferShares
from hub.domain.state import State, fold
from hub.domain.tasks import asked
from hub.domain.turns import AgreeEnd, CallLastRound, solvent
from hub.domain.unions import AnyCorrection, AnyFact, AnySeatCommand
from hub.editions import EDITIONS
from hub.rules.game import Choice, Game, Rejected, choices, free_choices, with_chance
from hub.rules.slots import Rules
from hub.simulation.checks import position
from hub.table.game.chance import Dice

SERIES = (
    ("--games", "110", "--seats", "4"),
    ("--games", "110", "--seats", "3", "--bots", "mixed"),
    ("--games", "100", "--seats", "2"),
    ("--games", "70", "--seats", "5", "--bots", "mixed"),
    ("--games", "80", "--seats", "4", "--bots", "sensible,random", "--house-rules"),
    ("--games", "30", "--seats", "8"),
)
EXAMPLES, FEW = 600, 30
SHARE = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 5
"""`all` plays the first fifth of these games and examples, `BANKHALTER_SOAK=full` plays all; the gate, one series."""

PROCESSES = 2
SERIES_MAXIMUM_S = 300
FINISHED_SHARE = 0.95
FACTS = msgspec.json.Decoder(tuple[AnyFact, ...])


def series(edition: str, number: int) -> dict[str, Any]:
    """Run one series in a process of its own; what it told."""
    arguments = list(SERIES[number])
    arguments[1] = str(int(arguments[1]) // SHARE)
    arguments[3] = str(min(int(arguments[3]), EDITIONS[edition].seats[1]))
    if arguments[-1] == "--house-rules":
        arguments.append(",".join(house_rule.agreed()[-1] for house_rule in EDITIONS[edition].house_rules))
    arguments += ["--edition", edition, "--seed", f"soak-{number}", "--check", "--json", "--jobs", "1"]
    run = bankhalter("simulate", *arguments, patience_s=SERIES_MAXIMUM_S)
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


@pytest.mark.timeout(2 * SERIES_MAXIMUM_S)
@pytest.mark.parametrize(
    ("edition", "numbers"),
    [
        *((edition, [1]) for edition in EDITIONS),
        *(pytest.param(edition, range(len(SERIES)), marks=pytest.mark.all) for edition in EDITIONS),
    ],
)
def test_games_of_bots_end_by_themselves_and_violate_nothing(edition, numbers):
    """Money, deeds, buildings, replay and secrecy hold after every command; nearly all games come to their end."""
    with ThreadPoolExecutor(PROCESSES) as pool:
        shown = list(pool.map(lambda number: series(edition, number), numbers))
    games = sum(int(SERIES[number][1]) // SHARE for number in numbers)
    assert sum(tally["games"] for tally in shown) == games
    assert [violation for tally in shown for violation in tally["violations"]] == []
    assert sum(tally["finished"] for tally in shown) >= FINISHED_SHARE * games


def money() -> st.SearchStrategy[int]:
    """Amounts, mostly small, some absurd."""
    return st.integers(-10, 3000)


def bundles() -> st.SearchStrategy[Bundle]:
    """What one side of a trade might give, possible or not."""
    deeds, cards = st.lists(st.integers(-1, 41), max_size=2), st.lists(st.sampled_from(["chance", "x"]), max_size=1)
    return st.builds(Bundle, st.integers(-5, 300), deeds.map(tuple), cards.map(tuple))


FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.integers(-2, 8),
    "to": st.integers(-2, 8),
    "deed": st.integers(-2, 53),
    "space": st.integers(-2, 53),
    "amount": money(),
    "offer": st.integers(-1, 12),
    "answers": st.integers(0, 12),
    "group": st.sampled_from(["brown", "station", "x"]),
    "card": st.integers(-1, 18),
    "faces": st.lists(st.integers(0, 7), max_size=3).map(tuple),
    "source": st.just("hub"),
    "give": bundles(),
    "take": bundles(),
    "nonce": st.sampled_from(["0a", "ff"]),
    "issuer": st.integers(-2, 8),
    "price": money(),
    "interested": st.booleans(),
    "selling": st.booleans(),
    "payer": st.integers(-3, 4),
    "payee": st.integers(-3, 4),
    "owner": st.integers(-1, 4),
    "mortgaged": st.booleans(),
    "stages": st.dictionaries(st.sampled_from((1, 3, 6, 8, 9, 37, 39)), st.integers(-1, 6)),
    "jailed": st.booleans(),
    "missed": st.integers(-1, 3),
    "deck": st.sampled_from(["chance", "community", "x"]),
    "target": st.integers(-1, 4),
    "count": st.integers(-1, 25),
    "reason": st.sampled_from(["", "miscounted", "x" * 81]),
}
"""What may stand in a field of a command, sense or nonsense."""


def any_of(union: object, **others: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Any command of a union with any figures; `others` take the place of those of the same name."""
    fields = FIELDS | others
    return st.one_of(
        *(st.builds(kind, **{f.name: fields[f.name] for f in msgspec.structs.fields(kind)}) for kind in get_args(union))
    )


class Books:
    """An independent account of money, deeds and buildings, kept from the facts alone."""

    def __init__(self, seats: int, rules: Rules) -> None:
        self.balances = [0] * (seats + 2)
        self.owner: dict[int, int] = dict.fromkeys(rules.track.deeds, NOBODY)
        self.stock, self.purposes = dict(rules.stock), {*rules.rows, "correction"}

    def note(self, fact: Fact) -> None:
        if isinstance(fact, MoneyMoved):
            assert fact.amount > 0
            assert fact.purpose in self.purposes
            self.balances[fact.payer] -= fact.amount
            self.balances[fact.payee] += fact.amount
        elif isinstance(fact, DeedMoved):
            assert self.owner[fact.deed] == fact.source != fact.target
            self.owner[fact.deed] = fact.target
        elif isinstance(fact, StageSet):
            for kind, gained in fact.stock.items():
                self.stock[kind] += gained


class AnyGame(RuleBasedStateMachine):
    """One game in which everything is tried: answers, free moves, trades, nonsense, corrections, undo."""

    edition = next(iter(EDITIONS.values()))

    @initialize(seats=st.integers(2, 5), seed=st.integers(0, 2**32))
    def begin(self, seats: int, seed: int) -> None:
        seats = min(seats, self.edition.seats[1])
        self.game, self.dice, self.seats = Game(self.edition), Dice(seed), seats
        self.moves: list[tuple[Fact, ...]] = []
        self.states: list[State] = []
        self.do(self.edition.opening.set_up(self.game, seats, self.dice))

    def do(self, command: Command) -> bool:
        """Decide a command; a refusal must leave no trace. Whether it was accepted."""
        before = copy.deepcopy(self.game.state)
        decided = self.game.decide(command)
        if isinstance(decided, Rejected):
            assert self.game.state == before, f"{command} was refused and left a trace"
            return False
        self.moves.append(FACTS.decode(msgspec.json.encode(decided)))
        self.states.append(copy.deepcopy(self.game.state))
        return True

    def playing(self) -> bool:
        return bool(self.moves) and self.game.state.turns.winner == NOBODY

    def with_amount(self, choice: Choice, data: st.DataObject) -> SeatCommand:
        command: SeatCommand = choice.command
        if choice.minimum is not None and choice.maximum is not None:
            steps = data.draw(st.integers(0, (choice.maximum - choice.minimum) // choice.step))
            command = msgspec.structs.replace(command, amount=choice.minimum + steps * choice.step)
        return with_chance(self.game, command, self.dice)

    @precondition(playing)
    @rule(data=st.data(), often=st.integers(1, 12))
    def answer(self, data: st.DataObject, often: int) -> None:
        """Some legal answers to what is asked; what is offered as legal must be accepted."""
        for _ in range(often):
            task = self.game.state.agenda.task
            if task is None:
                return
            seat = data.draw(st.sampled_from(asked(task)))
            legal = [choice for choice, rejected in choices(self.game, seat) if rejected is None]
            legal = legal or [choice for choice, rejected in free_choices(self.game, seat) if rejected is None]
            assert legal, f"seat {seat} is asked by {task} and can do nothing"
            assert self.do(self.with_amount(data.draw(st.sampled_from(legal)), data))

    @precondition(playing)
    @rule(data=st.data(), seat=st.integers(0, 4))
    def beside(self, data: st.DataObject, seat: int) -> None:
        """Something legal besides the prompt."""
        legal = [choice for choice, rejected in free_choices(self.game, seat % self.seats) if rejected is None]
        if legal:
            assert self.do(self.with_amount(data.draw(st.sampled_from(legal)), data))

    @precondition(playing)
    @rule(data=st.data(), price=st.integers(0, 200))
    def trade(self, data: st.DataObject, price: int) -> None:
        """Offer a deed that somebody has, so that some offers are good."""
        owned = [(deed, owner) for deed, owner in enumerate(self.game.state.deeds.owner) if owner != NOBODY]
        if owned:
            deed, owner = data.draw(st.sampled_from(owned))
            to = data.draw(st.sampled_from([seat for seat in range(self.seats) if seat != owner]))
            self.do(OfferTrade(owner, to, Bundle(deeds=(deed,)), Bundle(money=price)))

    @precondition(playing)
    @rule(
        seat=st.integers(0, 4), to=st.integers(0, 4), issuer=st.integers(0, 4), count=st.integers(1, 25), price=money()
    )
    def trade_shares(self, seat: int, to: int, issuer: int, count: int, price: int) -> None:
        """Offer shares, so that holdings spread; an edition without them refuses."""
        self.do(OfferShares(seat % self.seats, to % self.seats, issuer % self.seats, count, price))

    @rule(command=any_of(AnySeatCommand))
    def anything(self, command: SeatCommand) -> None:
        """Nonsense is refused without a trace, or was no nonsense. What is left to chance never reaches the rules."""
        self.do(with_chance(self.game, command, self.dice))

    @rule(correction=any_of(AnyCorrection, source=st.integers(-1, 4)))
    def correct(self, correction: Correction) -> None:
        """The banker puts anything right, sense or nonsense, also what is being asked for."""
        self.do(correction)

    @rule(command=st.sampled_from((AgreeEnd(), AgreeEnd(3), AgreeEnd(60), AgreeEnd(0, 1), CallLastRound())))
    def agree_on_an_end(self, command: Command) -> None:
        """The banker says when the game ends, and the hub that it is time."""
        self.do(command)

    @precondition(playing)
    @rule(data=st.data(), seat=st.integers(0, 4), stage=st.integers(0, 6), money=st.integers(0, 500))
    def correct_group(self, data: st.DataObject, seat: int, stage: int, money: int) -> None:
        """The banker gives a whole group to a seat, perhaps built: so that buildings and debts come early."""
        spaces = data.draw(st.sampled_from(list(self.edition.track.groups.values())))
        for space in spaces:
            self.do(CorrectDeed(space, seat % self.seats))
        self.do(CorrectBuildings(dict.fromkeys(spaces, stage)))
        self.do(CorrectMoney(BANK, seat % self.seats, money))

    @precondition(lambda self: len(self.moves) > 1)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """Back to any earlier point: the fold of what is left is the state of then."""
        keep = data.draw(st.integers(1, len(self.moves)))
        del self.moves[keep:], self.states[keep:]
        self.game.restart(fold(fact for move in self.moves for fact in move))
        assert self.game.state == self.states[-1]

    @invariant()
    def nothing_is_lost(self) -> None:
        """The position is sound, and money, deeds and supply are what the facts alone say."""
        if not self.moves:
            return
        state = self.game.state
        assert list(position(self.edition, state)) == []
        books = Books(self.seats, self.edition)
        for fact in (fact for move in self.moves for fact in move):
            books.note(fact)
        assert state.ledger.balances == books.balances
        assert sum(books.balances) == 0
        assert {deed: state.deeds.owner[deed] for deed in books.owner} == books.owner
        assert state.supply.stock == books.stock


@pytest.mark.timeout(600)  # Hypothesis makes what it finds shorter for 300 s; it must live to tell it
@pytest.mark.parametrize("examples", first_stands_for([FEW, EXAMPLES // SHARE]))
@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
def test_whatever_is_tried_in_any_order_the_books_agree(rules, examples):
    """Legal and illegal commands, corrections and undo: nothing is lost, refusals leave no trace, undo is exact."""

    class Tried(AnyGame):
        """The machine for this edition."""

    Tried.edition = rules
    run_state_machine_as_test(Tried, settings=settings(max_examples=examples, stateful_step_count=50))


GAMES = 12
"""Per edition, few enough that a busy computer still has the time for all of them."""


def seats_and_seed() -> st.SearchStrategy[tuple[int, int]]:
    """How many play (at most as many as the edition takes), and the seed of their luck."""
    return st.tuples(st.integers(2, 8), st.integers(0, 2**32))


def play(rules: Rules, seats: int, seed: int, commands: int) -> Game:
    """A game of as many random players as can play, after so many commands."""
    luck, dice, game = random.Random(seed), Dice(seed), Game(rules)
    game.decide(rules.opening.set_up(game, min(seats, rules.seats[1]), dice))
    for _ in range(commands):
        offer = random_offer(game, luck) if luck.random() < 0.05 else None
        if game.state.turns.winner != NOBODY:
            break
        game.decide(offer or random_command(game, luck, dice))
    return game


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
@given(start=seats_and_seed(), length=st.integers(0, 200))
@settings(max_examples=GAMES)
def test_who_is_nobody_can_do_nothing(rules, start, length):
    """Whatever a seat can do now is refused to nobody, to the accounts (their numbers come before) and to strangers."""
    game = play(rules, *start, length)
    dice, state = Dice(start[1]), game.state
    for seat in solvent(state):
        for choice, _ in [*choices(game, seat), *free_choices(game, seat)]:
            for stranger in (NOBODY, POT, len(state.turns.out)):
                command = msgspec.structs.replace(choice.command, seat=stranger)
                assert game.refuse(with_chance(game, command, dice)) is not None
