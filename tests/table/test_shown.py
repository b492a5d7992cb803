"""What pages are shown besides: the feed, what to print for another evening, rents ahead, throws that add up."""

import ast
import inspect

import pytest
from editions.mega.conftest import BUS
from helpers.logged import kept, recorded
from helpers.scene import Scene
from helpers.seated import Seated

from hub.domain.commands import Advance, Buy, Draw, Throw
from hub.domain.corrections import CorrectDeed, CorrectMortgage, CorrectReleaseCard
from hub.domain.facts import Fact
from hub.domain.history import Move
from hub.domain.ids import NOBODY
from hub.domain.ledger import CreditSet, MoneyMoved, RentRequestable
from hub.domain.pieces import PieceMoved
from hub.domain.shares import ReportOwed, SellShares
from hub.domain.tasks import (
    AdvancePending,
    AgendaSet,
    BuyPending,
    DrawPending,
    OpeningThrowPending,
    ThrowAgainPending,
    ThrowPending,
)
from hub.editions import EDITIONS
from hub.editions.mega import RULES
from hub.records.retelling import retelling_of
from hub.rules.game import Game
from hub.table.game.feed import LINES_MAXIMUM, Feed
from hub.table.game.shown import ShownLog
from hub.table.interfaces.board import ButtonEvent
from hub.table.requests import AgreeHouseRules, Begin, ChooseEdition, Correct
from hub.table.views import view
from hub.table.views.options import prompt_view
from hub.table.views.printed import RebuildView, RentOpen
from hub.table.wire.audience import Audience
from hub.table.wire.contract import DeedView, View

LONG = LINES_MAXIMUM + 5

STREET, STATION, FREE, OWN, MORTGAGED = 27, 6, 30, 29, 31

EDITION = "mpmp"


