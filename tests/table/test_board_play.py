"""From the board to the rules: pieces end moves, buttons answer prompts, nothing else moves money; another board."""

from types import SimpleNamespace

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import ANNA, BEN, Seated
from msgspec import structs

from hub.domain.commands import DeclareBankruptcy, Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.tasks import AdvancePending, BuyPending, ThrowPending
from hub.table.board.lights import ASKING, GLOW
from hub.table.interfaces.board import (
    ButtonEvent,
    DiceEvent,
    EventId,
    NodeChanged,
    NodeScene,
    NodeSettings,
    OfferChanged,
    ReportNotStored,
    SnapshotEvent,
    TagEvent,
)
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.requests import Correct, Enrol, Freeze, Learn, NewGame, Play, UseBoard
from hub.table.requests.base import Action
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Misplaced


class TestFullBoard:
    """A reader under every space."""

    def test_a_known_piece_arrives_while_another_is_awaited(self, playing: Seated):
        """Ben gets a new piece; Anna, whose piece everybody knows, plays on."""
        playing.do(Enrol(1))
        playing.play(Throw(0, (1, 3)))
        playing.lay(ANNA, 4)
        assert (playing.balances(), playing.table.lobby.enrolling) == ([1300, 1500], 1)

    @pytest.mark.parametrize(
        "report", [TagEvent("node-0", 4, ANNA, True), SnapshotEvent("node-0", ((4, ANNA),))], ids=["tag", "snapshot"]
    )
    def test_the_piece_on_its_destination_ends_the_move(self, playing: Seated, report: TagEvent | SnapshotEvent):
        """Money moves when the enrolled piece stands where it has to go, also if its arrival itself was lost."""
        playing.play(Throw(0, (1, 3)))
        playing.board.report(report)
        assert playing.balances() == [1300, 1500]

    def test_the_destination_glows_and_is_scanned_first(self, playing: Seated):
        """The reader of the destination is lit in the player's colour and comes first in the scan, then the start."""
        playing.play(Throw(0, (1, 3)))
        scene = playing.board.shown["node-0"]
        assert {index: light for index, light in enumerate(scene.lights) if light} == {4: GLOW["red"]}
        assert scene.priority == (4, 0)
        assert playing.board.shown["node-1"].priority == ()

    def test_the_board_is_dark_when_the_game_has_left_it(self, playing: Seated):
        """While people gather no space glows, no lamp asks for a throw, and no old throw is on the display."""
        playing.play(Throw(0, (1, 3)))
        assert playing.board.shown["node-0"] != NodeScene()
        playing.do(NewGame())
        assert playing.board.shown == {node.node: NodeScene() for node in playing.board.nodes()}

    @pytest.mark.parametrize("sought", [True, False])
    def test_pages_know_whether_a_board_is_looked_for(self, sought: bool):
        """Where people play on wood alone none is missing."""
        board = FakeBoard(nodes=0)
        board.sought = sought
        shown = Seated(MemoryStore(), board).view().board
        assert (shown.state, shown.sought) == ("none", sought)

    @pytest.mark.parametrize(("lights", "dark"), [(5, False), (4, True)])
    def test_no_glow_is_promised_where_there_is_no_light(self, lights: int, dark: bool):
        """On sides that were set to have none the page sends the piece to its space, not to a glowing one."""
        settings = NodeSettings(side=None, readers=10, longest=10, gain=(5,) * 10, lights=lights, milliamps=280)
        seated = Seated(MemoryStore(), FakeBoard(settings=settings))
        seated.begin()
        assert not seated.view().board.dark
        seated.play(Throw(0, (1, 3)))
        assert seated.view().board.dark == dark

    def test_a_wrong_space_is_reported_and_moves_no_money(self, playing: Seated):
        """The piece elsewhere is reported with a red light and a tone, and the move stays open."""
        assert playing.board.shown["node-0"].sound == "coin", "it calls to throw"
        playing.play(Throw(0, (1, 3)))
        assert playing.board.shown["node-0"].sound is None
        playing.lay(ANNA, 5)
        playing.lay(BEN, 20)
        playing.take(BEN, 20)
        assert playing.view().board.wrong == Misplaced(0, 4, 5), "whatever else is lifted"
        shown = playing.board.shown["node-0"]
        assert (shown.lights[5], shown.sound) == (0xFF0000, "wrong")
        assert playing.task == AdvancePending(0, 4, "throw")
        playing.take(ANNA, 5)
        assert (playing.view().board.wrong, playing.board.shown["node-0"].sound) == (None, None)
        playing.lay(ANNA, 4)
        assert playing.balances() == [1300, 1500]

    @pytest.mark.parametrize("ended", [None, Freeze(), NewGame()])
    def test_a_wrong_space_is_forgotten_with_the_move_it_was_said_in(self, playing: Seated, ended: Action | None):
        """After undo, in a pause, and in the lobby nobody is waiting for that piece any more."""
        playing.play(Throw(0, (1, 3)))
        playing.lay(ANNA, 5)
        playing.do(ended) if ended else playing.undo()
        playing.lay(ANNA, 6)
        assert playing.view().board.wrong is None

    def test_the_buzzer_hails_the_winner(self, playing: Seated):
        """Anna cannot pay the tax; Ben is the only one left."""
        playing.do(Correct(CorrectMoney(0, 1, 1500)))
        playing.throw(0, 1, 3)
        playing.play(DeclareBankruptcy(0))
        assert playing.view().winner == 1
        assert playing.board.shown["node-0"].sound == "fanfare"
        assert playing.ask(Freeze()).reason == "no_game", "nobody goes on with it another day"
        playing.lay(BEN, 20)
        assert playing.view().board.drift == (), "pieces may be put away"
        playing.board.simulator = SimpleNamespace(tags=dict, by_hand=False)
        playing.board.statuses = [structs.replace(node, simulated=True) for node in playing.board.statuses]
        assert playing.table.tag_moves() == [], "and nobody's hands put them back"

    def test_another_piece_on_the_destination_means_nothing(self, playing: Seated):
        """Only the mover's piece counts, unknown tags never do, and one that returns is just being held."""
        playing.play(Throw(0, (1, 3)))
        playing.lay(BEN, 4)
        playing.lay("04FF", 4)
        playing.lay(ANNA, 0)
        assert playing.view().board.wrong is None
        assert playing.task == AdvancePending(0, 4, "throw")

    def test_the_map_is_learnt_by_putting_a_piece_where_the_page_says(self, playing: Seated):
        """Readers can be taught in any order; a skipped space keeps none, and who forgets has to begin again."""
        playing.do(Learn("start"))
        playing.do(Learn("forget"))
        assert playing.table.device().learning is None
        playing.do(Learn("start"))
        playing.lay(ANNA, 25)
        playing.do(Learn("skip"))
        playing.lay(ANNA, 31)
        playing.do(Learn("stop"))
        device = playing.table.device()
        assert device.nodes[2].spaces[5] == 0
        assert device.nodes[3].spaces[1] == 2
        assert device.learnt == 2

    def test_learning_ends_with_the_last_space(self, playing: Seated):
        """There is no space forty."""
        playing.do(Learn("start"))
        for space in range(40):
            assert playing.table.device().learning == space
            playing.do(Learn("skip"))
        assert playing.table.device().learning is None


