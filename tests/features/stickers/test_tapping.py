"""A player's phone reads the sticker of a space, and the table takes it as it takes a reader's report."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import ANNA, BEN, Seated

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import AdvancePending, BuyPending
from hub.features.stickers.stickers import Stick, Tap, Unstick
from hub.table.interfaces.board import TagEvent
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.requests import ChooseEdition, Correct, Enrol, Freeze, NewGame
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Misplaced

TAX, STATION, START, OTHER = "04111111111104", "04222222222205222222", "04333333333300", "0444444444440B"
ANNAS, BENS = Audience("seat", 0), Audience("seat", 1)


@pytest.fixture
def stuck(playing):
    """Anna is about to throw; three spaces have stickers."""
    for uid, space in ((START, 0), (TAX, 4), (STATION, 5)):
        playing.do(Stick(space, uid))
    return playing


class TestTapping:
    """What a phone has read, said by the seat itself."""

    def test_another_sticker_is_reported_and_moves_no_money(self, stuck):
        """A wrong space glows red for all to see, and the move stays open until the right one is tapped, and paid."""
        stuck.play(Throw(0, (1, 3)))
        stuck.do(Tap(0, STATION), ANNAS)
        assert stuck.view().board.wrong == Misplaced(0, 4, 5)
        assert stuck.board.shown["node-0"].lights[5] == 0xFF0000
        assert (stuck.task, stuck.balances()) == (AdvancePending(0, 4, "throw"), [1500, 1500])
        stuck.do(Tap(0, TAX), ANNAS)
        assert (stuck.view().board.wrong, stuck.balances()) == (None, [1300, 1500])

    def test_tapping_where_it_came_from_takes_the_wrong_space_back(self, stuck):
        """The piece stands where it was before the throw: nothing is wrong any more, and nothing has moved."""
        stuck.play(Throw(0, (1, 3)))
        stuck.do(Tap(0, STATION), ANNAS)
        stuck.do(Tap(0, START), ANNAS)
        assert (stuck.view().board.wrong, stuck.task) == (None, AdvancePending(0, 4, "throw"))

    def test_a_space_stays_wrong_while_the_right_one_cannot_be_stored(self, stuck):
        """The tap is refused, and the red light is not gone."""
        stuck.play(Throw(0, (1, 3)))
        stuck.do(Tap(0, STATION), ANNAS)
        stuck.store.fail_with = "disk_full"
        assert stuck.ask(Tap(0, TAX), ANNAS).reason is not None
        assert stuck.view().board.wrong == Misplaced(0, 4, 5)

    def test_a_sticker_that_nobody_knows(self, stuck):
        """An unknown sticker, such as that of a piece or a bus ticket, is refused and changes nothing."""
        stuck.play(Throw(0, (1, 3)))
        for uid in (OTHER, ANNA, ""):
            before = stuck.view().version
            assert stuck.ask(Tap(0, uid), ANNAS).reason == "sticker_unknown"
            assert stuck.view().version == before

    def test_a_piece_that_is_not_on_its_way_moves_nothing(self, stuck):
        """Before the throw, and for Ben while Anna moves, a tap is answered with the name of the space."""
        for throw in (False, True):
            if throw:
                stuck.play(Throw(0, (1, 3)))
            ack = stuck.ask(Tap(1, STATION), BENS)
            assert (ack.reason, ack.details) == ("piece_at_rest", {"space": 5})
        assert stuck.balances() == [1500, 1500]

    def test_the_same_tap_asked_again_counts_once(self, stuck):
        """An answer that was lost is asked for again: the piece arrives once, and the answer is the same."""
        stuck.play(Throw(0, (2, 3)))
        first = stuck.ask(Tap(0, STATION), ANNAS, "tap-1")
        moves = len(stuck.store.entries(stuck.view().game))
        assert stuck.ask(Tap(0, STATION), ANNAS, "tap-1") == first
        assert (len(stuck.store.entries(stuck.view().game)), type(stuck.task)) == (moves, BuyPending)
        assert stuck.ask(Tap(0, TAX), ANNAS, "tap-1").reason == "id_used"

    def test_a_frozen_evening_waits(self, stuck):
        """When the evening has ended a tap moves nothing, is called wrong nowhere, and says why."""
        stuck.play(Throw(0, (1, 3)))
        stuck.do(Freeze())
        assert [stuck.ask(Tap(0, uid), ANNAS).reason for uid in (TAX, STATION)] == ["frozen"] * 2
        assert stuck.view().board.wrong is None

    def test_pieces_that_have_to_be_put_back_come_first(self, stuck):
        """While Ben's piece is astray after a correction, Anna's tap is refused; when it is back, she taps again."""
        stuck.lay(BEN, 0)
        stuck.play(Throw(0, (1, 3)))
        stuck.do(Correct(CorrectPiece(1, 6)))
        ack = stuck.ask(Tap(0, TAX), ANNAS)
        assert (ack.reason, ack.details, stuck.balances()) == ("put_back", {"seat": 1, "space": 6}, [1500, 1500])
        stuck.take(BEN, 0)
        stuck.lay(BEN, 6)
        stuck.do(Tap(0, TAX), ANNAS)
        assert stuck.balances() == [1300, 1500]

    def test_a_reader_is_believed_before_a_phone(self, stuck):
        """While a reader sees Anna's piece on a wrong space, no tap of hers says that it stands on the right one."""
        stuck.lay(ANNA, 0)
        stuck.play(Throw(0, (1, 3)))
        stuck.take(ANNA, 0)
        stuck.lay(ANNA, 6)
        for uid in (START, TAX):
            stuck.ask(Tap(0, uid), ANNAS)
            assert stuck.view().board.wrong == Misplaced(0, 4, 6)
        assert stuck.balances() == [1500, 1500]

    def test_without_a_game_there_is_nothing_to_tap(self, seated):
        """In the lobby no piece stands anywhere."""
        seated.do(Stick(4, TAX))
        assert seated.ask(Tap(0, TAX), ANNAS).reason == "no_game"


