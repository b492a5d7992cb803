"""The lobby: who may sit down, how pieces are enrolled, when a game may begin; what is set there at any time."""

from dataclasses import replace

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import ANNA, BANKER, Seated

from hub.domain.ids import BANK, POT
from hub.editions import EDITIONS
from hub.rules.house_rules import Overrides
from hub.rules.slots import HouseRule
from hub.table.board.lights import REFUSED, WRONG
from hub.table.interfaces.board import TagEvent
from hub.table.lobby import mark_of
from hub.table.lobby import seated as seated_by_names
from hub.table.requests import (
    AddSeat,
    AgreeHouseRules,
    Begin,
    BeSpeaker,
    ChangeSeat,
    ChooseEdition,
    Enrol,
    MoveSeat,
    NewGame,
    RemoveSeat,
    SetLanguage,
    SetSums,
    SitDown,
)
from hub.table.wire.audience import Audience


def test_new_players_get_a_free_colour_and_shape(seated: Seated):
    """Every seat differs in colour and in shape; a name has twenty letters at most."""
    for number in range(3, 9):
        seated.do(AddSeat(str(number) * 20))
    seats = seated.view().seats
    assert len({seat.colour for seat in seats}) == len({seat.shape for seat in seats}) == 8


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (AddSeat("  anna "), "name_taken"),
        (AddSeat("a\x00b"), "name_unfit"),
        (AddSeat("Cleo", colour="red"), "colour_taken"),
        (AddSeat("Cleo", shape="triangle"), "shape_taken"),
        (ChangeSeat(0, "Ben", "red", "triangle"), "name_taken"),
        (ChangeSeat(7, "Cleo", "green", "star"), "no_such_seat"),
        (RemoveSeat(2), "no_such_seat"),
        (MoveSeat(0, 2), "no_such_seat"),
        (Enrol(2), "no_such_seat"),
        (Enrol(1, ANNA), "tag_taken"),
        (ChooseEdition("none"), "no_such_edition"),
    ],
)
def test_impossible_changes_are_refused_with_a_reason(seated: Seated, action, reason):
    """Each refusal says why, and nothing changes."""
    before = seated.view().seats
    assert seated.ask(action).reason == reason
    assert seated.view().seats == before


def test_who_comes_without_a_look_gets_one_like_nobody_else() -> None:
    """As in a game from elsewhere, of which only the names are known."""
    seats = seated_by_names("classic", [str(number) for number in range(8)]).seats
    assert len({seat.colour for seat in seats}) == len({seat.shape for seat in seats}) == 8


def test_a_device_needs_a_name_that_nobody_guesses() -> None:
    """Sixteen signs are enough, fifteen are not."""
    assert [bool(mark_of("x" * signs)) for signs in (15, 16)] == [False, True]


def test_a_ninth_player_finds_the_table_full(seated: Seated):
    """The edition takes eight, however they come."""
    for number in range(3, 9):
        seated.do(AddSeat(f"Player {number}"))
    for ack in (seated.ask(AddSeat("Ninth")), seated.ask(SitDown("Ninth", "x" * 16), Audience("viewer"))):
        assert (ack.reason, ack.details) == ("table_full", {"most": 8})
    seated.do(Begin())


def test_one_player_cannot_begin(seated: Seated):
    """Two are needed."""
    seated.do(RemoveSeat(1))
    ack = seated.ask(Begin())
    assert (ack.reason, ack.details) == ("too_few_seats", {"least": 2})


def test_the_lobby_asks_a_new_player_for_a_piece_and_takes_the_next_unknown_tag(seated: Seated):
    """A tag nobody knows, laid on a reader while the lobby asks, becomes the piece."""
    for name in ("Cleo", "Dora"):
        seated.do(AddSeat(name))
        assert seated.view().board.enrolling == 2, "who was asked first has not answered"
    seated.do(RemoveSeat(3))
    seated.do(Enrol(2))
    seated.lay(ANNA, 3)
    assert seated.view().seats[2].tag is None
    seated.lay("04CC", 4)
    assert seated.view().seats[2].tag == "04CC"
    assert seated.view().board.enrolling is None


def test_after_the_last_piece_that_of_a_seat_before_is_awaited(seated: Seated):
    """Dora's is laid on a reader first."""
    for name in ("Cleo", "Dora"):
        seated.do(AddSeat(name))
    seated.do(Enrol(3))
    seated.lay("04DD", 4)
    assert (seated.view().seats[3].tag, seated.view().board.enrolling) == ("04DD", 2)