def test_the_view_forgets_none_of_its_fields() -> None:
    """One that nothing fills would be empty on every page: the calls that make a view name all of them together."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(view))) if isinstance(node, ast.Call)]
    made = ("table.view", "structs.replace")
    filled = [
        {keyword.arg for keyword in call.keywords}
        for call in calls
        if ast.unparse(call.func) in made and (not call.args or ast.unparse(call.args[0]) == "shown")
    ]
    assert len(filled) == 4
    assert set().union(*filled) - {None} == set(View.__struct_fields__)


def feed_of(counts: list[int]) -> list[int]:
    """The moves of the lines that are sent after moves of so many lines each."""
    entries = [kept(seq, Move(Buy(0), (PieceMoved(0, seq, seq, "throw"),) * count)) for seq, count in enumerate(counts)]
    feed = Feed({}, entries)
    return [line.move for line in feed.newest(range(len(counts)), (), ShownLog(Audience("viewer")))]


def test_it_is_cut_between_moves():
    """A move that does not fit whole is not sent, one that just fits is, and the newest is sent however long."""
    assert feed_of([3] * 14) == [move for move in range(1, 14) for _ in range(3)]
    assert feed_of([1] * LONG) == list(range(5, LONG))
    assert feed_of([2, LINES_MAXIMUM - 1, 1]) == [1] * (LINES_MAXIMUM - 1) + [2]
    assert feed_of([1, LONG]) == [1] * LONG
    assert feed_of([1, LONG, 0, 1]) == [3]


@pytest.mark.parametrize("role", ["viewer", "banker"])
def test_with_what_is_older_it_is_the_whole_history(role):
    """After each move of a game: the lines of older moves and the feed are all the lines there are, none twice."""
    played, _ = recorded("haustein/mixed-2")
    audience = Audience(role)
    steps = [
        step for first in range(0, len(played.entries), 100) for step in retelling_of(played, first, audience).steps
    ]
    log, every = [], []
    feed, cut = Feed(played.rules.rows, log), 0
    for stored, step in zip(played.entries, steps, strict=True):
        log.append(stored)
        every.extend(step.lines)
        newest = feed.newest(range(stored.seq + 1), (), ShownLog(audience))
        cut += len(every) > LINES_MAXIMUM and every[-LINES_MAXIMUM].move == every[-LINES_MAXIMUM - 1].move
        assert [line for line in every if line.move < newest[0].move] + list(newest) == every
    assert cut > 20, "the game has moves of several lines where it is cut"


@pytest.mark.parametrize(("game", "by"), [("haustein/mixed-2", "throw"), ("mpmp/corrected-2", "chance")])
def test_the_first_turn_says_why_it_is_whose_it_is(game, by):
    """The highest throw or chance; later turns follow by themselves, and feed and retelling say the same."""
    played, _ = recorded(game)
    audience = Audience("viewer")
    lines = [line for step in retelling_of(played, 0, audience).steps for line in step.lines]
    begun = [line.args.get("by") for line in lines if line.key == "turn_began"]
    assert begun[0] == by
    assert set(begun[1:]) == {None}
    early = played.entries[:9]
    fed = Feed(played.rules.rows, early).newest(range(len(early)), (), ShownLog(audience))
    assert next(line for line in fed if line.key == "turn_began").args["by"] == by


def begun(seated: Seated, edition: str) -> Seated:
    """A game of an edition; the hub throws for who begins."""
    seated.do(ChooseEdition(edition))
    seated.do(Begin())
    while isinstance(asked := seated.view().prompt.task, OpeningThrowPending):
        seated.play(Throw(asked.seats[0]))
    return seated


def happened(seated: Seated, fact: Fact) -> None:
    """Something that takes a whole evening to come about."""
    fact.fold(seated.table.state.live.game.state)


def test_cards_deeds_stock_and_what_is_awaited(playing: Seated):
    """Each in front of whom it lies, and the open question."""
    playing.do(Correct(CorrectDeed(5, 1)))
    playing.do(Correct(CorrectMortgage(5, mortgaged=True)))
    playing.do(Correct(CorrectReleaseCard("chance", NOBODY, 1)))
    playing.play(Throw(0, (2, 2)))
    view = playing.view()
    assert view.deeds == (DeedView(5, 1, True, 0),)
    assert [seat.release_cards for seat in view.seats] == [(), ("chance",)]
    assert (view.on_turn, view.streak, view.stock) == (0, 1, {"house": 32, "hotel": 12})
    assert playing.table.rebuild().tasks == (AdvancePending(0, 4, "throw"),)


def test_rents_that_can_be_asked_for(seated: Seated):
    """Nobody has asked for them yet."""
    begun(seated, "mega")
    happened(seated, RentRequestable(MoneyMoved(0, 1, 26, "rent_street", {})))
    assert seated.table.rebuild().rents == (RentOpen(0, 1, 26),)


def test_what_waits_is_shown_as_it_will_come(playing: Seated):
    """Three questions one upon the other: the next one is what comes after the open one, and the sheet has all."""
    last, second, now = BuyPending(1, 6, 100), DrawPending(1, "chance"), ThrowPending(0)
    happened(playing, AgendaSet((last, second, now), 1))
    prompt = playing.view().prompt
    assert (prompt.task, prompt.then, prompt.waiting) == (now, second, 2)
    assert playing.table.rebuild().tasks == (now, second, last)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_sheet(seated: Seated, edition: str):
    """The question of the first turn is on it, before any game there is none; the view has reports and debts."""
    assert seated.table.rebuild() is None
    seated.do(ChooseEdition(edition))
    offered = [rule.id for rule in EDITIONS[edition].house_rules if not rule.values]
    seated.do(AgreeHouseRules(tuple(offered[:1])))
    assert seated.table.sheet().house_rules == tuple(offered[:1])
    begun(seated, edition)
    assert seated.table.rebuild() == RebuildView(edition, (seated.view().prompt.task,), ())
    happened(seated, ReportOwed(1, 2, demanded=False))
    happened(seated, CreditSet(1, 350))
    view = seated.view()
    assert view.seats[1].owed == 350
    owed = [issuer.owed_since for issuer in view.market.issuers] if view.market else None
    assert owed == ([None, 2] if SellShares in EDITIONS[edition].handlers else None)


@pytest.fixture
def scene() -> Scene:
    """Three players, the first about to throw."""
    return Scene(RULES)


def offered(game: Game) -> dict[int | None, int]:
    """The rent that awaits seat 0 there, by the space it may choose to go to."""
    shown = prompt_view(game, "q", Audience("seat", 0))
    return {option.goal: option.awaits for option in shown.options if option.goal is not None}


def to_choose(scene: Scene) -> dict[int | None, int]:
    """A triple lets seat 0 choose among all spaces."""
    scene.stands(0, 20)
    scene.throw(0, 2, 2, 2)
    return offered(scene.game)


def test_another_ones_street_and_station_say_their_rent(scene: Scene) -> None:
    """As it is now; nothing does where none is due or it follows the dice, and one's own space is no goal (D14)."""
    utility = next(space for space, deed in RULES.track.deeds.items() if deed.kind == "utility")
    scene.owns(1, STREET, STATION, MORTGAGED, utility)
    scene.owns(0, OWN)
    scene.mortgaged(MORTGAGED)
    found = to_choose(scene)
    assert (found[STREET], found[STATION]) == (1_800, 2_500)
    assert [found[space] for space in (OWN, FREE, MORTGAGED, utility)] == [0] * 4
    assert scene.space(0) not in found
    assert len(found) == len(RULES.track.spaces) - 1


