"""When the game stands still: pieces that have to be put back after an undo or a correction, and frozen evenings."""

from types import SimpleNamespace

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import ANNA, BEN, Seated

from hub.bots import BOTS
from hub.composition.table import chooser_of
from hub.domain.commands import Advance, Buy, DeclareBankruptcy, Throw
from hub.domain.corrections import CorrectMoney, CorrectPiece
from hub.domain.tasks import AdvancePending, BuyPending, ThrowPending
from hub.table.automatic.bots import BotDesk
from hub.table.automatic.hands import SPARE_TAGS, TagMove
from hub.table.board.lights import GLOW, WRONG
from hub.table.changes.pausing import DOCUMENT
from hub.table.interfaces.board import ButtonEvent, SnapshotEvent
from hub.table.requests import AddSeat, Correct, Enrol, Freeze, GoOn, NewGame, Play, Redo, RestartTurn, Undo
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Misplaced, PauseView

ON_PHONE, BANKER = Audience("seat", 0), Audience("banker")


@pytest.fixture
def started(playing: Seated) -> Seated:
    """Both pieces stand on start, and Anna is about to throw."""
    playing.lay(ANNA, 0)
    playing.lay(BEN, 0)
    return playing


@pytest.fixture
def stood(started: Seated) -> Seated:
    """Anna has moved to the station at 5 and is asked whether she buys it."""
    started.play(Throw(0, (2, 3)))
    move(started, ANNA, 0, 5)
    assert isinstance(started.task, BuyPending)
    return started


def move(seated: Seated, uid: str, origin: int, space: int) -> None:
    seated.take(uid, origin)
    seated.lay(uid, space)


