"""Names at the table: everybody can see them, and nobody is taken for somebody else."""

import pytest
from helpers.seated import Seated

from hub.table.names import INVISIBLE, are_alike, is_fit, misnamed
from hub.table.past import HallNames
from hub.table.requests import AddSeat, ChangeSeat

UNSEEN = {
    "nothing": "",
    "too long": "x" * 21,
    "an escape": "\x1b[31mAnna",
    "a line": "An\nna",
    "one byte that begins an escape": "\x9b31m",
    "a fillers only": "\u3164\u3164",
    "empty Braille only": "\u2800",
    "accents on nothing": "\u0301\u0302",
    "a mark of direction": "\u202eannA",
    "a space without width": "An\u200bna",
    "a joiner": "An\u200dna",
    "half a pair": "\ud800",
}
TWINS = {
    "case": ("Anna", "aNNA"),
    "composition": ("Änne", "A\u0308nne"),
    "wide letters": ("Anna", "\uff21nna"),
    "letters of formulas": ("Anna", "\U0001d400nna"),
    "Cyrillic": ("Anna", "\u0410nna"),
    "Greek": ("Otto", "\u039fttο"),
    "Cyrillic alone": ("Oxana", "\u041e\u0445ana"),
    "small capitals": ("Bernd Igel", "\u0299\u1d07\u0280\u0274\u1d05 \u026a\u0262\u1d07\u029f"),
    "an l for an I": ("Ian", "lan"),
    "a one for an l": ("Paul", "Pau1"),
    "a nought for an O": ("Otto", "0tto"),
    "what nobody sees": ("Anna", "An\ufe0fna"),
    "a filler": ("Anna", "Anna\u3164"),
    "spaces": ("Anna B", "Anna   B"),
}
APART = [("Anna", "Änna"), ("Ella", "Eila"), ("Bot 1", "Bot 2"), ("Jan", "Jana"), ("李", "王"), ("Ян", "Яна")]


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_that_cannot_be_seen_is_refused(seated: Seated, name: str) -> None:
    """Neither a new player nor one who is there gets it."""
    seat = seated.view().seats[0]
    assert seated.ask(AddSeat(name)).reason == "name_unfit"
    assert seated.ask(ChangeSeat(0, name, seat.colour, seat.shape)).reason == "name_unfit"


@pytest.mark.parametrize(("first", "second"), TWINS.values(), ids=TWINS)
def test_two_names_that_look_alike_are_refused(seated: Seated, first: str, second: str) -> None:
    """Whichever of them was there before."""
    ben = seated.view().seats[1]
    seated.do(ChangeSeat(0, "Zoe", "teal", "heart"))
    for here, new in ((first, second), (second, first)):
        seated.do(ChangeSeat(1, here, ben.colour, ben.shape))
        assert seated.ask(AddSeat(new)).reason == "name_taken"
    assert misnamed([first, second]) is not None


@pytest.mark.parametrize(("names", "right"), [(["Anna "], False), (list(map(str, range(100))), True)])
def test_a_file_names_people_as_they_are_typed(names: list[str], right: bool) -> None:
    """Without spaces around them; a hundred are enough for any table."""
    assert (misnamed(names) is None) == right


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_for_everybody_are_accepted(one: str, other: str) -> None:
    """Accents, other letters and other alphabets are seen."""
    assert is_fit(one)
    assert not are_alike(one, other)
    assert misnamed([one, other]) is None


def test_what_is_called_invisible_is_what_printable_does_not_tell() -> None:
    """All that Python finds unprintable is refused anyway; the list has the rest, and emoji stay names."""
    assert all(letter.isprintable() for letter in INVISIBLE if ord(letter) != 0x180E)
    assert is_fit("❤\ufe0f")
    assert are_alike("❤\ufe0f", "❤")


def test_who_wants_to_be_forgotten_is_so_under_every_name():
    """Also under one that the banker has said is the same person's."""
    hall = HallNames(same={"papa": "Strauß"}, forgotten=("strauss",))
    assert [hall.shown_as(name) for name in ("Papa", "Strauß", "Ida")] == [None, None, "Ida"]