def test_the_bus_says_to_which_card_space_it_goes(scene: Scene) -> None:
    """The next one ahead."""
    scene.stands(0, 4)
    scene.throw(0, 4, 5, BUS)
    assert offered(scene.game) == {22: 0}


@pytest.fixture
def moving(seated: Seated) -> tuple[Seated, int]:
    """A game in which throws add up, and whose turn it is."""
    seated.do(ChooseEdition(EDITION))
    seated.do(Begin())
    return seated, seated.view().on_turn


def test_stops_are_shown_until_the_piece_is_put_down(moving):
    """After 3 + 3 and 4 + 4 spaces 6 and 14 are passed, which the feed tells, and undo takes back; 17 is no stop."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    assert table.view().stops == (6,)
    assert [line.key for line in table.view().feed[-2:]] == ["dice_thrown", "stop_passed"]
    assert table.view().feed[-1].args == {"seat": seat, "space": 6, "steps": 6}
    table.play(Throw(seat, (4, 4)))
    table.undo()
    assert (table.view().stops, table.view().prompt.task) == ((6,), ThrowAgainPending(seat))
    table.play(Throw(seat, (4, 4)))
    table.play(Throw(seat, (2, 1)))
    view = table.view()
    assert (view.stops, view.prompt.task) == ((6, 14), AdvancePending(seat, 17, "throw"))
    table.play(Advance(seat))
    assert table.view().stops == ()


def test_a_die_button_throws_on(moving):
    """The console's button throws again too, and its lamps blink for it."""
    table, seat = moving
    table.play(Throw(seat, (3, 3)))
    assert table.view().prompt.task == ThrowAgainPending(seat)
    assert table.board.shown["node-0"].lamps["die1"] == "blink"
    table.board.report(ButtonEvent("node-0", "die1", "short"))
    assert [line.key for line in table.view().feed].count("dice_thrown") == 2


def test_the_hub_picks_the_card_whoever_asks(moving):
    """A card named by a browser is not the one that is drawn, save by chance; the stored command names what was."""
    table, seat = moving
    drawn = set()
    for _ in range(12):
        table.play(Throw(seat, (1, 6)))
        assert table.view().stops == (), "only throws that add up pass any"
        table.play(Advance(seat))
        assert isinstance(table.view().prompt.task, DrawPending)
        table.play(Draw(seat, 4))
        stored = table.table.state.live.entries[-1].entry.command
        assert stored.card == next(line.args["card"] for line in table.view().feed[::-1] if line.key == "card_drawn")
        drawn.add(stored.card)
        for _ in range(3):
            table.undo()
    assert len(drawn) > 1
