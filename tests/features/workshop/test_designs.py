"""A design is changed cell by cell, stored after each change, and every change can be taken back and made again."""

import errno
from collections import Counter
from unittest.mock import Mock

import pytest
from features.workshop.conftest import Bench
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hub.editions import EDITIONS
from hub.features.workshop import stored as module
from hub.features.workshop.design import STEPS_MAXIMUM, Design, changed, redone, undone
from hub.features.workshop.sizes import (
    DEED_KINDS,
    NAME_LENGTH_MAXIMUM,
    _another,
    _at,
    _rounded,
    _Space,
    _Spare,
    fit_rents,
    proposed,
)
from hub.features.workshop.stored import StoredDesigns
from hub.features.workshop.views import DesignChange, DesignView, NewDesign, Resizing
from hub.server.http.answers import HttpRefused
from hub.table.interfaces.storage import StoreError

NAMES = st.sampled_from(["own/name", "track/1/name", "track/1/price", "own/group.brown"])
STEPS = st.lists(st.dictionaries(NAMES, st.sampled_from(["", "a", "b", "60"]), min_size=1, max_size=3), max_size=8)

SIZES = tuple(range(24, 57, 4))


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_every_edition_is_a_base(tmp_path, edition):
    """As it is printed nothing is wrong with it, and the rules that come out are the edition's."""
    bench = Bench(tmp_path, edition)
    assert bench.view.faults == ()
    bench.workshop.play(bench.view.id)
    played, printed = bench.offered[0], EDITIONS[edition]
    assert (played.track.spaces, played.track.deeds) == (printed.track.spaces, printed.track.deeds)
    assert (played.track.decks, played.track.tickets) == (printed.track.decks, printed.track.tickets)
    assert played.salary == printed.salary
    assert played.track.own == {"name": "Unser Dorf"}


@given(STEPS)
def test_taking_everything_back_leads_to_the_beginning(steps):
    """Undone step by step a design is as it was at each of them, and made again it is as it was at the end."""
    design = Design(id="x", base="classic", cells={"own/name": "a", "track/1/price": "60"})
    before = [design]
    for step in steps:
        after = changed(design, dict(step))
        if after is not design:
            before.append(after)
        design = after
    for earlier in reversed(before[:-1]):
        design = undone(design)
        assert design.cells == earlier.cells
    assert undone(design) is design
    for later in before[1:]:
        design = redone(design)
        assert design.cells == later.cells
    assert redone(design) is design


def test_a_change_after_an_undo_ends_what_could_be_made_again(bench):
    """What was taken back is gone once something else is changed."""
    bench.say({"track/1/name": "Am Bach"})
    bench.view = bench.workshop.undo(bench.view.id, bench.view.version)
    assert (bench.view.cells["track/1/name"], bench.view.redo) == ("Badstraße", 1)
    bench.say({"track/1/name": "Am Teich"})
    assert bench.view.redo == 0
    again = bench.workshop.redo(bench.view.id, bench.view.version)
    assert again.cells["track/1/name"] == "Am Teich"


def test_steps_are_bounded():
    """However long somebody works on it, only so many changes are kept, and those are the newest."""
    design = Design(id="x", base="classic", cells={})
    for number in range(STEPS_MAXIMUM + 5):
        design = changed(design, {"own/name": str(number)})
    assert design.version == STEPS_MAXIMUM + 5
    for _ in range(STEPS_MAXIMUM):
        design = undone(design)
    assert (design.cells, undone(design)) == ({"own/name": "4"}, design)


def test_saying_the_same_is_no_change(bench):
    """Nothing is stored and nothing can be taken back."""
    after = bench.say({"track/1/name": " Badstraße "})
    assert (after.version, after.undo) == (0, 0)


def test_everything_is_there_after_a_start_of_the_hub(bench):
    """The design, its faults and its steps are as they were when the last answer came, to the last of 200 letters."""
    bench.say({"track/1/name": "x" * 200})
    bench.say({"track/3/price": "viel"})
    found = bench.opened().design(bench.view.id)
    assert (found.cells, found.faults, found.undo) == (bench.view.cells, bench.view.faults, 2)


def test_a_page_that_has_not_seen_the_newest_change_is_refused(bench):
    """So two tablets never overwrite each other unseen, and whoever asks twice changes once."""
    bench.say({"track/1/name": "Am Bach"})
    with pytest.raises(HttpRefused, match="stale") as refused:
        bench.workshop.change(bench.view.id, DesignChange(0, {"track/1/name": "Am Teich"}))
    assert refused.value.status == 409
    assert bench.workshop.design(bench.view.id).cells["track/1/name"] == "Am Bach"