def reopened(seated: Seated, *lying: tuple[str, int]) -> Seated:
    """The same table after a restart, with pieces lying on these spaces, which the first pictures of the nodes show."""
    seated.table.stop()
    again = Seated(seated.store, FakeBoard())
    again.board.count = seated.board.count
    for node in range(4):
        tags = tuple((space % 10, uid) for uid, space in lying if space // 10 == node)
        again.board.report(SnapshotEvent(f"node-{node}", tags))
    return again


class TestPutBack:
    """After an undo, a redo or a correction; what is elsewhere for other reasons holds nothing up."""

    def test_a_piece_that_an_undo_moves_has_to_be_put_back(self, stood: Seated):
        """The throw is taken back: money waits until the piece stands on start again, and goes on by itself then."""
        stood.undo()
        assert stood.view().pause is None, "the piece may stay where it is: the move is open again"
        stood.undo()
        view = stood.view()
        assert view.pause == PauseView("put_back", (Misplaced(0, 0, 5),))
        assert (view.prompt.options, view.free, view.trade) == ((), (), False)
        ack = stood.ask(Play(Throw(0, (1, 1))))
        assert (ack.reason, ack.details) == ("put_back", {"seat": 0, "space": 0})
        stood.take(ANNA, 5)
        assert stood.view().pause == PauseView("put_back", (Misplaced(0, 0, None),))
        stood.lay(ANNA, 0)
        assert stood.view().pause is None
        stood.play(Throw(0, (1, 1)))

    def test_lights_show_the_way_back(self, stood: Seated):
        """The space glows in the player's colour and is scanned first, the wrong one red; no button is lit."""
        stood.do(RestartTurn(stood.view().undo))
        scene = stood.board.shown["node-0"]
        assert (scene.lights[0], scene.lights[5]) == (GLOW["red"], WRONG)
        assert (scene.priority, scene.sound) == ((0,), "wrong")
        assert set(scene.lamps.values()) == {"off"}
        move(stood, ANNA, 5, 0)
        scene = stood.board.shown["node-0"]
        assert (set(scene.lights), scene.lamps["die1"]) == ({0}, "blink")

    def test_buttons_and_bots_wait_too(self, stood: Seated):
        """The die on the console throws nothing; a bot whose turn it is wants nothing, and goes on afterwards."""
        lobby = stood.table.state.lobby
        anna = msgspec.structs.replace(lobby.seats[0], bot="sensible")
        stood.table.state.lobby = msgspec.structs.replace(lobby, seats=(anna, *lobby.seats[1:]))
        bots = {kind: chooser_of(make) for kind, make in BOTS.items()}
        desk = BotDesk(stood.table.state, stood.table._lock, bots)
        assert desk.wanted() is not None
        stood.do(RestartTurn(stood.view().undo))
        moves = stood.view().undo
        stood.board.report(ButtonEvent("node-0", "die1", "short"))
        assert stood.view().undo == moves
        assert desk.wanted() is None, "what it wants now would be refused, and not wanted again"
        move(stood, ANNA, 5, 0)
        assert desk.wanted() is not None

    def test_hands_of_a_simulated_board_put_pieces_where_they_belong(self, seated: Seated):
        """After a throw on the goal, in a frozen evening back where they stood; those who are out stay in the hand."""
        seated.board.simulator = SimpleNamespace(tags=dict, by_hand=False)
        seated.board.statuses = [msgspec.structs.replace(node, simulated=True) for node in seated.board.statuses]
        seated.do(AddSeat("Cleo"))
        seated.begin()
        seated.play(Throw(2, (1, 3)))
        seated.do(Correct(CorrectMoney(0, 1, 1500)))
        seated.play(Throw(0, (1, 3)))
        assert [(move.uid, move.reader) for move in seated.table.tag_moves()] == [(ANNA, 4), (BEN, 0)]
        seated.board.simulator.tags = lambda: {BEN: ("node-0", 0)}
        assert [move.uid for move in seated.table.tag_moves()] == [ANNA], "Ben's stands there"
        seated.board.simulator.tags = dict
        seated.do(Freeze())
        assert [(move.uid, move.reader) for move in seated.table.tag_moves()] == [(ANNA, 0), (BEN, 0)]
        seated.do(GoOn(anyway=True))
        seated.play(Advance(0))
        seated.play(DeclareBankruptcy(0))
        assert [move.uid for move in seated.table.tag_moves()] == [BEN]

    def test_hands_take_away_what_is_nobodys_piece_any_more(self, seated: Seated):
        """Ben's old one, once Ben has got another, is lifted where it lies: nobody asks for ever whose it is."""
        lying = {BEN: ("node-1", 3)}
        seated.board.simulator = SimpleNamespace(tags=lambda: lying, by_hand=False)
        seated.board.statuses = [msgspec.structs.replace(node, simulated=True) for node in seated.board.statuses]
        assert seated.table.tag_moves() == []
        seated.do(Enrol(1, SPARE_TAGS[0]))
        taken = TagMove(BEN, "node-1", 3, tap=True)
        assert seated.table.tag_moves() == [taken]
        seated.begin()
        assert [move.uid for move in seated.table.tag_moves()] == [ANNA, SPARE_TAGS[0], BEN], "those who play first"

    def test_hands_tap_a_starter_only_while_it_plays(self):
        """Not in a pause, nor once somebody has won; a new player is given a piece that nobody has."""
        seated = Seated(MemoryStore(), FakeBoard("starter", 1))
        seated.board.simulator = SimpleNamespace(tags=dict, by_hand=False)
        seated.board.statuses = [msgspec.structs.replace(node, simulated=True) for node in seated.board.statuses]
        for seat, spare in enumerate(SPARE_TAGS[:2]):
            seated.do(Enrol(seat))
            assert [move.uid for move in seated.table.tag_moves()] == [spare]
            seated.do(Enrol(seat, spare))
        seated.begin()
        seated.do(Correct(CorrectMoney(0, -1, 1_500)))
        seated.play(Throw(0, (1, 3)))
        assert [move.uid for move in seated.table.tag_moves()] == [SPARE_TAGS[0]]
        seated.do(Freeze())
        assert seated.table.tag_moves() == []
        seated.do(GoOn(anyway=True))
        seated.play(Advance(0))
        seated.play(DeclareBankruptcy(0))
        assert (seated.view().winner, seated.table.tag_moves()) == (1, [])

    @pytest.mark.parametrize("left", [None, 20])
    def test_who_went_out_takes_the_piece_along(self, seated: Seated, left: int | None):
        """What the bankrupt take off the board, or leave anywhere, is neither adrift nor asked for after a break."""
        seated.do(AddSeat("Cleo"))
        seated.begin()
        seated.play(Throw(2, (1, 3)))
        for uid in (ANNA, BEN):
            seated.lay(uid, 0)
        seated.do(Correct(CorrectMoney(0, 1, 1500)))
        seated.play(Throw(0, (1, 3)))
        move(seated, ANNA, 0, 4)
        seated.play(DeclareBankruptcy(0))
        seated.take(ANNA, 4)
        if left is not None:
            seated.lay(ANNA, left)
        assert (seated.view().board.drift, seated.view().pause) == ((), None)
        seated.do(Freeze())
        assert seated.view().pause == PauseView("frozen", ())
        seated.do(GoOn())
        seated.play(Throw(1, (1, 2)))

    def test_who_is_in_the_game_again_puts_the_piece_back(self, started: Seated):
        """It was taken off the board with the bankruptcy that is taken back."""
        started.do(Correct(CorrectMoney(0, 1, 1500)))
        started.play(Throw(0, (1, 3)))
        move(started, ANNA, 0, 4)
        started.play(DeclareBankruptcy(0))
        started.take(ANNA, 4)
        started.undo()
        assert started.view().pause == PauseView("put_back", (Misplaced(0, 4, None),))

    def test_the_banker_may_say_so(self, stood: Seated):
        """Without the piece the game goes on only anyway; players cannot say it."""
        stood.do(RestartTurn(stood.view().undo))
        assert stood.ask(GoOn()).reason == "pieces_missing"
        assert not GoOn(anyway=True).open_to(ON_PHONE)
        stood.do(GoOn(anyway=True))
        assert stood.view().pause is None
        stood.play(Throw(0, (1, 1)))

    def test_what_moves_no_piece_pauses_nothing(self, stood: Seated):
        """A purchase taken back; Ben's piece on a walk, which is shown; a correction that says it is right there."""
        stood.play(Buy(0))
        stood.undo()
        assert stood.view().pause is None
        move(stood, BEN, 0, 12)
        for _ in range(2):
            assert (stood.view().pause, stood.view().board.drift) == (None, (Misplaced(1, 0, 12),))
            stood.play(Buy(0))
            stood.undo()
        stood.do(Correct(CorrectPiece(1, 12)))
        assert (stood.view().pause, stood.view().board.drift) == (None, ())
        stood.do(Play(Buy(0)), ON_PHONE)

    def test_redo_asks_for_the_way_there_again(self, stood: Seated):
        """Whatever moves the rules alone, the wood has to follow; redo is possible while pieces are astray."""
        stood.do(RestartTurn(stood.view().undo))
        stood.do(Redo(stood.view().redo))
        assert stood.view().pause is None, "the piece still stands where the redo has it"
        stood.do(RestartTurn(stood.view().undo))
        move(stood, ANNA, 5, 0)
        stood.do(Redo(stood.view().redo))
        assert stood.view().pause == PauseView("put_back", (Misplaced(0, 5, 0),))

    def test_what_a_second_change_moves_does_not_excuse_the_first(self, stood: Seated):
        """Anna's piece has to go back; then the banker says that Ben's stands elsewhere: both are waited for."""
        stood.do(RestartTurn(stood.view().undo))
        stood.do(Correct(CorrectPiece(1, 12)))
        assert stood.view().pause == PauseView("put_back", (Misplaced(0, 0, 5), Misplaced(1, 12, 0)))
        assert stood.board.shown["node-0"].lights[0] == GLOW["red"], "Anna's goal, though Ben's piece is wrong there"

    @pytest.mark.parametrize("then", ["Ben's is back", "the banker goes on", "Anna's was lifted again"])
    def test_an_arrival_during_a_pause_counts_when_it_is_over(self, started: Seated, then: str):
        """Anna arrives while Ben's piece is astray: her move ends with the pause, unless her piece was lifted again."""
        started.play(Throw(0, (2, 3)))
        started.do(Correct(CorrectPiece(1, 12)))
        move(started, ANNA, 0, 5)
        assert isinstance(started.task, AdvancePending)
        if then == "Anna's was lifted again":
            started.take(ANNA, 5)
        started.do(GoOn(anyway=True)) if then == "the banker goes on" else move(started, BEN, 0, 12)
        assert isinstance(started.task, AdvancePending if "lifted" in then else BuyPending)

    def test_an_arrival_that_waited_ends_with_its_game(self, started: Seated):
        """In the next one Anna's piece is on no wrong space before she could move it."""
        started.play(Throw(0, (2, 3)))
        started.do(Freeze())
        move(started, ANNA, 0, 5)
        started.do(NewGame())
        started.begin()
        started.play(Throw(0, (1, 3)))
        started.take(BEN, 0)
        assert started.view().board.wrong is None

    def test_who_throws_real_dice_may_move_first(self, started: Seated):
        """A piece that goes ahead of the typed throw is no wrong move."""
        move(started, ANNA, 0, 4)
        assert started.view().pause is None
        started.play(Throw(0, (1, 3)))
        assert started.task == AdvancePending(0, 4, "throw")

    def test_a_piece_that_the_rules_send_elsewhere_pauses_nothing(self, started: Seated):
        """Into jail people carry the piece when they get to it; it is shown as adrift meanwhile."""
        started.do(Correct(CorrectPiece(0, 25)))
        started.do(GoOn(anyway=True))
        started.play(Throw(0, (2, 3)))
        move(started, ANNA, 0, 30)
        view = started.view()
        assert view.seats[0].misses == 0
        assert (view.pause, view.board.drift) == (None, (Misplaced(0, 10, 30),))

    def test_on_a_wrong_space_only_the_banker_overrules_the_board(self, started: Seated):
        """The player's own phone cannot say that she has arrived while her piece is seen elsewhere."""
        started.play(Throw(0, (2, 3)))
        move(started, ANNA, 0, 6)
        assert started.ask(Play(Advance(0)), ON_PHONE).details == {"seat": 0, "space": 5}
        refused = {who: started.view(who).prompt.options[0].refused for who in (ON_PHONE, BANKER)}
        assert refused == {ON_PHONE: "put_back", BANKER: None}, "and is not offered it"
        started.board.report(ButtonEvent("node-0", "ok", "short"))
        assert isinstance(started.task, AdvancePending)
        started.do(Play(Advance(0)))
        assert isinstance(started.task, BuyPending)

    def test_a_restart_comes_back_into_it(self, stood: Seated):
        """The pause is stored with the undo, and ends when the piece is seen on its space."""
        stood.do(RestartTurn(stood.view().undo))
        again = reopened(stood, (ANNA, 5), (BEN, 0))
        assert again.view().pause == PauseView("put_back", (Misplaced(0, 0, 5),))
        move(again, ANNA, 5, 0)
        assert again.view().pause is None

    @pytest.mark.parametrize("action", [RestartTurn(4), Freeze()])
    def test_what_cannot_be_stored_pauses_nothing(self, stood: Seated, action):
        """Neither the undo nor the end of the evening happened: the banker reads why, and the game goes on."""
        assert stood.view().undo == 4
        stood.store.fail_with = "disk_full"
        assert stood.ask(action).reason == "not_stored"
        stood.store.fail_with = None
        assert stood.view().pause is None
        assert isinstance(stood.task, BuyPending)


class TestFrozen:
    """The evening ends and goes on another day."""

    def test_nothing_changes_a_frozen_game(self, stood: Seated):
        """Neither commands nor corrections nor undo, no button, no piece; nor is anything offered."""
        stood.do(Freeze())
        before = stood.view()
        assert (before.prompt.options, before.undo, before.pause) == ((), 0, PauseView("frozen", ()))
        refused = (Play(Buy(0)), Correct(CorrectMoney(-1, 0, 10)), Undo(2), Redo(0), RestartTurn(2))
        assert [stood.ask(action).reason for action in refused] == ["frozen"] * len(refused)
        stood.board.report(ButtonEvent("node-0", "ok", "short"))
        move(stood, ANNA, 5, 9)
        move(stood, ANNA, 9, 5)
        assert msgspec.structs.replace(stood.view(), version=0) == msgspec.structs.replace(before, version=0)
        stood.do(GoOn())
        stood.play(Buy(0))

    def test_a_restart_comes_back_frozen_and_asks_for_the_pieces(self, stood: Seated):
        """The next evening says what is missing, lights the way, and goes on when all pieces stand there."""
        stood.do(Freeze())
        again = reopened(stood, (BEN, 0))
        assert again.view().pause == PauseView("frozen", (Misplaced(0, 5, None),))
        assert again.board.shown["node-0"].lights[5] == GLOW["red"]
        assert again.board.shown["node-0"].sound is None
        ack = again.ask(GoOn())
        assert (ack.reason, ack.details) == ("pieces_missing", {"count": 1})
        again.lay(ANNA, 5)
        assert again.view().pause == PauseView("frozen", ())
        again.do(GoOn())
        assert again.view().pause is None
        again.play(Buy(0))

    def test_the_banker_may_go_on_without_the_pieces(self, stood: Seated):
        """What is still missing afterwards is shown as adrift, and holds nothing up."""
        stood.do(Freeze())
        again = reopened(stood)
        again.do(GoOn(anyway=True))
        view = again.view()
        assert (view.pause, len(view.board.drift)) == (None, 2)
        again.play(Buy(0))

    def test_a_piece_on_its_way_stands_where_it_came_from(self, started: Seated):
        """Frozen between throw and arrival: the piece belongs on its old space, and its way there is asked again."""
        started.play(Throw(0, (2, 3)))
        started.do(Freeze())
        assert set(started.board.shown["node-0"].lights) == {0}, "the destination is dark meanwhile"
        again = reopened(started, (ANNA, 0), (BEN, 0))
        assert again.view().pause == PauseView("frozen", ())
        again.do(GoOn())
        assert again.task == AdvancePending(0, 5, "throw")
        move(again, ANNA, 0, 5)
        assert isinstance(again.task, BuyPending)

    def test_freezing_ends_what_was_to_be_put_back(self, stood: Seated):
        """The sheet says where all pieces go; the next evening begins with it."""
        stood.do(RestartTurn(stood.view().undo))
        stood.do(Freeze())
        view = stood.view()
        assert (view.pause, view.undo, view.redo) == (PauseView("frozen", (Misplaced(0, 0, 5),)), 0, 0)
        stood.do(GoOn(anyway=True))
        assert stood.view().redo, "what was taken back may be made again once the evening goes on"
        assert stood.view().pause is None

    def test_only_a_running_game_can_be_frozen(self, seated: Seated):
        """In the lobby there is nothing to freeze and nothing to go on with."""
        assert [seated.ask(action).reason for action in (Freeze(), GoOn(anyway=True))] == ["no_game"] * 2

    def test_the_pause_of_another_game_counts_no_longer(self, stood: Seated):
        """A document of an older game pauses nothing."""
        stood.do(Freeze())
        frozen = stood.store.documents[DOCUMENT]
        stood.do(GoOn())
        stood.do(NewGame())
        stood.store.documents[DOCUMENT] = frozen
        stood.begin()
        again = reopened(stood, (ANNA, 0), (BEN, 0))
        assert again.view().pause is None


@pytest.mark.parametrize("statuses", [None, []], ids=["no reader has seen a piece", "no board at all"])
def test_where_nothing_is_seen_there_is_nothing_to_put_back(playing: Seated, statuses: list | None):
    """Undo pauses nothing; where everything is done on the screen a frozen evening goes on without a question."""
    if statuses is not None:
        playing.board.statuses = statuses
    playing.throw(0, 2, 3)
    playing.do(RestartTurn(playing.view().undo))
    assert playing.view().pause is None
    playing.do(Freeze())
    assert len(playing.view().pause.missing) == (0 if statuses == [] else 2)
    playing.do(GoOn(anyway=statuses is None))
    assert playing.task == ThrowPending(0)
