"""What `bankhalter editions` counts, and that only complete editions are offered to people."""

import json
from contextlib import ExitStack

import pytest

from hub.cli import main
from hub.commands import CannotRun
from hub.composition.play import PlayOptions, open_alone
from hub.editions import EDITIONS, coverage
from hub.editions.coverage import complete, marked_rows, recorded_rows, rows_in, rows_of


def test_the_recorded_rows_are_those_of_the_tests():
    """A built package says what the tests of this clone cover; else run `python -m hub.editions.coverage`."""
    assert recorded_rows() == marked_rows(coverage.TESTS), "run `python -m hub.editions.coverage`"


def test_every_cited_row_is_a_row():
    """No test claims a row that no edition has."""
    assert marked_rows(coverage.TESTS) <= {row for edition in EDITIONS for row in rows_of(edition)}


def test_without_tests_the_record_counts(tmp_path, monkeypatch):
    """Installed without its tests the hub knows just as much."""
    here = coverage.coverage(EDITIONS)
    monkeypatch.setattr(coverage, "TESTS", tmp_path / "tests")
    assert coverage.coverage(EDITIONS) == here


def test_a_row_without_a_test_makes_an_edition_incomplete(tmp_path, monkeypatch):
    """It is named."""
    tests = tmp_path / "tests" / "editions"
    tests.mkdir(parents=True)
    edition = next(iter(EDITIONS))
    rows = rows_of(edition)
    tested = "\n".join(f"def test_{row.replace('-', '_')}_holds(): ..." for row in rows[1:])
    (tests / "test_rows.py").write_text(tested)
    monkeypatch.setattr(coverage, "TESTS", tests.parent)
    found = coverage.coverage(EDITIONS)[0]
    assert (found.rows, found.tested, found.missing, found.complete) == (len(rows), len(rows) - 1, (rows[0],), False)


def test_an_edition_whose_record_lacks_a_row_is_not_offered(monkeypatch):
    """What a hub offers when it starts is what the record says; the tests are not read for it."""
    edition = next(iter(EDITIONS))
    recorded = {row for other in EDITIONS for row in rows_of(other)} - {rows_of(edition)[0]}
    monkeypatch.setattr(coverage, "recorded_rows", lambda: recorded)
    monkeypatch.setattr(coverage, "marked_rows", None)
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
    monkeypatch.setattr(coverage, "tested_rows", frozenset)
    assert main(["editions"]) == 0
    out = capsys.readouterr().out
    assert "not offered; not tested: classic-01, classic-02" in out
    assert "2 to 8 players" in out


def test_editions_have_rows_of_their_own_name():
    """The page of an edition counts its rows by its own id or the beginning of it, and no two by the same."""
    prefixes = {edition: {row.partition("-")[0] for row in rows_of(edition)} for edition in EDITIONS}
    for edition, (prefix,) in prefixes.items():
        assert edition.startswith(prefix)
    assert len(set.union(*prefixes.values())) == len(EDITIONS)