@pytest.mark.parametrize("change", [RemoveSeat(2), MoveSeat(2, 0), Begin()])
def test_a_piece_is_awaited_no_longer_once_seats_change(seated: Seated, change):
    """Otherwise the next one on a reader would be somebody else's."""
    seated.do(AddSeat("Cleo"))
    seated.do(change)
    assert seated.view().board.enrolling is None


def test_unknown_tags_are_shown_for_enrolment(seated: Seated):
    """A tag that nobody was asked for is offered, and can be bound to a seat, while another's piece is awaited."""
    for name in ("Cleo", "Dora"):
        seated.do(AddSeat(name))
    seated.do(Enrol(None))
    seated.lay("04DD", 7)
    assert seated.view().board.unknown_tags == ("04DD",)
    seated.do(Enrol(3))
    for _ in range(2):
        seated.do(Enrol(1, "04DD"))
        assert (seated.view().seats[1].tag, seated.view().board.enrolling) == ("04DD", 3)
    assert seated.view().board.unknown_tags == ()


def test_order_names_and_looks_can_change(seated: Seated):
    """Seats can be reordered; names and looks changed even in a game."""
    seated.do(AddSeat("Cleo"))
    seated.do(MoveSeat(2, 0))
    assert [seat.name for seat in seated.view().seats] == ["Cleo", "Anna", "Ben"]
    seated.do(Begin())
    seated.do(ChangeSeat(0, f" {'C' * 20} ", "teal", "star"))
    changed = seated.view().seats[0]
    assert (changed.name, changed.colour, changed.shape) == ("C" * 20, "teal", "star")


def test_the_lobby_is_closed_while_a_game_runs(playing: Seated):
    """Nobody sits down or leaves in a running game."""
    for action in (AddSeat("Cleo"), RemoveSeat(1), MoveSeat(0, 1), ChooseEdition("classic"), Begin()):
        assert playing.ask(action).reason == "game_running"


def test_whoever_sits_down_is_nobody_who_left(seated: Seated) -> None:
    """Keys and habits belong to a person: the third who comes is the third, although two sit there."""
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Cleo"))
    assert [seat.person for seat in seated.table.lobby.seats] == [1, 3]


def test_a_new_game_keeps_players_and_pieces(playing: Seated):
    """Back in the lobby everybody is still there; the old game stays stored."""
    game = playing.view().game
    playing.do(NewGame())
    view = playing.view()
    assert (view.phase, [seat.tag is not None for seat in view.seats]) == ("lobby", [True, True])
    playing.begin()
    assert [record.id for record in playing.store.games()] == [game, playing.view().game]


def test_a_game_that_could_not_be_stored_has_not_begun(seated: Seated):
    """Everybody still sits in the lobby, and begins once there is room."""
    seated.store.fail_with = "disk_full"
    assert seated.ask(Begin()).reason == "not_stored"
    seated.store.fail_with = None
    assert (seated.view().phase, seated.view().game) == ("lobby", None)
    seated.begin()


def test_a_lost_tag_is_replaced_in_a_running_game(playing: Seated):
    """A piece can be enrolled again at any time."""
    playing.do(Enrol(0))
    playing.board.report(TagEvent("node-0", 0, "04EE", True))
    assert playing.view().seats[0].tag == "04EE"


def test_another_edition_begins_without_house_rules(seated: Seated) -> None:
    """Also where it has rules of the same name: nobody has agreed on them there."""
    seated.do(AgreeHouseRules(("pot",)))
    seated.do(ChooseEdition("mpmp"))
    assert seated.view().house_rules == ()


def test_house_rules_that_contradict_each_other_are_refused(seated: Seated) -> None:
    """The banker reads that they change the same thing; what was agreed on before stays."""
    to_pot, to_bank = (Overrides(routes={"bail": account}) for account in (POT, BANK))
    offered = (HouseRule("bail", to_pot), HouseRule("no_bail", to_bank))
    editions = {"classic": replace(EDITIONS["classic"], house_rules=offered)}
    family = Seated(seated.store, FakeBoard("side", 4), editions)
    family.do(AgreeHouseRules(("bail",)))
    assert family.ask(AgreeHouseRules(("bail", "no_bail"))).reason == "house_rules_contradict"
    assert family.view().house_rules == ("bail",)


