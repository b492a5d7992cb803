"""People whose table has lost its process come first: they are waited for, but not for ever."""

from __future__ import annotations

from hub.features.club.tables import BACK_S, Returning
from hub.store.folder import Secrets
from hub.store.registry import Listed, Standing

SECRETS = Secrets("00" * 32, "123456")
ONE, OTHER = "http://one:1", "http://other:2"


def listed(name: str, url: str, watching: int | None, *, ours: bool = False) -> Listed:
    """A table at an address, and what was last said of it."""
    status = "" if watching is None else f'{{"phase":"playing","watching":{watching},"edition":"classic"}}'
    return Listed(name, SECRETS, url, ours, status)


class Evening:
    """A club as one process sees it, and a clock."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.returning = Returning(lambda: self.now_s)

    def sees(self, *tables: Listed, here: dict[str, int] | None = None) -> tuple[str, ...]:
        self.now_s += 0.5
        self.returning.follow(Standing(tables), here or {})
        return self.returning.names


def test_nobody_is_waited_for_while_all_tables_have_a_process() -> None:
    """Screens come and go by themselves."""
    evening = Evening()
    assert evening.sees(listed("1", ONE, 4), listed("2", OTHER, 2)) == ()
    assert evening.sees(listed("1", ONE, 1), listed("2", OTHER, 0)) == ()
    assert not evening.returning.goes_on()


def test_a_table_is_missed_until_its_screens_are_back_at_another_process() -> None:
    """What the process that has gone said of them no longer counts; those that come first are not yet all."""
    evening = Evening()
    evening.sees(listed("1", ONE, 4), listed("2", OTHER, 3))
    assert evening.sees(listed("1", "", 4), listed("2", OTHER, 3)) == ("1",)
    assert evening.sees(listed("1", OTHER, None), listed("2", OTHER, 3)) == ("1",)
    assert evening.sees(listed("1", OTHER, 3), listed("2", OTHER, 3)) == ("1",)
    assert evening.returning.goes_on()
    assert evening.sees(listed("1", OTHER, 4), listed("2", OTHER, 3)) == ()
    assert not evening.returning.goes_on()


def test_a_table_that_another_process_took_at_once_is_missed_too() -> None:
    """Nobody has seen it without a process."""
    evening = Evening()
    evening.sees(listed("1", ONE, 4))
    assert evening.sees(listed("1", OTHER, None)) == ("1",)


def test_at_its_own_tables_a_process_counts_for_itself() -> None:
    """It need not have told the club before it knows."""
    evening = Evening()
    evening.sees(listed("1", OTHER, 2))
    assert evening.sees(listed("1", ONE, None, ours=True)) == ("1",)
    assert evening.sees(listed("1", ONE, None, ours=True), here={"1": 1}) == ("1",)
    assert evening.sees(listed("1", ONE, None, ours=True), here={"1": 2}) == ()


def test_a_process_that_has_just_begun_misses_what_it_finds_without_one() -> None:
    """That is why it was started."""
    evening = Evening()
    assert evening.sees(listed("1", "", 4), listed("2", "", None), listed("3", ONE, 4)) == ("1",)


def test_nobody_is_waited_for_any_longer_than_people_need_to_come_back() -> None:
    """Who has not come may have left, and a table that cannot be opened would stop all bots for ever."""
    evening = Evening()
    evening.sees(listed("1", ONE, 4))
    assert evening.sees(listed("1", "", 4)) == ("1",)
    evening.now_s += BACK_S + 0.1
    assert not evening.returning.goes_on()
    assert evening.sees(listed("1", "", 4)) == ()
    assert evening.sees(listed("1", OTHER, 0)) == ()


def test_a_table_at_which_nobody_watched_is_not_missed() -> None:
    """It only moves to a process that has fewer."""
    evening = Evening()
    evening.sees(listed("1", ONE, 0), listed("2", ONE, None))
    assert evening.sees(listed("1", OTHER, None), listed("2", "", None)) == ()