def test_on_a_starter_a_tap_of_the_movers_piece_ends_the_move():
    """One reader for all: the destination comes from the dice."""
    playing = Seated(MemoryStore(), FakeBoard("starter", 1))
    playing.begin()
    playing.play(Throw(0, (1, 3)))
    playing.board.report(TagEvent("node-0", 0, BEN, True))
    assert isinstance(playing.task, AdvancePending)
    playing.board.report(TagEvent("node-0", 0, ANNA, True))
    assert playing.balances() == [1300, 1500]
    playing.do(Enrol(1))
    assert playing.board.shown["node-0"].lights == (ASKING,), "it asks for a piece"


class TestButtons:
    @pytest.mark.parametrize(
        ("report", "source"), [(ButtonEvent("node-0", "die2", "short"), "hub"), (DiceEvent("node-0", (2, 3)), "typed")]
    )
    def test_a_die_button_or_typed_faces_throw_for_whoever_has_to(self, playing: Seated, report, source: str):
        """For a button the hub throws, typed faces are the throw; the source is recorded."""
        playing.board.report(report)
        assert isinstance(playing.task, AdvancePending)
        assert source == "hub" or playing.task.space == 5
        assert playing.view().feed[-1].args["source"] == source

    @pytest.mark.parametrize("claimed", ["hub", "typed"])
    def test_whose_dice_they_are_is_not_for_the_sender_to_say(self, playing: Seated, claimed: str):
        """Without faces the hub throws, with faces people did, whatever a request calls it."""
        playing.play(Throw(0, (), claimed))
        assert playing.view().feed[-1].args["source"] == "hub"
        playing.undo()
        playing.play(Throw(0, (1, 3), claimed))
        assert playing.view().feed[-1].args["source"] == "typed"

    def test_ok_and_cancel_answer_the_prompt(self, playing: Seated):
        """Ok confirms the piece and buys; cancel leaves the deed to the auction."""
        playing.play(Throw(0, (2, 3)))
        playing.board.report(ButtonEvent("node-0", "ok", "short"))
        assert isinstance(playing.task, BuyPending)
        playing.board.report(ButtonEvent("node-0", "ok", "short"))
        assert playing.balances() == [1300, 1500]
        assert playing.task == ThrowPending(1)

    def test_buttons_that_mean_nothing_now_do_nothing(self, playing: Seated):
        """No throw while a piece is awaited, no cancel without a question."""
        playing.play(Throw(0, (2, 3)))
        moves = playing.view().undo
        for button in ("die1", "cancel"):
            playing.board.report(ButtonEvent("node-0", button, "short"))
        assert playing.view().undo == moves

    def test_lamps_show_what_can_be_pressed(self, playing: Seated):
        """Dice lamps blink for a throw, ok is lit for a piece, both for a purchase."""
        lamps = playing.board.shown["node-0"].lamps
        assert (lamps["die1"], lamps["die3"], lamps["ok"]) == ("blink", "off", "off")
        playing.throw(0, 2, 3)
        lamps = playing.board.shown["node-0"].lamps
        assert (lamps["die1"], lamps["ok"], lamps["cancel"]) == ("off", "on", "on")
        playing.do(Correct(CorrectMoney(0, -1, 1_400)))
        lamps = playing.board.shown["node-0"].lamps
        assert (lamps["ok"], lamps["cancel"]) == ("off", "on"), "a station costs 200"


