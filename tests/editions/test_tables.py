"""Tables of a family: what may change is played; what is wrong is one sentence with file, line and what to do."""

from unicodedata import normalize

import pytest

from hub.editions import EDITIONS
from hub.editions.fitting import check
from hub.editions.reading import read_track
from hub.editions.tables import TableError

BROWN = "1,Badstraße,street,brown,60,2,10,30,90,160,250,50,30,"
BROWN_TOO = "3,Turmstraße,street,brown,60,4,20,60,180,320,450,50,30,"
STATION = "5,Südbahnhof,station,station,200,25,50,100,200,,,,100,"
TAX = "4,Einkommensteuer,tax,,,,,,,,,,,200"
START = "0,Los,start,,,,,,,,,,,200"
CHANCE = "chance,1,move_to,0,"


def changed(edition: str, file: str, old: str, new: str) -> dict[str, str]:
    texts = EDITIONS[edition].track.printing.texts
    assert texts[file].count(old) == 1, f"{old} stands {texts[file].count(old)} times in {file}"
    return {**texts, file: texts[file].replace(old, new)}


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_every_edition_fits_itself(edition: str) -> None:
    """What is asked of a family's tables holds for the printed ones; handed in unchanged they are the edition's own."""
    rules, texts = EDITIONS[edition], EDITIONS[edition].track.printing.texts
    track, places = read_track(texts, rules.track.printing)
    check(rules, rules.track, track, places)
    crlf = {name: text.replace("\n", "\r\n") for name, text in texts.items()}
    assert rules.with_tables(crlf).track.printing.digest == ""
    assert rules.with_tables({}).track == rules.track


def test_a_familys_deed_keeps_its_name() -> None:
    """Though a space that is none, in English something else, is called so too."""
    texts = changed("classic", "track.csv", BROWN, BROWN.replace("Badstraße", "Frei Parken"))
    spaces = EDITIONS["classic"].with_tables(texts).track.spaces
    assert [(one.kind, one.english) for one in spaces if one.name == "Frei Parken"] == [
        ("street", ""),
        ("free_parking", "Free parking"),
    ]