class TestEnrolling:
    """Which sticker is which space."""

    def test_a_sticker_lies_on_one_space_only(self, seated):
        """Tapped for a second space it is refused with the name of the first; for the same one it is bound already."""
        seated.do(Stick(4, TAX))
        ack = seated.ask(Stick(5, TAX))
        assert (ack.reason, ack.details) == ("sticker_taken", {"space": 4})
        seated.do(Stick(4, TAX))
        assert seated.view().stickers == (4,)

    def test_a_space_is_learnt_again(self, stuck):
        """A sticker that came off is replaced: the new one counts, the old one is unknown, and free elsewhere."""
        stuck.do(Stick(4, OTHER))
        stuck.play(Throw(0, (1, 3)))
        assert stuck.ask(Tap(0, TAX), ANNAS).reason == "sticker_unknown"
        stuck.do(Stick(6, TAX))
        stuck.do(Tap(0, OTHER), ANNAS)
        assert stuck.balances() == [1300, 1500]

    def test_stickers_are_forgotten(self, stuck):
        """One space, then all."""
        stuck.do(Unstick(4))
        assert stuck.view().stickers == (0, 5)
        stuck.do(Unstick(None))
        assert stuck.view().stickers == ()

    def test_a_piece_is_no_sticker_and_a_sticker_no_piece(self, seated):
        """The tag under Anna's piece is not bound to a space, nor the sticker of a space to a piece."""
        ack = seated.ask(Stick(4, ANNA))
        assert (ack.reason, ack.details) == ("tag_taken", {"seat": 0})
        seated.do(Stick(4, TAX))
        ack = seated.ask(Enrol(1, TAX))
        assert (ack.reason, ack.details) == ("sticker_taken", {"space": 4})
        seated.board.report(TagEvent("node-0", 4, TAX, True))
        assert seated.view().board.unknown_tags == ()

    @pytest.mark.parametrize("action", [Stick(40, TAX), Stick(-1, TAX), Stick(4, "04:11"), Stick(4, TAX.lower() + "a")])
    def test_what_makes_no_sense_is_refused(self, seated, action):
        """A space that is not there, a number that no sticker has, or a new one at each touch, as telephones have."""
        assert seated.ask(action).reason == "bad_request"
        assert seated.ask(Stick(4, "08123456")).reason == "tag_random"

    def test_they_are_there_again_after_a_start(self, stuck):
        """What was learnt is stored."""
        assert Seated(stuck.store, FakeBoard()).view().stickers == (0, 4, 5)

    def test_each_length_of_track_has_its_own(self, stuck):
        """A board with 52 spaces is another piece of wood; those of the first one are kept meanwhile."""
        stuck.do(NewGame())
        stuck.do(ChooseEdition("mega"))
        assert stuck.view().stickers == ()
        stuck.do(Stick(51, TAX))
        stuck.do(Unstick(None))
        stuck.do(ChooseEdition("mpmp"))
        assert stuck.view().stickers == (0, 4, 5)

    @pytest.mark.parametrize(
        "stored", [b'{"spaces":{"40":{"04111111111104":40}}}', b'{"spaces":{"40":{"x":4}}}', b"[]"]
    )
    def test_a_damaged_document_is_refused(self, stored):
        """A sticker on a space that is not there is said at the start."""
        store = MemoryStore()
        store.commit(Batch(documents={"stickers": stored}))
        with pytest.raises(StoreError, match="stickers"):
            Seated(store, FakeBoard())