def test_what_cannot_be_stored_is_not_changed(bench, monkeypatch):
    """The page is told so, and the design says what it said before."""
    monkeypatch.setattr(module, "write_private", Mock(side_effect=OSError(errno.ENOSPC, "")))
    with pytest.raises(StoreError, match="is full"):
        bench.say({"track/1/name": "Am Bach"})
    assert bench.workshop.design(bench.view.id).cells["track/1/name"] == "Badstraße"


def test_own_words_end_where_a_design_is_full(bench, monkeypatch):
    """However few come at a time; what stands there may be changed."""
    monkeypatch.setattr("hub.features.workshop.checks.CELLS_MAXIMUM", len(bench.view.cells) + 1)
    for text in ("Lila", "Pink"):
        bench.say({"own/group.brown": text})
    with pytest.raises(HttpRefused, match="workshop_too_large"):
        bench.say({"own/group.orange": "Gold"})


def test_a_copy_of_a_copy_is_a_design_of_its_own(bench):
    """It says the same under another name, has no steps, and what is changed in it leaves the others alone."""
    bench.say({"track/1/name": "Am Bach"})
    first = bench.workshop.new(NewDesign(copy_of=bench.view.id, name="Kopie"))
    second = bench.workshop.new(NewDesign(copy_of=first.id, name="Kopie der Kopie"))
    assert second.cells == {**bench.view.cells, "own/name": "Kopie der Kopie"}
    assert (second.undo, second.base) == (0, "classic")
    bench.workshop.change(second.id, DesignChange(0, {"track/1/name": "Am Teich"}))
    assert bench.workshop.design(first.id).cells["track/1/name"] == "Am Bach"
    assert [card.name for card in bench.workshop.designs().designs][::-1] == ["Unser Dorf", "Kopie", "Kopie der Kopie"]


def test_what_was_deleted_can_be_brought_back(bench):
    """It is shown as gone and cannot be opened; brought back it is what it was, also after a start."""
    bench.say({"track/1/name": "Am Bach"})
    assert [card.gone for card in bench.workshop.delete(bench.view.id).designs] == [True]
    with pytest.raises(HttpRefused, match="no_design"):
        bench.workshop.design(bench.view.id)
    later = bench.opened()
    assert [card.gone for card in later.restore(bench.view.id).designs] == [False]
    assert later.design(bench.view.id).cells == bench.view.cells


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"id":"x","base":"classic","cells":{}}', b"[" * 100_000])
def test_a_damaged_file_is_left_alone(bench, damage):
    """The others are shown, and the damaged one stays on the disk for whoever can mend it."""
    other = bench.workshop.new(NewDesign(base="mega", name="Stadt"))
    path = bench.folder / "boards" / f"{bench.view.id}.json"
    path.write_bytes(damage)
    assert [card.id for card in bench.opened().designs().designs] == [other.id]
    assert path.read_bytes() == damage


NO_CELLS = ("track/40/name", "track/-1/name", "track/01/name", "track/1/space", "track/1/rent_9", "track/1/name/x")
NO_CELLS += ("cards/luck/1/effect", "cards/chance/0/effect", "cards/chance/99/effect", "tickets/1/expires")
NO_CELLS += ("own/salary", "own/../name", "elsewhere", "")


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        *(({name: "2"}, "workshop_no_cell") for name in NO_CELLS),
        *(({name: None}, "workshop_no_cell") for name in ("track/1/name", "cards/chance/1/effect")),
        *(({"track/1/name": text}, "workshop_text") for text in ("a\nb", "a\x00", "a" * 201)),
        ({"picture/space.1": "../../secrets.json"}, "workshop_text"),
        ({"picture/space.1": "0" * 32}, "workshop_picture"),
        ({f"own/group.{number}": "a" for number in range(600)}, "workshop_too_large"),
    ],
)
def test_only_cells_of_the_edition_are_changed(bench, cells, reason):
    """What no page of ours asks for is refused, and nothing of it is stored."""
    with pytest.raises(HttpRefused, match=reason):
        bench.workshop.change(bench.view.id, DesignChange(0, {**cells, "track/3/name": "Am Bach"}))
    assert bench.workshop.design(bench.view.id) == bench.view