@pytest.mark.parametrize(
    ("edition", "agreed", "middle"),
    [("mega", (), False), ("mega", ("pot",), True), ("classic", (), False), ("haustein", (), True)],
)
def test_money_lies_in_the_middle_only_where_something_is_paid_there(seated: Seated, edition, agreed, middle):
    """Editions and agreements that send nothing there have no middle to correct."""
    seated.do(ChooseEdition(edition))
    seated.do(AgreeHouseRules(agreed))
    seated.begin()
    assert seated.view().middle == middle


PHONE = "08A1B2C3"


def test_a_tag_with_another_uid_each_time_becomes_no_piece(seated: Seated):
    """Laid on a reader or named by a page: refused, and the lobby goes on asking and says why."""
    seated.do(AddSeat("Cleo"))
    seated.lay(PHONE, 4)
    board = seated.view().board
    assert (seated.view().seats[2].tag, board.enrolling, board.random_tag, board.unknown_tags) == (None, 2, True, ())
    assert seated.ask(Enrol(2, PHONE)).reason == "tag_random"
    seated.board.report(TagEvent("node-0", 4, PHONE, False))
    seated.lay("04CC", 4)
    assert (seated.view().seats[2].tag, seated.view().board.random_tag) == ("04CC", False)


def test_a_node_refuses_a_random_tag_while_a_piece_is_awaited(playing: Seated):
    """Red and with a sound, on that node only, until it is taken away; otherwise a phone that lies there is ignored."""
    playing.lay(PHONE, 4)
    assert not any(WRONG in scene.lights for scene in playing.board.shown.values())
    playing.do(NewGame())
    playing.do(AddSeat("Cleo"))
    refusing = [node for node, scene in playing.board.shown.items() if WRONG in scene.lights and scene.sound == REFUSED]
    assert refusing == ["node-0"]
    playing.board.report(TagEvent("node-0", 4, PHONE, False))
    assert not any(WRONG in scene.lights for scene in playing.board.shown.values())


def test_only_short_uids_that_begin_with_08_are_random(seated: Seated):
    """A tag whose fixed uid of seven bytes begins so is a piece like any other."""
    seated.do(Enrol(1, "08A1B2C3D4E5F6"))
    seated.do(Enrol(0, "A108B2C3"))
    assert [seat.tag for seat in seated.view().seats] == ["A108B2C3", "08A1B2C3D4E5F6"]


ANNAS = Audience("seat", 0)


def test_the_banker_sets_the_sums_of_a_seat_at_any_time(seated):
    """In the lobby and in play; everybody's view tells it, and no move is made of it."""
    seated.do(SetSums(1, "round"))
    assert [seat.sums for seat in seated.view().seats] == [None, "round"]
    seated.do(Begin())
    moves = seated.view().undo
    seated.do(SetSums(1, "change"))
    assert seated.view(ANNAS).seats[1].sums == "change"
    seated.do(SetSums(1))
    assert seated.view().seats[1].sums is None
    assert seated.view().undo == moves
    assert seated.ask(SetSums(2, "exact")).reason == "no_such_seat"


def test_sums_go_with_the_person(seated):
    """Who moves to another place takes the task along, and finds it again after the hub was closed."""
    seated.do(SetSums(1, "exact"))
    seated.do(MoveSeat(1, 0))
    again = Seated(seated.store, FakeBoard("side", 4))
    assert [seat.sums for seat in again.view().seats] == ["exact", None]


def test_who_speaks_last_is_the_speaker(seated):
    """Whoever took tones and voice by hand keeps them from devices that only offer themselves; no name is refused."""
    assert seated.view().speaker == ""
    for device in ("tablet", "another tablet"):
        seated.do(BeSpeaker(device, unless_taken=True))
        assert seated.view().speaker == "tablet"
    seated.do(BeSpeaker("phone"), ANNAS)
    assert [seated.view(audience).speaker for audience in (BANKER, ANNAS, Audience("viewer"))] == ["phone"] * 3
    seated.do(BeSpeaker("tablet", unless_taken=True))
    assert seated.view().speaker == "phone"
    assert seated.ask(BeSpeaker("")).reason == seated.ask(BeSpeaker("x" * 65)).reason == "bad_request"


def test_everybody_learns_which_language_the_tablet_speaks(seated):
    """Televisions follow it, also after the hub was closed; a phone has its own."""
    seated.do(SetLanguage("en"))
    again = Seated(seated.store, FakeBoard("side", 4))
    assert [one.view(Audience("viewer")).language for one in (seated, again)] == ["en", "en"]
    assert not SetLanguage("de").open_to(ANNAS)