@pytest.mark.parametrize(
    ("row", "old", "new", "sentence"),
    [
        (
            ",rent_1,",
            ",rent_1,",
            ",rnet_1,",
            "line 1: unknown column 'rnet_1', column 'rent_1' is missing; the first line must be",
        ),
        (",house_price,mortgage,", ",house_price,mortgage,", ",mortgage,", "line 1: column 'house_price' is missing"),
        ("deck,card,", "deck,card,", "card,deck,", "line 1: columns are in another order"),
        (BROWN, "50,30,", "50,30,,", "line 3: give 14 cells"),
        (BROWN, ",30,90,", ",,90,", "line 3: rent_2 is missing; give a whole number"),
        (BROWN, ",250,", ",,", "line 3: rent_5 is missing; give the rents from rent_0 to rent_5"),
        (STATION, ",200,,,,", ",,,,,", "line 7: rent_3 is missing; give the rents from rent_0 to rent_3"),
        (STATION, ",200,,,,", ",200,300,,,", "line 7: rent_4 means nothing here; leave it empty"),
        (BROWN, ",10,30,", ",40,30,", "line 3: rent_2 is 30, less than the rent before it"),
        (BROWN, ",60,", ",sixty,", "line 3: price is 'sixty'; give a whole number, digits only"),
        (BROWN, ",60,", ",-60,", "line 3: price is '-60'; give a number of at least 0"),
        (BROWN, ",60,", ",60.5,", "line 3: price is '60.5'; give a whole number"),
        (BROWN, ",60,", ",60000000000,", "line 3: price is 60000000000; give a number up to 10000000"),
        (BROWN, ",60,", ",,", "line 3: price is missing; give a whole number"),
        (BROWN, ",60,", ",0,", "line 3: price is 0; give what the deed costs"),
        (BROWN, ",50,30,", ",50,90,", "line 3: mortgage is 90, more than the price; give at most 60"),
        (
            BROWN,
            "brown,60,2,10,30,90,160,250,5",
            "darkblue,60,2,10,30,90,160,250,",
            "line 39: the deeds of group darkblue differ",
        ),
        (
            BROWN_TOO,
            ",50,30,",
            ",60,30,",
            "differ in kind or house_price; give this one street and 50, as in track.csv, line 3",
        ),
        (BROWN, "brown", "brwn", "line 3: there is no group 'brwn'; give one of brown,"),
        (
            BROWN,
            "brown",
            "lightblue",
            "line 5: group brown has only 1 of at least 2 streets; give this group to others too",
        ),
        (BROWN, "brown", "", "line 3: the group is missing; give the group"),
        (
            BROWN,
            "street,brown,60,2,10,30,90,160,250,50,30",
            "free_parking,,,,,,,,,,",
            "line 5: group brown has only 1 of at least 2 streets; give this group to others too",
        ),
        (BROWN, "street", "villa", "line 3: unknown kind 'villa'; give one of start, street,"),
        (TAX, "tax", "gift", "line 6: unknown kind 'gift'; give one of start, street,"),
        (TAX, "tax,,", "tax,brown,", "line 6: group is 'brown' on a space of kind tax; leave it empty"),
        (TAX, ",200", ",", "line 6: amount of a space of kind tax: give what is paid there"),
        (BROWN, "50,30,", "50,30,5", "line 3: amount is '5' on a deed; leave it empty"),
        (STATION, ",,,,100,", ",,,50,100,", "the deeds of group station differ"),
        (START, "200", "", "line 2: amount of a space of kind start: give what is paid there"),
        (START, "start", "jail", "line 2: space 0 is the start, and no other one"),
        (BROWN, "Badstraße", "", "line 3: the name is ''; give 1 to 40 letters"),
        (
            "1,Badstraße,street,brown,60,2,10,30,90,160,250,50,30,\n",
            "1,Badstraße,street,brown,60,2,10,30,90,160,250,50,30,\n",
            "",
            "line 3: this is space 2 where 1 is next; number them without gaps",
        ),
        (
            ",1400,1700,2000,200,200,\n",
            ",1400,1700,2000,200,200,\n",
            ",1400,1700,2000,200,200,\n40,Ufer,free_parking,,,,,,,,,,,\n",
            "track.csv: the track has 41 spaces; give 24, 28, 32, 36, 40, 44, 48, 52 or 56",
        ),
        (",jail,", ",jail,", ",free_parking,", "track.csv: there is no space of kind jail; give one space this kind"),
        (CHANCE, "move_to,0", "fly_to,0", "line 2: unknown effect 'fly_to'; give one of move_to,"),
        (CHANCE, "0", "40", "line 2: there is no space 40; give one from 0 to 39"),
        (CHANCE, "0", "", "line 2: move_to takes 1 figures, not 0; give 1"),
        (CHANCE, "1", "2", "line 3: card 2 of this deck stands there already"),
        (CHANCE, "chance", "luck", "there is no deck 'luck'; give one of chance, community"),
        (CHANCE, "move_to,0", "skip_turns,1", "line 2: this edition has no cards that skip_turns; give one of"),
    ],
)
def test_a_wrong_table_is_reported_in_one_sentence(row: str, old: str, new: str, sentence: str) -> None:
    """Where it is, what is wrong, what to do."""
    assert row.count(old) == 1
    file = next(name for name, text in EDITIONS["classic"].track.printing.texts.items() if row in text)
    with pytest.raises(TableError) as error:
        EDITIONS["classic"].with_tables(changed("classic", file, row, row.replace(old, new)))
    assert str(error.value).startswith(file)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("edition", "texts", "sentence"),
    [
        ("classic", {"cards.csv": ""}, "cards.csv, line 1: columns 'deck', 'card', 'effect' and 2 more are missing"),
        (
            "classic",
            {"tickets.csv": "ticket,expires\n1,0\n"},
            "tickets.csv: this edition has no tickets; take the file away",
        ),
        ("mega", {"tickets.csv": "ticket,expires\n"}, "tickets.csv: there is no row; give at least one ticket"),
        ("mega", {"tickets.csv": "ticket,expires\n1,2\n"}, "tickets.csv, line 2: expires is 2; give 1"),
        ("mega", {"tickets.csv": "ticket,expires\n1,1\n1,0\n"}, "tickets.csv, line 3: ticket 1 stands there already"),
        ("classic", {"cards.csv": "deck,card,effect,first,second\nchance,1,pay,5,\n"}, "deck community has no card"),
        ("classic", {"own.csv": "key,text\nname,Dorf\nname,Stadt\n"}, "own.csv, line 3: name stands there already"),
    ],
)
def test_a_whole_table_may_be_wrong(edition: str, texts: dict[str, str], sentence: str) -> None:
    """An empty one, one of another edition, one without what the edition needs."""
    with pytest.raises(TableError, match=sentence.replace("?", ".")):
        EDITIONS[edition].with_tables({**EDITIONS[edition].track.printing.texts, **texts})


@pytest.mark.parametrize("missing", ["track.csv", "cards.csv"])
def test_a_table_that_is_not_there_is_named(missing: str) -> None:
    """A folder without one of its tables is no edition."""
    texts = dict(EDITIONS["classic"].track.printing.texts)
    del texts[missing]
    with pytest.raises(TableError, match=f"{missing} is missing; export the edition again"):
        EDITIONS["classic"].with_tables(texts)


def test_spreadsheets_may_write_semicolons_and_quotes() -> None:
    """The same table is the same, however its cells are separated."""
    texts = changed("classic", "track.csv", BROWN, BROWN.replace("Badstraße", "Kurze Gasse"))
    plain = EDITIONS["classic"].with_tables(texts)
    other = {**texts, "track.csv": texts["track.csv"].replace(",", ";").replace("Kurze Gasse", '"Kurze Gasse"')}
    written = EDITIONS["classic"].with_tables(other)
    assert written.track == plain.track
    assert written.track.printing.digest == plain.track.printing.digest != ""


def test_accents_belong_to_their_letters() -> None:
    """Also in a name that macOS has copied from a PDF, where they stand by themselves."""
    texts = changed("classic", "track.csv", BROWN, BROWN.replace("Badstraße", normalize("NFD", "Mühlgasse")))
    assert EDITIONS["classic"].with_tables(texts).track.spaces[1].name == normalize("NFC", "Mühlgasse")


def test_other_tables_have_another_name_and_nothing_else_changes() -> None:
    """The same rules with house rules on top; the next tables replace these, and none bring the printed ones back."""
    rules = EDITIONS["classic"].with_tables(changed("classic", "track.csv", BROWN, BROWN.replace(",60,", ",70,")))
    agreed = rules.with_house_rules(["pot"])
    assert agreed.track.deeds[1].price == 70
    assert agreed.agreed == ("pot",)
    assert rules.with_tables({}).track == EDITIONS["classic"].track
    assert EDITIONS["classic"].track.deeds[1].price == 60