@pytest.mark.parametrize("name", ["", "0" * 12, "..", "../x", "0" * 200])
def test_a_design_that_is_not_there(bench, name):
    """No file is looked for under a name from outside."""
    for ask in (bench.workshop.design, bench.workshop.delete, bench.workshop.restore, bench.workshop.play):
        with pytest.raises(HttpRefused, match="no_design"):
            ask(name)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A shelf of its own, whose clock goes on with each design."""
    moments = iter(range(10_000))
    monkeypatch.setattr(module, "now_ms", lambda: next(moments))
    return StoredDesigns(tmp_path)


def deleted(shelf: StoredDesigns, design: Design) -> str:
    return shelf.put(structs.replace(design, gone=True)).id


def test_there_is_room_for_sixty_designs_besides_the_deleted_ones(shelf):
    """The sixty-first is refused; one that is deleted makes room for one."""
    designs = [shelf.add("classic", {}) for _ in range(60)]
    with pytest.raises(HttpRefused, match="workshop_full"):
        shelf.add("classic", {})
    deleted(shelf, designs[0])
    shelf.add("classic", {})
    with pytest.raises(HttpRefused, match="workshop_full"):
        shelf.add("classic", {})


def test_the_twenty_that_were_deleted_last_can_be_brought_back(shelf, tmp_path):
    """Of those before them nothing is left, after a restart neither; what is not deleted stays."""
    kept = shelf.add("classic", {}).id
    gone = [deleted(shelf, shelf.add("classic", {})) for _ in range(23)]
    assert {design.id for design in shelf.all()} == {kept, *gone[3:]}
    assert {design.id for design in StoredDesigns(tmp_path).all()} == {kept, *gone[3:]}


def test_of_a_design_too_large_for_its_file_the_newest_steps_can_be_taken_back(shelf, tmp_path, monkeypatch):
    """Half of them are given up until the rest fits; after a restart the last one is still the last."""
    monkeypatch.setattr(module, "FILE_BYTES_MAXIMUM", 4_000)
    design = shelf.add("classic", {})
    for number in range(10):
        design = shelf.put(changed(design, {"own/name": str(number) * 500}))
    found = StoredDesigns(tmp_path).get(design.id)
    assert 0 < len(found.past) < 10
    assert [step["own/name"][0] for step in found.past] == [*"012345678"][-len(found.past) :]


def test_one_more_station_earns_as_much_more_as_the_last_did():
    """25, 50, 100 goes on with 150; a lone rent is doubled; rents beyond the number of deeds go."""
    columns = ["kind", "group", *(f"rent_{at}" for at in range(4))]

    def fitted(count, *rents):
        rows = [dict(zip(columns, ("station", "s", *rents), strict=True)) for _ in range(count)]
        fit_rents(columns, rows)
        return [list(row.values())[2:] for row in rows]

    assert fitted(4, "25", "50", "100", "") == [["25", "50", "100", "150"]] * 4
    assert fitted(2, "25", "50", "100", "150") == [["25", "50", "", ""]] * 2
    assert fitted(2, "25", "", "", "") == [["25", "50", "", ""]] * 2


def test_a_name_as_long_as_may_be_is_told_from_its_twin():
    """Also where there are two already, and no longer than others."""
    longest = "x" * NAME_LENGTH_MAXIMUM
    second = _another(longest, {longest})
    third = _another(longest, {longest, second})
    assert (len({longest, second, third}), max(map(len, (second, third))) <= NAME_LENGTH_MAXIMUM) == (3, True)


def test_of_spaces_alike_the_later_one_gives_way():
    """A smaller board keeps the beginning of its track."""
    spaces = [_Space(at, {"kind": "station", "group": "s"}) for at in range(4)]
    spare = _Spare(EDITIONS["classic"].needs, frozenset(), frozenset())
    assert spare.least([], spaces) is spaces[-1]


def resize(bench: Bench, spaces: int) -> DesignView:
    bench.view = bench.workshop.resize(bench.view.id, Resizing(bench.view.version, spaces))
    return bench.view


def kinds(view: DesignView) -> list[str]:
    spaces = sum(name.startswith("track/") and name.endswith("/kind") for name in view.cells)
    return [view.cells[f"track/{space}/kind"] for space in range(spaces)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_design_of_any_size_can_be_played_at_once(tmp_path, edition, size):
    """Whatever the edition, nothing is wrong with it after its size was changed, and its corners are corners still."""
    bench = Bench(tmp_path, edition)
    printed = kinds(bench.view)
    view = resize(bench, size)
    assert view.faults == ()
    assert len(kinds(view)) == size
    names = [view.cells[f"track/{space}/name"] for space, kind in enumerate(kinds(view)) if kind in DEED_KINDS]
    assert len({*names}) == len(names), "two streets of one name cannot be told apart"
    old, new = len(printed) // 4, size // 4
    assert [kinds(view)[at * new] for at in range(4)] == [printed[at * old] for at in range(4)]


def test_nothing_is_lost_altogether_if_there_is_room(bench):
    """What there is most of gives way first: no group of streets and no corner is lost on the way from 40 to 28."""
    groups = {text for name, text in bench.view.cells.items() if name.endswith("/group")}
    view = resize(bench, 28)
    assert {text for name, text in view.cells.items() if name.endswith("/group")} == groups
    there = Counter(kinds(view))
    assert (there["jail"], there["free_parking"], there["go_to_jail"]) == (1, 1, 1)
    assert min(there[kind] for kind in ("station", "utility", "chance", "community", "tax")) >= 1


def test_cards_and_pictures_stay_with_their_spaces(bench):
    """A card that led to the last space leads there still."""
    digest = bench.workshop.keep_picture(b'<svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>')
    bench.say({"cards/chance/1/effect": "move_to", "cards/chance/1/first": "39", "cards/chance/1/second": "",
               "picture/space.39": digest})  # fmt: skip
    last = bench.view.cells["track/39/name"]
    view = resize(bench, 28)
    assert view.cells["track/27/name"] == last
    assert (view.cells["cards/chance/1/first"], view.cells["picture/space.27"]) == ("27", digest)
    assert "picture/space.39" not in view.cells


def test_what_a_group_was_called_goes_with_it(tmp_path):
    """Where there is no room for a group any more, its own name and colour are no fault."""
    bench = Bench(tmp_path, "mega")
    bench.say({f"own/group.{group}": "Unten" for group in bench.workshop.base("mega").groups})
    view = resize(bench, 24)
    assert view.faults == ()
    groups = {view.cells[f"track/{space}/group"] for space in range(24)} - {""}
    assert {name for name in view.cells if name.startswith("own/group.")} == {f"own/group.{one}" for one in groups}


def test_it_is_one_step_that_can_be_taken_back(bench):
    """Taken back, everything is as it was, and made again it is as it became."""
    before = bench.view.cells
    after = resize(bench, 24).cells
    bench.view = bench.workshop.undo(bench.view.id, bench.view.version)
    assert bench.view.cells == before
    bench.view = bench.workshop.redo(bench.view.id, bench.view.version)
    assert (bench.view.cells, bench.view.undo) == (after, 1)


def test_a_size_that_the_rules_do_not_allow_is_refused(bench):
    """The edition says which there are, and the page offers no other."""
    assert bench.workshop.base("classic").sizes == SIZES
    for size in (0, -4, 20, 30, 60, 10_000):
        with pytest.raises(HttpRefused, match="workshop_no_cell"):
            resize(bench, size)


RENTS = [f"rent_{stage}" for stage in range(6)]


def test_at_a_price_of_the_edition_it_is_what_the_edition_prints(bench):
    """The second street at the price of the sixth gets its rents and mortgage."""
    bench.say({"track/1/price": "100"})
    rents = {f"track/1/{column}": bench.view.cells[f"track/6/{column}"] for column in (*RENTS, "mortgage")}
    assert bench.view.proposed == rents
    assert bench.say({**bench.view.proposed}).faults == ()


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_what_is_proposed_is_never_wrong(tmp_path, edition):
    """At any price rents grow from stage to stage and the mortgage is no more than the price."""
    rules, bench = EDITIONS[edition], Bench(tmp_path, edition)
    first, *others = (deed for deed in rules.track.deeds.values() if deed.kind == "street")
    place, dearest = f"track/{first.space}", max(deed.price for deed in others)
    for price in range(1, 3 * dearest, max(1, dearest // 40)):
        cells = {**bench.view.cells, f"{place}/price": str(price)}
        after = {**cells, **proposed(rules, cells, f"{place}/price")}
        stages = [int(after[f"{place}/{column}"]) for column in RENTS]
        assert stages == sorted(stages), price
        assert int(after[f"{place}/mortgage"]) <= price


def test_other_cells_propose_nothing(bench):
    """A name, a rent, a price that is none, or several cells at once."""
    for cells in (
        {"track/1/name": "Am Bach"},
        {"track/1/rent_0": "3"},
        {"track/1/price": "viel"},
        {"track/1/price": "0"},
        {"track/1/price": "70", "track/3/price": "70"},
    ):
        assert bench.say(dict(cells)).proposed == {}


@pytest.mark.parametrize(
    ("price", "figure"), [(60, 2), (80, 4), (100, 6), (90, 5), (200, 12), (30, 1), (10, 1), (1_000, 60)]
)
def test_between_two_points_it_is_the_straight_line_and_beyond_the_last_proportion(price, figure):
    """2 at 60 and 6 at 100 make 4 at 80; at the double price of the dearest twice as much; never nothing."""
    assert _at(price, [(60, 2), (100, 6)]) == figure


@pytest.mark.parametrize(("exact", "rounded"), [(17.4, 17), (46.4, 46), (123, 124), (1_234, 1_240), (0.2, 1)])
def test_two_digits_count(exact, rounded):
    """About a fiftieth: 123 goes by twos, 1234 by twenties."""
    assert _rounded(exact) == rounded