class TestExactlyOnce:
    """Reports have names, and each counts once."""

    def test_a_report_sent_again_changes_nothing(self, playing: Seated):
        """The same id, or an older one of the same boot, was handled already."""
        playing.play(Throw(0, (2, 3)))
        event = ButtonEvent("node-0", "ok", "short")
        name = playing.board.report(event)
        for again in (name, EventId(name.boot, name.n - 1)):
            playing.board.report(event, again)
        assert isinstance(playing.task, BuyPending), "nobody has said ok to the station"

    def test_a_new_boot_counts_from_one_again(self, playing: Seated):
        """After a restart of the node its first report is new."""
        playing.board.report(ButtonEvent("node-0", "ok", "short"), EventId(9, 40))
        playing.board.report(ButtonEvent("node-0", "die1", "short"), EventId(10, 1))
        assert isinstance(playing.task, AdvancePending)

    def test_the_position_is_durable_with_its_effect(self, playing: Seated):
        """What the store holds after a report is its position, whether or not it meant anything."""
        name = playing.board.report(ButtonEvent("node-0", "die1", "short"))
        assert playing.store.positions()["node-0"] == name
        name = playing.board.report(ButtonEvent("node-0", "cancel", "short"))
        assert playing.store.positions()["node-0"] == name

    def test_a_report_that_could_not_be_stored_counts_when_it_comes_again(self, playing: Seated):
        """While the disk is full the report is not taken, so the node repeats it; then it counts."""
        event, name = ButtonEvent("node-0", "die1", "short"), EventId(1, 1)
        playing.store.fail_with = "disk_full"
        with pytest.raises(ReportNotStored):
            playing.board.report(event, name)
        assert playing.view().notice == "disk_full"
        assert playing.task == ThrowPending(0)
        playing.store.fail_with = None
        playing.board.report(event, name)
        assert playing.view().notice is None
        assert isinstance(playing.task, AdvancePending)

    def test_a_piece_whose_move_could_not_be_stored_moves_when_it_is_reported_again(self, playing: Seated):
        """A piece put down on a full disk is forgotten with its report, by tag or by snapshot, and moves afterwards."""
        playing.play(Throw(0, (2, 3)))
        playing.store.fail_with = "disk_full"
        for event in (TagEvent("node-0", 5, ANNA, True), SnapshotEvent("node-0", ((5, ANNA),))):
            with pytest.raises(ReportNotStored):
                playing.board.report(event, EventId(1, 1))
        playing.store.fail_with = None
        playing.board.report(SnapshotEvent("node-0", ((5, ANNA),)), EventId(1, 1))
        assert isinstance(playing.task, BuyPending)

    def test_a_report_whose_effect_was_refused_by_the_disk_is_not_ticked_off(self, playing, monkeypatch):
        """Trouble that is over a moment later must not swallow a press: it is not acknowledged, comes again, counts."""
        stored, troubles = playing.store.commit, [StoreError("locked", "for a moment")]

        def commit(batch: Batch) -> None:
            if troubles:
                raise troubles.pop()
            stored(batch)

        monkeypatch.setattr(playing.store, "commit", commit)
        with pytest.raises(ReportNotStored):
            playing.board.report(ButtonEvent("node-0", "die1", "short"), EventId(1, 1))
        assert playing.task == ThrowPending(0)
        playing.board.report(ButtonEvent("node-0", "die1", "short"), EventId(1, 1))
        assert isinstance(playing.task, AdvancePending)


