"""Hindsight: luck and decisions add up to the whole change; looked for at the end alone, once, where it is wanted."""

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.house import until
from helpers.logged import recorded
from helpers.memory_store import MemoryStore
from helpers.near_workers import NearWorkers
from helpers.seated import Seated
from msgspec.structs import replace

from hub.domain.commands import Bundle, Draw, OfferTrade
from hub.domain.deeds import DeedMoved
from hub.domain.history import Move
from hub.domain.ids import NOBODY
from hub.domain.state import fold
from hub.domain.tasks import AgendaSet, DrawPending
from hub.editions import EDITIONS
from hub.features.odds.contract import HindsightView, LookingBackView, OddsView
from hub.features.odds.hindsight import desk
from hub.features.odds.hindsight.desk import FIRST, HindsightDesk, halves, in_turn, look_back, past_of, usual_budget
from hub.features.odds.hindsight.spans import FinishedGame, Span, _Laid, play, spans_of
from hub.features.odds.outlook import Budget
from hub.features.odds.position import EVALUATION, TO_THE_END, packed
from hub.features.odds.requests import SetOutlook
from hub.features.odds.settings import ODDS
from hub.features.odds.threads import OddsThread
from hub.rules.game import Game
from hub.simulation.workers import GivenUp
from hub.table.game.chance import Dice
from hub.table.interfaces.storage import Batch
from hub.table.lobby import seated
from hub.table.requests import NewGame, Redo

ANNA, BEN = 0, 1

NOTHING = LookingBackView(wanted=False)


def test_positions_are_looked_at_from_far_to_near():
    """Decisions first, then halves, each once; all in the end."""
    assert sorted(halves(10)) != list(halves(10))
    assert set(halves(10)) == set(range(10))
    spans = [Span("throw", number, number + 1, (0,), number) for number in range(20)]
    spans[7] = Span("deal", 7, 8, (0, 1), 7)
    found = in_turn(spans)
    assert found[:3] == [spans[0], spans[7], spans[8]]
    assert sorted(span.first for span in found) == list(range(20))


def test_a_throw_laid_for_a_number_shows_every_pair_equally_often():
    """Over 36 numbers each pair of faces comes once; the same number shows the same again."""
    assert len({_Laid("seed", number).faces(2) for number in range(36)}) == 36
    first, again = _Laid("seed", 7), _Laid("seed", 7)
    assert [first.faces(3), first.faces(2)] == [again.faces(3), again.faces(2)]


def test_a_throw_that_is_made_whatever_else_could_be_is_thrown():
    """A position before a throw, played on with the throw forced: the same odds as unforced where bots would throw."""
    played, _ = recorded("classic/sensible-3")
    past = past_of(played, ("g", 1))
    span = next(span for span in spans_of(past.rules, past.moves) if span.kind == "throw" and not span.thrown)
    game = packed(past)
    forced, free = (play(game, replace(span, thrown=thrown), "s", range(72))[0] for thrown in (True, False))
    for seat in range(3):
        odds = [sum(chances[seat] for chances in found) / 72 for found in (forced, free)]
        assert odds[0] == pytest.approx(odds[1], abs=0.05)


def test_a_card_that_is_drawn_while_an_offer_waits_is_drawn():
    """Rollouts before it begin with the card, as those before such a throw do with the throw; each has its own card."""
    rules = EDITIONS["classic"]
    game = Game(rules)
    start = rules.opening.set_up(game, 2, Dice("offer"))
    moves = [Move(start, game.decide(start))]
    moves.append(
        Move(start, (DeedMoved(1, NOBODY, ANNA), AgendaSet((DrawPending(BEN, next(iter(game.state.decks.piles))),), 1)))
    )
    fold(moves[-1].facts, game.state)
    said = (OfferTrade(ANNA, BEN, Bundle(deeds=(1,)), Bundle(money=10)), Draw(BEN))
    moves += [Move(command, game.decide(command)) for command in said]
    *_, undone, card = spans_of(rules, moves)
    assert (undone.kind, card.kind, card.thrown) == ("undone", "card", True)
    (found,) = play(packed(FinishedGame("g", 4, rules, moves, 2, ANNA)), card, "s", range(4))
    assert len({*found}) > 1


def short(name: str = "classic/evening-3") -> FinishedGame:
    played, _ = recorded(name)
    return past_of(played, ("0123abcd", len(played.entries)))


