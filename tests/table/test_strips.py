"""A strip of lights round the board: whose light is whose, however it was glued on, and whoever restarts meanwhile."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.glued_strip import glued
from helpers.memory_store import MemoryStore
from helpers.seated import ANNA, BEN, Seated
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hub.domain.commands import Throw
from hub.domain.corrections import CorrectMoney
from hub.domain.tasks import AdvancePending
from hub.simulated_board.board import lights_round
from hub.table.board.board_map import guess, lights_of
from hub.table.board.lights import REFUSED, WRONG, with_refusals
from hub.table.interfaces.board import LIGHTS_MAX, NodeChanged, NodeScene, NodeSettings, TagEvent
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.requests import ChooseEdition, Correct, Freeze, Match, SetNode, SetRealDice, Unmatch, Walk
from hub.table.state import STRIPS, LightWalk
from hub.table.wire.contract import PauseView

STRIP = NodeSettings(side=None, readers=1, longest=1, gain=(5,), lights=136, milliamps=280)
NODE = "node-0"
WHITE, RED = 0xFFFFFF, 0xC01008


@pytest.fixture
def ring():
    """A table with a ring of 136 lights, in the lobby."""
    return Seated(MemoryStore(), FakeBoard("starter", 1, settings=STRIP))


@pytest.fixture
def glowing(ring: Seated):
    """Start is at light 0 and the last space at light 133; Anna is about to throw."""
    ring.do(Match(NODE, 0, 0))
    ring.do(Match(NODE, 39, 133))
    ring.begin()
    return ring


def shown(ring: Seated) -> dict[int, int]:
    scene = ring.board.shown.get(NODE, NodeScene())
    return dict(zip(scene.at, scene.lights, strict=True))


class TestSpreading:
    """From a few matches to the light of every space."""

    @pytest.mark.parametrize("per_metre", [30, 60, 96])
    @pytest.mark.parametrize("falling", [False, True])
    @pytest.mark.parametrize("side", [10, 13])
    def test_matches_at_both_ends_of_each_side_are_enough(self, per_metre, falling, side):
        """Whatever the pitch and the way round, no light is farther from its space than half a light and a rounding."""
        where = glued(side, 1000 / per_metre, falling=falling)
        matched = [corner + step for corner in range(0, 4 * side, side) for step in (1, side - 1)] + [0]
        matches = {space: where[space] for space in matched}
        known = lights_of(matches, 4 * side)
        assert all(abs(light - where[space]) <= 1 for space, light in known.items())
        assert len(known) >= 4 * side - 1

    @given(offset_mm=st.floats(0, 2267), falling=st.booleans(), per_metre=st.sampled_from((30, 60, 96)))
    def test_where_the_strip_begins_nothing_is_made_up(self, offset_mm, falling, per_metre):
        """The spaces between the last match before its end and the first after it stay dark, others are right."""
        where = glued(10, 1000 / per_metre, offset_mm, falling)
        matches = {space: where[space] for space in range(0, 40, 5)}
        known = lights_of(matches, 40)
        assert all(abs(light - where[space]) <= 1 + per_metre / 40 for space, light in known.items())
        assert len(known) >= 40 - 4

    def test_lights_may_lie_farther_apart_than_spaces(self):
        """Ten on a metre: two spaces share a light; nothing is spread from a single match, or from none."""
        assert lights_of({0: 0, 10: 5}, 40) == {0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5}
        assert (lights_of({7: 20}, 40), lights_of({}, 40)) == ({7: 20}, {})

    def test_the_next_light_is_where_the_matches_before_it_let_expect(self):
        """At first a usual strip from light 0 on, then the pitch that was seen, either way, never beyond the end."""
        assert guess({}, 0, 40, 136) == 0
        assert guess({0: 0}, 1, 40, 136) == 3
        assert guess({0: 0, 1: 4, 2: 8}, 3, 40, 136) == 12
        assert guess({0: 100, 1: 97}, 2, 40, 136) == 94
        assert guess({0: 0, 1: 40}, 5, 40, 136) == 135
        assert guess({0: 9, 1: 4}, 3, 40, 136) == 0
        assert guess({0: 0, 10: 50}, 5, 40, 136) == 25

    @given(
        matches=st.dictionaries(st.integers(0, 39), st.integers(0, 135), max_size=40),
        space=st.integers(0, 39),
        lights=st.integers(1, 300),
    )
    def test_a_guess_is_always_a_light_of_the_strip(self, matches, space, lights):
        """Whatever was matched, even nonsense."""
        assert 0 <= guess(matches, space, 40, max(lights, 136)) < max(lights, 136)
        assert all(0 <= light <= 135 for light in lights_of(matches, 40).values())


class TestWalking:
    """One light after the other, until people say where it is."""

    def test_a_light_walks_round_and_each_match_leads_to_the_next_space(self, ring: Seated):
        """Before any game; behind the last space the walk is over and the strip dark."""
        ring.do(Walk(NODE, 0))
        assert shown(ring) == {0: WHITE}
        ring.do(Walk(NODE, 0, 2))
        assert shown(ring) == {2: WHITE}
        ring.do(Match(NODE, 0, 2))
        assert ring.table.device().walk == LightWalk(NODE, 1, 5)
        assert shown(ring) == {5: WHITE}
        ring.do(Walk(NODE, 39, 130))
        ring.do(Match(NODE, 39, 130))
        assert ring.table.device().walk is None
        assert shown(ring) == {}
        node = ring.table.device().nodes[0]
        assert (node.strip, node.matched, node.space_lights[0], node.space_lights[39]) == (136, (0, 39), 2, 130)

    def test_a_whole_round_finds_every_space(self, ring: Seated):
        """On a strip whose pitch fits nothing each guess is near, so a few steps correct it."""
        where = glued(10, 1000 / 60)
        ring.do(Walk(NODE, 0))
        farthest = 0
        for space, light in enumerate(where):
            farthest = max(farthest, abs(ring.table.device().walk.light - light))
            ring.do(Match(NODE, space, light))
        assert farthest <= 2
        assert ring.table.device().nodes[0].space_lights == tuple(where)

    def test_during_a_game_it_shows_the_walk_alone(self, glowing: Seated):
        """The destination glows again when the walk is over."""
        glowing.play(Throw(0, (1, 3)))
        glowing.do(Walk(NODE, 6, 20))
        assert shown(glowing) == {20: WHITE}
        glowing.do(Walk(None))
        assert shown(glowing) == {14: RED}

    def test_a_match_on_another_strip_leaves_the_walk_where_it_is(self):
        """Two people match the strips of two sides."""
        ring = Seated(MemoryStore(), FakeBoard(settings=STRIP))
        ring.do(Walk(NODE, 4, 17))
        ring.do(Match("node-1", 9, 3))
        assert ring.table.device().walk == LightWalk(NODE, 4, 17)

    @pytest.mark.parametrize(
        "action",
        [
            *(Walk(*where) for where in (("node-9", 0), (NODE, 40), (NODE, -1), (NODE, 0, 136), (NODE, 0, -1))),
            *(Match(*where) for where in (("node-9", 0, 0), (NODE, 40, 0), (NODE, 0, 136), (NODE, -1, 0))),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, ring: Seated, action):
        """A node that is not there, a space that the board has not, a light beyond the strip."""
        assert ring.ask(action).reason == "bad_request"
        assert shown(ring) == {}
        assert ring.store.document(STRIPS) is None

    def test_a_strip_without_lights_of_its_own_cannot_be_walked(self):
        """Nodes with older firmware light one light for each reader; they are as they were."""
        seated = Seated(MemoryStore(), FakeBoard())
        assert seated.ask(Walk(NODE, 0)).reason == seated.ask(Match(NODE, 0, 0)).reason == "bad_request"


class TestKept:
    """What was matched is there again after whatever happens."""

    def opened_again(self, ring: Seated) -> Seated:
        return Seated(ring.store, FakeBoard("starter", 1, settings=STRIP))

    def test_matches_survive_a_restart_of_the_hub_in_the_middle_of_a_walk(self, ring: Seated):
        """Those made so far; the walk is over, and goes on where somebody says."""
        ring.do(Walk(NODE, 0))
        ring.do(Match(NODE, 0, 1))
        ring.do(Match(NODE, 1, 5))
        again = self.opened_again(ring)
        device = again.table.device()
        assert (device.walk, device.nodes[0].matched, shown(again)) == (None, (0, 1), {})
        again.do(Walk(NODE, 2))
        assert shown(again) == {9: WHITE}

    def test_a_restart_of_the_node_changes_nothing_of_a_walk(self, ring: Seated):
        """Its light is what it shall show, before and after."""
        ring.do(Walk(NODE, 4, 17))
        ring.board.report(NodeChanged(NODE, "lost"), None)
        ring.board.report(NodeChanged(NODE, "up"), None)
        assert shown(ring) == {17: WHITE}
        assert ring.table.device().walk == LightWalk(NODE, 4, 17)

    def test_a_shorter_strip_loses_no_match_and_lights_none_that_is_not_there(self, ring: Seated):
        """Set to fewer lights, later spaces cannot be matched; what was matched counts again with more."""
        ring.do(Match(NODE, 30, 120))
        ring.do(SetNode(NODE, structs.replace(STRIP, lights=100)))
        assert ring.ask(Match(NODE, 31, 123)).reason == "bad_request"
        assert ring.table.device().nodes[0].matched == (30,)
        ring.do(Walk(NODE, 30))
        assert shown(ring) == {99: WHITE}
        ring.do(SetNode(NODE, STRIP))
        ring.do(Match(NODE, 31, 123))

    def test_a_match_that_cannot_be_stored_does_not_count(self, ring: Seated, monkeypatch):
        """The light goes on glowing, and the same can be asked again."""
        ring.do(Walk(NODE, 0))

        def full(batch: Batch) -> None:
            raise StoreError("disk_full", "no room")

        with monkeypatch.context() as patched:
            patched.setattr(ring.store, "commit", full)
            assert ring.ask(Match(NODE, 0, 0)).reason == "not_stored"
        assert ring.table.device().nodes[0].matched == ()
        assert shown(ring) == {0: WHITE}

    def test_each_length_of_track_has_its_own(self, ring: Seated):
        """Whoever has two boards moves the strip from one to the other, and walks each once."""
        ring.do(Match(NODE, 0, 4))
        ring.do(ChooseEdition("mega"))
        assert ring.table.device().nodes[0].matched == ()
        ring.do(Match(NODE, 51, 130))
        ring.do(ChooseEdition("classic"))
        assert ring.table.device().nodes[0].matched == (0,)

    def test_matches_are_forgotten(self, ring: Seated):
        """One of them, or all of the strip."""
        for space in (0, 1, 2):
            ring.do(Match(NODE, space, 3 * space))
        ring.do(Unmatch(NODE, 1))
        assert ring.table.device().nodes[0].matched == (0, 2)
        ring.do(Unmatch(NODE, None))
        assert ring.table.device().nodes[0].matched == ()

    def test_a_simulated_strip_is_spread_once(self, ring: Seated):
        """Its ends are matched as soon as it is there; forgotten they stay so, also when its node comes back."""
        ring.board.statuses[0] = structs.replace(ring.board.statuses[0], simulated=True)
        ring.board.report(NodeChanged(NODE, "up"), None)
        assert ring.table.device().nodes[0].matched == (0, 39)
        ring.do(Unmatch(NODE, None))
        ring.board.report(NodeChanged(NODE, "up"), None)
        ring.begin()
        assert ring.table.device().nodes[0].matched == ()

    @pytest.mark.parametrize(
        "stored",
        [*(b'{"matches":{"40":{"node-0":{%s}}}}' % one for one in (b'"40":1', b'"3":300', b'"3":-1')), b"[]"],
    )
    def test_a_damaged_document_is_refused(self, stored: bytes):
        """It names a light or a space that cannot be, or is none."""
        store = MemoryStore()
        store.commit(Batch(documents={STRIPS: stored}))
        with pytest.raises(StoreError, match="strips"):
            Seated(store, FakeBoard("starter", 1, settings=STRIP))


class TestPlaying:
    """What the strip says during a game, and what a tap on the reader in the middle means."""

    def test_the_destination_glows_in_the_movers_colour(self, glowing: Seated):
        """And goes out with the move; a tag that is refused meanwhile is shown by the light of the reader instead."""
        assert shown(glowing) == {}
        glowing.play(Throw(0, (1, 3)))
        assert shown(glowing) == {14: RED}
        refusing = with_refusals(glowing.board.shown, glowing.board.nodes())[NODE]
        assert (refusing.lights, refusing.at, refusing.sound) == ((WRONG,), (), REFUSED)
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        assert shown(glowing) == {}

    def test_without_matches_only_its_first_light_glows(self, ring: Seated):
        """As on any starter, in the colour of whoever moves."""
        ring.begin()
        ring.play(Throw(0, (1, 3)))
        scene = ring.board.shown[NODE]
        assert (scene.lights, scene.at) == ((RED,), ())

    def test_a_tap_throws_and_moves(self, glowing: Seated):
        """Anna's piece throws for Anna and ends her move; Ben's does nothing before and after, for nobody asks Ben."""
        for uid, moving in ((BEN, False), (ANNA, True), (BEN, True), (ANNA, False)):
            glowing.board.report(TagEvent(NODE, 0, uid, True))
            glowing.board.report(TagEvent(NODE, 0, uid, False))
            assert isinstance(glowing.task, AdvancePending) == moving
        assert next(line for line in glowing.view().feed if line.move == 3).args["source"] == "hub"

    def test_a_tap_throws_nothing_where_people_have_dice_of_their_own(self, glowing: Seated):
        """It still says that the piece has moved."""
        glowing.do(SetRealDice(True))
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        glowing.board.report(TagEvent(NODE, 0, ANNA, False))
        glowing.play(Throw(0, (1, 3)))
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        assert glowing.view().seats[0].balance == 1300

    def test_a_tap_pays_a_debt_as_soon_as_there_is_the_money(self, glowing: Seated):
        """Before, it does nothing."""
        glowing.do(Correct(CorrectMoney(0, 1, 1450)))
        glowing.throw(0, 1, 3)
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        assert glowing.view().seats[0].balance == 50
        glowing.board.report(TagEvent(NODE, 0, ANNA, False))
        glowing.do(Correct(CorrectMoney(1, 0, 250)))
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        assert glowing.view().seats[0].balance == 100

    def test_a_tap_buys_nothing(self, glowing: Seated):
        """What costs money and is not owed is asked on the screens."""
        glowing.throw(0, 2, 3)
        glowing.board.report(TagEvent(NODE, 0, ANNA, True))
        assert glowing.view().seats[0].balance == 1500

    def test_nobody_is_asked_for_a_piece_that_no_reader_sees(self, glowing: Seated):
        """A break of the evening ends without wood to be put back."""
        glowing.do(Freeze())
        assert glowing.view().pause == PauseView("frozen", ())


@pytest.mark.parametrize("size", range(24, 57, 4))
def test_a_usual_strip_goes_round_a_track_of_any_size(size):
    """Two lights are on each space, and no more than a node can light; five matches light them all."""
    lights = lights_round(size // 4)
    assert 2 * size < lights <= LIGHTS_MAX
    matches = {corner * size // 4: round(lights * corner / 4) for corner in range(4)} | {size - 1: lights - 3}
    found = lights_of(matches, size)
    assert sorted(found) == list(range(size))
    in_order = [found[space] for space in range(size)]
    assert in_order == sorted(set(in_order))
    assert in_order[-1] < lights