def test_a_prompt_that_was_answered_meanwhile_answers_stale(playing: Seated):
    """A tap that comes too late does not answer the next question."""
    prompt = playing.view().prompt
    playing.board.report(ButtonEvent("node-0", "die1", "short"))
    assert playing.ask(Play(Throw(0), prompt.id)).reason == "stale"


def test_the_banker_is_offered_a_board_in_a_running_game(playing: Seated):
    """Views say so as soon as the board does; a phone cannot decide it, the banker can, and the game stays."""
    before = playing.view().seats
    playing.board.offered = ("port-9",)
    playing.board.listener.board_event(OfferChanged(), None)
    assert playing.view().board.offered
    assert not UseBoard().open_to(Audience("seat", 0))
    playing.do(UseBoard())
    assert not playing.view().board.offered
    assert playing.view().seats == before


def test_another_board_takes_over_in_the_middle_of_a_move(playing: Seated):
    """What lay on the former readers is forgotten, the new ones are mapped, and the piece there ends the move."""
    playing.lay("04DD", 7)
    playing.do(Play(Throw(0, (1, 2))))
    listener, former = playing.board.listener, playing.board.statuses
    playing.board.statuses = []
    for node in former:
        listener.board_event(NodeChanged(node.node, "lost"), None)
    assert (playing.view().board.state, playing.view().board.unknown_tags) == ("none", ())
    playing.board.statuses = [structs.replace(node, node=f"real-{index}") for index, node in enumerate(former)]
    for node in playing.board.statuses:
        listener.board_event(NodeChanged(node.node, "up"), None)
    assert playing.view().board.state == "up"
    playing.board.report(TagEvent("real-0", 3, ANNA, True))
    assert playing.view().seats[0].space == 3


def test_a_map_is_kept_while_one_of_its_nodes_is_there(playing: Seated):
    """A node that is replaced by another leaves the map as it was learnt."""
    playing.board.statuses[3] = structs.replace(playing.board.statuses[3], node="node-9")
    playing.board.listener.board_event(NodeChanged("node-9", "up"), None)
    playing.do(Play(Throw(0, (1, 2))))
    playing.board.report(TagEvent("node-9", 0, ANNA, True))
    assert playing.view().board.wrong is None
    playing.lay(ANNA, 3)
    assert playing.view().seats[0].space == 3
