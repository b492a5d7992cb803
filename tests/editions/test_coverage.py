"""What editions say of themselves is true: tested rows, pages of rules, English names; only whole ones are offered."""

import json
import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from helpers.cited_rows import TESTS, marked_rows, rows_in

from hub.cli import main
from hub.commands import CannotRun
from hub.composition.play import PlayOptions, open_alone
from hub.editions import EDITIONS, coverage
from hub.editions.coverage import complete, recorded_rows, rows_of
from hub.editions.reading import english_names
from hub.rules.slots import Rules
from hub.table.views.printed import edition_view

ROOT = Path(__file__).parents[2]
CELLS = r"\| (?P<row>[a-z]+-\d\d) \| (?P<rule>[^|]+) \| (?P<implemented>[^|]+) \| (?P<tested>[^|]+) \|"
ROW = re.compile(f"^{CELLS}$", re.MULTILINE)
NOT_YET = "not yet"

EVERY = pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))


def test_the_recorded_rows_are_those_of_the_tests():
    """A built package says what the tests of this clone cover; else run `python -m tests.helpers.cited_rows`."""
    assert recorded_rows() == marked_rows(TESTS), "run `python -m tests.helpers.cited_rows`"


def test_every_cited_row_is_a_row():
    """No test claims a row that no edition has."""
    assert marked_rows(TESTS) <= {row for edition in EDITIONS for row in rows_of(edition)}


def test_a_row_without_a_test_makes_an_edition_incomplete(tmp_path, monkeypatch):
    """It is named."""
    edition = next(iter(EDITIONS))
    rows = rows_of(edition)
    tested = "\n".join(f"def test_{row.replace('-', '_')}_holds(): ..." for row in rows[1:])
    (tmp_path / "test_rows.py").write_text(tested)
    monkeypatch.setattr(coverage, "recorded_rows", lambda: marked_rows(tmp_path))
    found = coverage.coverage(EDITIONS)[0]
    assert (found.rows, found.tested, found.missing, found.complete) == (len(rows), len(rows) - 1, (rows[0],), False)


def test_an_edition_whose_record_lacks_a_row_is_not_offered(monkeypatch):
    """What a hub offers when it starts is what the record says."""
    edition = next(iter(EDITIONS))
    recorded = {row for other in EDITIONS for row in rows_of(other)} - {rows_of(edition)[0]}
    monkeypatch.setattr(coverage, "recorded_rows", lambda: recorded)
    assert list(complete(EDITIONS)) == [other for other in EDITIONS if other != edition]


def test_a_complete_edition_is_offered():
    """An edition whose rows are all tested reaches the lobby."""
    found = [one.edition for one in coverage.coverage(EDITIONS) if one.rows == one.tested]
    assert found
    assert list(complete(EDITIONS)) == found


def test_no_table_opens_with_an_incomplete_edition(tmp_path, monkeypatch):
    """The lobby gets complete editions only; without any, the table says so and leaves no folder behind."""
    monkeypatch.setattr(coverage, "recorded_rows", frozenset)
    folder = tmp_path / "data"
    options = PlayOptions(simulated="full", http_port=0, data_dir=folder, version="1")
    with ExitStack() as closing, pytest.raises(CannotRun, match="no edition can be played"):
        open_alone(options, closing)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        ('@pytest.mark.rule("a-01")\ndef test_x(): ...', ["a-01"]),
        ('@pytest.mark.rule("a-01")\n@pytest.mark.rule("a-02")\nasync def test_x(): ...', ["a-01", "a-02"]),
        ('@pytest.mark.rule("a-01")\nclass TestX:\n    def test_x(self): ...', ["a-01"]),
        ('pytestmark = pytest.mark.rule("a-01")\ndef test_x(): ...', ["a-01"]),
        ('pytestmark = [pytest.mark.gate, pytest.mark.rule("a-01")]\ndef test_x(): ...', ["a-01"]),
        ("class TestX:\n    def test_a_01_of_one_row(self): ...", ["a-01"]),
        ("def test_a_01_02_of_two_rows(): ...", ["a-01", "a-02"]),
        ('@pytest.mark.rule("b-03")\ndef test_a_01_of_two_editions(): ...', ["a-01", "b-03"]),
        ("def test_takes_10_s(): ...\ndef test_100_times(): ...\ndef a_01_helper(): ...", ["takes-10"]),
        ("@pytest.mark.skip\ndef test_a_01_not_run(): ...", []),
        ('@pytest.mark.rule("a-01")\ndef helper(): ...', []),
        ('pytestmark = pytest.mark.rule("a-01")', []),
        ('@pytest.mark.skip\n@pytest.mark.rule("a-01")\ndef test_x(): ...', []),
        ('@pytest.mark.xfail(strict=True)\n@pytest.mark.rule("a-01")\ndef test_x(): ...', []),
        ('@pytest.mark.skipif(True)\nclass TestX:\n    @pytest.mark.rule("a-01")\n    def test_x(self): ...', []),
        ('"""@pytest.mark.rule("a-01")"""\ndef test_x(): ...', []),
    ],
)
def test_what_tests_cite_is_read_as_pytest_collects_them(source, rows):
    """From names, and marks of functions, classes and modules; what is skipped or expected to fail proves nothing."""
    assert sorted(rows_in(source)) == rows