def check_sums(found: HindsightView, past: FinishedGame) -> None:
    """Curves end with the winner, and what is said of luck and decisions adds up."""
    assert [curve[-1] for curve in found.odds.seats] == [float(seat == past.winner) for seat in range(past.seats)]
    assert all(share.start + share.luck + share.own + share.others == share.end for share in found.shares)


@pytest.fixture(scope="module")
def whole():
    """A whole game looked back at: what was found, what workers were asked, and the progress."""
    near, heard = NearWorkers(), list[int]()
    return look_back(near.workers, short(), Budget(FIRST, 1e9), progress=heard.append), near.asked, heard


@pytest.mark.gate
def test_a_whole_game_is_looked_back_at(whole):
    """Odds make one at each turn and end with the winner; shares add up; the same again the second time."""
    (found, _, _), past = whole, short()
    assert look_back(NearWorkers().workers, past, Budget(FIRST, 1e9)) == found
    check_sums(found, past)
    for point in zip(*found.odds.seats, strict=True):
        assert sum(point) == pytest.approx(1, abs=0.01)
    assert found.odds.turns == tuple(sorted({*found.odds.turns}))
    assert found.turning
    assert all(turned.reach < max(map(abs, turned.changes)) for turned in found.turning)
    assert (found.game, found.entries) == (past.game, past.entries)


@pytest.mark.gate
def test_progress_only_grows(whole):
    """It stays below a hundred until all is found."""
    *_, heard = whole
    assert heard == sorted(heard)
    assert 0 <= heard[0] <= heard[-1] < 100


@pytest.mark.gate
def test_what_is_promising_is_measured_again_with_other_luck(whole):
    """With twice the rollouts and another seed, before and after each of the greatest changes."""
    plays = [given for name, given in whole[1] if name == "play"]
    seeds = [given[2] for given in plays]
    assert seeds == sorted(seeds)
    assert {len(given[3]) for given in plays if given[2].endswith("again")} == {2 * FIRST}
    assert 2 <= sum(seed.endswith("again") for seed in seeds) <= 32


@pytest.mark.gate
@pytest.mark.parametrize("name", ["mpmp/corrected-2", "haustein/mixed-2", "mega/mixed-2", "euronopoly/mixed-2"])
def test_where_time_is_short_there_are_fewer_points(name):
    """Every edition, in a second or little more: still from the beginning to the end, and the sums are right."""
    past = short(name)
    found = look_back(NearWorkers().workers, past, Budget(288, 1.0))
    assert len(found.odds.turns) >= 2
    check_sums(found, past)
    assert found.engine == (TO_THE_END if past.rules.agreed else EVALUATION)


def test_a_weak_machine_looks_less_closely(monkeypatch):
    """One processor is asked for less; nobody waits for longer than some minutes."""
    budgets = []
    for count in (1, 4):
        monkeypatch.setattr("hub.features.odds.hindsight.desk.processors", lambda: count)  # noqa: B023 at once
        budgets.append(usual_budget(EDITIONS["classic"]))
    weak, usual = budgets
    assert weak.rollouts < usual.rollouts
    assert weak.seconds <= usual.seconds <= 600


class Evening(Seated):
    """A game of three that is over, or its first so many entries, with the outlook on or off."""

    def __init__(self, *, outlook: bool = True, moves: int | None = None) -> None:
        played, _ = recorded("classic/evening-3")
        lobby = replace(seated(played.record.edition, played.record.names), game=played.record.id)
        store = MemoryStore()
        documents = {"lobby": msgspec.json.encode(lobby), "odds": msgspec.json.encode({"on": outlook})}
        store.commit(Batch(documents=documents))
        for entry in played.entries[:moves]:
            store.commit(Batch(game=played.record, entry=entry))
        super().__init__(store, FakeBoard("side", 4))
        self.desk = self.table.desk(HindsightDesk)

    def again(self) -> HindsightDesk:
        """At the next start of the hub."""
        return Seated(self.store, FakeBoard("side", 4)).table.desk(HindsightDesk)

    def found(self) -> LookingBackView:
        game, entries = self.desk.wanted()
        odds = OddsView(turns=(0, 1), seats=((0.5, 1.0), (0.5, 0.0)), reach=0.1)
        rest = {"shares": (), "turning": (), "luckiest": None, "best": None, "rollouts": 9, "engine": "x"}
        view = HindsightView(game=game, entries=entries, odds=odds, **rest)
        return LookingBackView(wanted=True, percent=100, found=view)

    def looking(self) -> OddsThread:
        self.desk.budget = Budget(FIRST, 2.0)
        return OddsThread(self.desk)

    def stored(self) -> list[str]:
        return [name for name in self.store.documents if name.startswith("hindsight")]


