"""A track of 52 spaces on four sides of thirteen readers, and what such a board does for a shorter track."""

import random

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import ANNA, BANKER, Seated
from helpers.sized_tables import any_plan, tables
from msgspec.structs import replace

from hub.domain.commands import Advance, AskRent, Throw, UseTicket
from hub.domain.corrections import CorrectDeed, CorrectJail, CorrectMoney, CorrectPiece, CorrectTicket
from hub.domain.tasks import AdvancePending
from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.table.board.board_map import guessed, too_short
from hub.table.interfaces.board import ButtonEvent, NodeSettings, TagEvent
from hub.table.requests import AgreeHouseRules, Begin, ChooseEdition, Correct, Learn, NewGame
from hub.table.wire.audience import Audience
from hub.table.wire.contract import FeedLine, TooShort

LONG = 13


class LongBoard(Seated):
    """Anna and Ben at the edition with the longest track."""

    def __init__(self) -> None:
        super().__init__(MemoryStore(), FakeBoard(readers=LONG))
        self.do(ChooseEdition("mega"))

    def put(self, uid: str, space: int) -> None:
        side, reader = divmod(space, LONG)
        self.board.report(TagEvent(f"node-{side}", reader, uid, True))

    def press(self, button: str) -> None:
        self.board.report(ButtonEvent("node-0", button, "short"))


@pytest.fixture
def long() -> LongBoard:
    """The game has begun, and Anna is about to throw."""
    seated = LongBoard()
    seated.begin()
    return seated


def test_the_third_die_has_a_button_and_a_lamp(long):
    """While three dice are awaited three lamps blink, in jail two; each of the three buttons throws them all."""

    def lamps() -> list[str]:
        return [long.board.shown["node-0"].lamps[die] for die in ("die1", "die2", "die3")]

    for jailed, dice, shown in ((True, 2, ["blink", "blink", "off"]), (False, 3, ["blink"] * 3)):
        long.do(Correct(CorrectJail(0, jailed=jailed)))
        assert (long.view().prompt.dice, lamps()) == (dice, shown)
    for die in ("die1", "die2", "die3"):
        long.press(die)
        assert (len(long.view().faces), lamps()) == (3, ["off"] * 3)
        long.undo()


def test_a_piece_is_awaited_on_the_other_sides_too(long):
    """Space 20 is the eighth reader of the second side: it glows, and the piece there ends the move."""
    long.play(Throw(0, (5, 5, 3)))
    assert long.view().prompt.task == AdvancePending(0, 13, "throw")
    assert [place for place, light in enumerate(long.board.shown["node-1"].lights) if light] == [0]
    long.put(ANNA, 13)
    long.play(Throw(0, (3, 1, 3)))
    assert [place for place, light in enumerate(long.board.shown["node-1"].lights) if light] == [7]
    long.put(ANNA, 20)
    assert long.view().seats[0].space == 20


def spaces_of(seated: Seated) -> list[tuple[int | None, ...]]:
    return [node.spaces for node in seated.table.device().nodes]


def test_a_shorter_track_begins_at_the_first_reader_of_each_side(long):
    """The same board serves the next edition: its map is made again, readers to spare are none of its spaces."""
    assert spaces_of(long)[1] == tuple(range(13, 26))
    long.do(NewGame())
    long.do(ChooseEdition("classic"))
    long.do(Begin())
    assert spaces_of(long)[1] == (*range(10, 20), None, None, None)


def test_what_people_taught_stays(long):
    """A map that somebody has begun to teach is theirs, whatever track is played next."""
    long.do(NewGame())
    long.do(Learn("forget"))
    long.do(Learn("start"))
    long.put(ANNA, 30)
    long.do(Learn("stop"))
    long.do(Begin())
    assert long.table.device().learnt == 1


def test_a_board_that_was_built_during_the_game_is_mapped_when_the_hub_begins_again():
    """Nobody has to teach it, although the game was begun without."""
    store = MemoryStore()
    Seated(store, FakeBoard(nodes=0)).begin()
    assert Seated(store, FakeBoard()).table.device().learnt == 40