def test_the_command_prints_one_object_per_edition(capsys):
    """For programs: rows, tested rows and seats."""
    assert main(["editions", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [edition["edition"] for edition in printed] == list(EDITIONS)
    for edition, rules in zip(printed, EDITIONS.values(), strict=True):
        assert edition["rows"] == len(rows_of(rules.id))
        assert (edition["seats_min"], edition["seats_max"]) == rules.seats


def test_the_command_tells_people_what_is_missing(capsys, monkeypatch):
    """One line per edition."""
    monkeypatch.setattr(coverage, "recorded_rows", frozenset)
    assert main(["editions"]) == 0
    out = capsys.readouterr().out
    assert "not offered; not tested: classic-01, classic-02" in out
    assert "2 to 8 players" in out


def rows(edition: str) -> list[re.Match[str]]:
    return list(ROW.finditer((ROOT / "hub" / "editions" / edition / "RULES.md").read_text()))


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def cited(test: Path) -> frozenset[str]:
    return frozenset(rows_in(test.read_text()))


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_rows_are_numbered_without_gaps(edition):
    """No rule is left out of the page, and all bear the edition's name or its beginning, and nobody else's."""
    numbers = [row["row"] for row in rows(edition)]
    prefix = numbers[0].partition("-")[0]
    assert [other for other in EDITIONS if other.startswith(prefix)] == [edition]
    assert numbers == [f"{prefix}-{number:02}" for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_files_named_exist_and_tests_cite_the_row(edition):
    """A row that is implemented names its rule files and test files, and one of those tests cites the row."""
    for row in rows(edition):
        if row["implemented"] == NOT_YET:
            assert row["tested"] == NOT_YET
            continue
        files = [ROOT / "hub" / "rules" / name for name in named(row["implemented"])]
        tests = [ROOT / "tests" / "editions" / edition / name for name in named(row["tested"])]
        absent = [str(file.relative_to(ROOT)) for file in (*files, *tests) if not file.is_file()]
        assert not absent, f"{row['row']} of {edition}/RULES.md names {absent}, which do not exist"
        assert any(row["row"] in cited(test) for test in tests), f"no test it names cites {row['row']}"


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_purposes_cite_rows_of_the_page(edition):
    """Every reason for a payment names a row that exists, of this edition or of one whose rules it takes over."""
    known = {row["row"] for page in EDITIONS for row in rows(page)}
    assert set(EDITIONS[edition].rows.values()) <= known


@EVERY
def test_whatever_is_no_deed_has_a_name_in_english(rules: Rules) -> None:
    """Its name is a word of the game: the track's spaces but for deeds, as the pages get them."""
    unnamed = [space.name for space in edition_view(rules).spaces if not space.price and not space.english]
    assert not unnamed, f"hub/editions/{rules.id}/english.csv lacks {unnamed}"


@EVERY
def test_deeds_keep_their_names(rules: Rules) -> None:
    """What is printed on a title deed is a proper name, of streets, stations and utilities alike."""
    assert {rules.track.spaces[deed].english for deed in rules.track.deeds} == {""}


def test_no_name_is_left_over() -> None:
    """What the list names is on a track."""
    assert set(english_names()) <= {space.name for rules in EDITIONS.values() for space in rules.track.spaces}


@EVERY
def test_names_tell_the_deeds_apart(rules: Rules) -> None:
    """Two deeds never have the same name."""
    names = [rules.track.spaces[deed].name for deed in rules.track.deeds]
    assert len(set(names)) == len(names)