def test_a_game_is_looked_back_at_when_it_is_over():
    """Not before; then it is wanted until it is found, and what was found is there on another evening."""
    running = Evening(moves=40)
    assert (running.desk.wanted(), running.desk.shown()) == (None, NOTHING)
    over = Evening()
    moment, found = over.desk.wanted(), over.found()
    assert moment[0] == over.table.state.live.record.id
    over.desk.note(moment, 40)
    assert over.desk.shown() == LookingBackView(wanted=True, percent=40)
    over.desk.answer(moment, found)
    assert over.desk.wanted() is None
    assert (over.again().shown(), over.again().wanted()) == (found, None)
    over.undo()
    over.do(Redo(over.view().redo))
    assert over.desk.shown() == over.again().shown() == LookingBackView(wanted=True), "another end, if only by its log"


def test_a_game_that_was_played_without_outlook_is_never_looked_back_at():
    """Also if it is switched on afterwards: those who played it did not want to know. Nor after the next start."""
    table = Evening(outlook=False)
    assert (table.desk.wanted(), table.desk.shown()) == (None, NOTHING)
    table.do(SetOutlook(on=True))
    assert (table.desk.wanted(), table.desk.shown()) == (None, NOTHING)
    assert table.again().shown() == NOTHING


def test_whoever_switches_it_off_has_the_last_word():
    """What was found is not shown any more, also if somebody switches it on again."""
    table = Evening()
    table.desk.answer(table.desk.wanted(), table.found())
    for on in (False, True):
        table.do(SetOutlook(on))
        assert table.desk.shown() == NOTHING


def test_switched_on_before_the_end_it_is_looked_back_at():
    """The game is theirs who play it to its end: a no that was taken back in time is none."""
    table = Evening(outlook=False)
    table.do(SetOutlook(on=True))
    table.undo()
    table.do(SetOutlook(on=False))
    table.do(SetOutlook(on=True))
    assert ODDS.at(table.table.state).declined is None


def test_an_undo_makes_another_game_of_it():
    """What was found of the old end is not shown for the new one, and an answer that comes too late is thrown away."""
    table = Evening()
    moment, found = table.desk.wanted(), table.found()
    table.undo()
    table.desk.note(moment, 50)
    table.desk.answer(moment, found)
    assert table.desk.shown() == NOTHING
    assert not table.desk.is_wanted(moment)
    assert table.stored() == []
    table.do(NewGame())
    assert table.desk.wanted() is None


def test_what_cannot_be_stored_or_read_is_found_again():
    """A full disk, and a document that somebody damaged, cost no more than the work."""
    table = Evening()
    moment, found = table.desk.wanted(), table.found()
    table.store.fail_with = "disk_full"
    table.desk.answer(moment, found)
    assert table.desk.shown() == found
    table.store.fail_with = None
    table.store.documents[f"hindsight:{moment[0]}"] = b"{"
    assert table.again().wanted() is not None


@pytest.mark.gate
@pytest.mark.usefixtures("unyielding")
def test_the_end_of_a_game_is_explained_in_processes_of_their_own():
    """With real workers, and progress on the way; afterwards it is stored with the game."""
    over = Evening()
    thread = over.looking()
    thread.start()
    until(lambda: over.desk.shown().found is not None, "it is found", patience_s=120)
    thread.stop()
    found = over.desk.shown().found
    assert sum(curve[0] for curve in found.odds.seats) == pytest.approx(1, abs=0.01)
    assert over.store.document(f"hindsight:{found.game}") == msgspec.json.encode(found)


def test_nothing_is_looked_at_where_nobody_wants_to_know(monkeypatch):
    """Switched off: no position is measured."""
    looked, over = [], Evening()
    monkeypatch.setattr(desk, "look_back", lambda *_arguments: looked.append(1))
    over.do(SetOutlook(on=False))
    over.looking()._look()
    assert not looked


def test_an_end_that_is_taken_back_is_given_up(monkeypatch):
    """An undo in the middle of it: it is looked for no further, and nothing is kept."""
    real, over, heard = desk.look_back, Evening(), list[int]()

    def undone(_workers, past, budget, unwanted, progress):
        def noted(percent):
            heard.append(percent)
            over.undo()

        with pytest.raises(GivenUp) as given_up:
            real(NearWorkers().workers, past, budget, unwanted, noted)
        raise given_up.value

    monkeypatch.setattr(desk, "look_back", undone)
    over.looking()._look()
    assert (len(heard), over.stored()) == (1, [])