@pytest.mark.parametrize(
    ("readers", "size", "played"),
    [(10, 40, ["mega"]), (13, 56, ["mega", "classic"])],
    ids=["52 spaces", "56 spaces, after 52"],
)
def test_a_board_that_is_too_short_is_not_guessed(readers, size, played):
    """Nothing is mapped, also after another track that fitted; people read why, and move pieces on the screen."""
    seated = Seated(MemoryStore(), FakeBoard(readers=readers), editions=family(size))
    for edition in played:
        if edition != played[0]:
            assert seated.view().board.short is None
            seated.do(NewGame())
        seated.do(ChooseEdition(edition))
        seated.do(Begin())
    assert seated.table.device().learnt == 0
    assert seated.view().board.short == TooShort(readers=readers, wanted=readers + 1 if size > 40 else 13)


def family(size: int) -> dict[str, Rules]:
    """The standard edition on a family's track of this length, besides the others."""
    luck = random.Random(size)
    return {**EDITIONS, "classic": EDITIONS["classic"].with_tables(tables(any_plan("classic", size, luck), luck))}


@pytest.mark.parametrize("size", [24, 28, 40, 52])
def test_the_track_begins_at_the_first_reader_of_each_side_whatever_its_length(size):
    """Four sides of thirteen readers: each side of the track lies on one of them, from its first reader on."""
    seated = Seated(MemoryStore(), FakeBoard(readers=LONG), editions=family(size))
    seated.do(ChooseEdition("classic"))
    seated.do(Begin())
    side = size // 4
    assert spaces_of(seated) == [(*range(at, at + side), *[None] * (LONG - side)) for at in range(0, size, side)]
    assert seated.view().board.short is None


def test_a_second_reader_in_a_corner_is_no_longer_side():
    """Eleven readers, the last of them in the corner: room for ten spaces, not for eleven."""
    settings = NodeSettings(side=None, readers=11, longest=10, gain=(5,) * 11, lights=10)
    nodes = FakeBoard(readers=11, settings=settings).nodes()
    assert guessed(nodes, 44) is None
    assert too_short(nodes, 44) == TooShort(readers=10, wanted=11)
    assert too_short(nodes, 40) is None
    assert too_short(nodes[:3], 44) is None
    assert too_short([replace(nodes[0], readers=9), *nodes[1:]], 44) == TooShort(readers=9, wanted=11), "the shortest"


def shown(seated: Seated, key: str) -> list[FeedLine]:
    return [line for line in seated.view(Audience("viewer")).feed if line.key == key]


def test_tickets_that_expire_are_shown_to_everybody(long):
    """Whoever looks on reads it, and sees that only the new ticket is left; the order of the pile stays unknown."""
    long.do(Correct(CorrectTicket(-1, 1)))
    pile = long.table.state.live.game.state.tickets.pile
    pile.sort(key=lambda ticket: not EDITIONS["mega"].track.tickets[ticket])
    long.do(Correct(CorrectPiece(0, 25)))
    long.throw(0, 3, 1, 3)
    assert [line.args["expires"] for line in shown(long, "ticket_taken")] == [1]
    assert [seat.tickets for seat in long.view().seats] == [1, 0]
    assert long.view().tickets == 14
    assert shown(long, "tickets_shuffled") == []


def test_a_rent_that_can_be_asked_for_is_shown_with_its_deed_and_its_reckoning():
    """The owner reads for which deed, how much and why, and gets a button for it; so does the banker."""
    seated = LongBoard()
    seated.do(AgreeHouseRules(("rent_on_request",)))
    seated.begin()
    seated.do(Correct(CorrectDeed(7, 1)))
    seated.throw(0, 3, 1, 3)
    line = shown(seated, "rent_requestable")[0]
    assert (line.args["payer"], line.args["payee"], line.args["amount"]) == (0, 1, 600)
    assert (line.explanation.row, line.explanation.inputs["deed"]) == ("mega-10", 7)
    for audience in (Audience("seat", 1), BANKER):
        assert AskRent(1, 7) in [option.command for option in seated.view(audience).free]
    assert AskRent(1, 7) not in [option.command for option in seated.view(Audience("seat", 0)).free]


def test_a_throw_for_a_rent_is_shown_as_what_it_is(long):
    """While the rent is owed, everybody sees the dice that were thrown for it, and reads what they were for (D4)."""
    long.do(Correct(CorrectDeed(10, 1)))
    long.do(Correct(CorrectTicket(-1, 0)))
    long.do(Correct(CorrectMoney(0, -1, 250_000)))
    long.play(UseTicket(0, 10))
    long.play(Advance(0))
    long.play(Throw(0, (1, 5, 6)))
    assert long.view().faces == (1, 5, 6)
    assert [line.args["faces"] for line in shown(long, "rent_thrown")] == ["1,5,6"]
    assert shown(long, "dice_thrown") == []
