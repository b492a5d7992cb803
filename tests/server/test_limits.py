"""Limits at their edges, by a clock that the test turns."""

from collections.abc import Callable

import pytest

from hub.server.access.request_filter import Strangers
from hub.server.limits import AddressPlaces, Bucket, Buckets, Limits, Pace, PairedAddresses, Tries
from hub.server.transport.wsgi import RequestTurns

KEPT = 1_000


class Clock:
    """Seconds that pass when the test says so."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def taken(take: Callable[[], bool]) -> int:
    """How often in a row it says yes."""
    count = 0
    while take():
        count += 1
        assert count < 1_000
    return count


def test_a_bucket_gives_its_burst_and_then_its_rate(clock: Clock) -> None:
    """Two a second and ten at once: ten, four after two seconds, and never more than ten after an hour."""
    bucket = Bucket(2, 10, clock)
    assert taken(bucket.take) == 10
    clock.now_s += 2
    assert taken(bucket.take) == 4
    assert bucket.wait_s() == 1
    clock.now_s += 3_600
    assert taken(bucket.take) == 10


def test_what_is_given_back_is_one_token() -> None:
    """It is full again only when all came back, and holds no more than before."""
    bucket = Bucket(0.001, 3, Clock())
    assert taken(bucket.take) == 3
    assert [bucket.give_back() for _ in range(4)] == [False, False, True, True]
    assert taken(bucket.take) == 3


def test_each_address_has_its_own_bucket_and_the_oldest_is_forgotten_first(clock: Clock) -> None:
    """A thousand are remembered; an address that keeps coming is not forgotten however many others come."""
    buckets = Buckets(60, clock)
    assert taken(buckets.of("busy").take) == 60
    for number in range(KEPT):
        assert buckets.of(f"guest-{number}").take()
        assert not buckets.of("busy").take()
    assert ("guest-0" in buckets, "guest-1" in buckets, f"guest-{KEPT - 1}" in buckets) == (False, True, True)


def test_strangers_come_from_one_address_and_from_all_so_many_a_minute() -> None:
    """Two from each and three from all: whoever is refused for their own address takes nothing from others."""
    pace = Pace(Limits(arrivals_per_minute=2, arrivals_per_minute_of_all=3))
    assert [pace.arrive(address) for address in "aaabb"] == [True, True, False, True, False]


def test_wrong_guesses_are_counted_by_address_and_right_ones_are_not(clock: Clock) -> None:
    """Five a minute; a right guess gives back its own try, not the wrong ones before it."""
    tries = Tries(Limits(), clock)
    for _ in range(20):
        assert tries.begin("home") == 0
        tries.succeeded("home")
    for _ in range(4):
        assert tries.begin("guesser") == 0
    for _ in range(40):  # of all that have guessed wrong thirty a minute may
        assert tries.begin("guesser") == 0
        tries.succeeded("guesser")
    assert tries.begin("guesser") == 0
    assert tries.begin("guesser") == 12
    clock.now_s += 12
    assert tries.begin("guesser") == 0
    clock.now_s += 3.6
    assert tries.begin("guesser") == 9, "in 8.4 seconds: who waits as long as it says is let in"
    clock.now_s += 9
    assert tries.begin("guesser") == 0


def test_guessers_lock_out_nobody_else(clock: Clock) -> None:
    """Thirty a minute of all that guessed before; who has not guessed wrong has a share of their own, ever again."""
    tries = Tries(Limits(), clock)
    guessers = [f"guesser-{number}" for number in range(12)]
    wrong = sum(tries.begin(guesser) == 0 for _ in range(5) for guesser in guessers)
    assert wrong == 30 + len(guessers)
    for _ in range(40):
        assert tries.begin("mother") == 0
        tries.succeeded("mother")
        assert tries.begin(guessers[0]) == 2


def test_waiting_is_no_guess(clock: Clock) -> None:
    """Whoever came while all new ones had to wait is as new a little later, when those that guessed still wait."""
    tries = Tries(Limits(), clock)
    new = [f"new-{number}" for number in range(30)]
    assert [tries.begin(one) for one in (*new, *new)] == [0] * 60
    assert tries.begin("late") == 2
    clock.now_s += 2
    assert tries.begin(new[0]) == 0
    assert tries.begin(new[1]) == 2
    assert tries.begin("late") == 0


def test_paired_addresses_are_the_newest_thousand() -> None:
    """One that shows its key again stays; the one that was silent longest goes."""
    paired = PairedAddresses()
    for address in ("tablet", "old", *(f"guest-{number}" for number in range(KEPT - 2))):
        paired.add(address)
    paired.add("tablet")
    paired.add("newest")
    assert ("tablet" in paired, "newest" in paired, "old" in paired) == (True, True, False)


def test_places_are_counted_in_all_and_by_address() -> None:
    """Six in all, four of one address; two are kept; each that is given back is free once."""
    places = AddressPlaces(6, 4)
    assert taken(lambda: places.enter("one", 2)) == 4
    assert not places.enter("other", 2)
    assert taken(lambda: places.enter("paired", 0)) == 2
    places.leave("one")
    assert not places.enter("other", 1)
    assert places.enter("other", 0)
    assert not places.enter("other", 0)
    full = AddressPlaces(3, 1)
    assert full.enter("here", 0)
    assert not full.enter("here", 0)
    assert taken(lambda: full.enter("here", 0, many=True)) == 2


def test_a_stranger_leaves_once_however_it_goes() -> None:
    """Cut off or gone by itself, one place becomes free; who has shown a key gives way to nobody."""
    left: list[str] = []
    strangers = Strangers(2, left.append)
    stays = [{"REMOTE_ADDR": name} for name in ("first", "second", "third", "fourth")]
    for stay in stays[:2]:
        strangers.come(stay)
    stays[0]["bankhalter.known"]()
    strangers.come(stays[2])
    assert left == []
    strangers.come(stays[3])
    assert left == ["second"]
    for stay in stays:
        strangers.go(stay)
    assert sorted(left) == ["first", "fourth", "second", "third"]
    assert not strangers.give_way()


def test_who_has_had_a_turn_leaves_room_to_wait_for_others() -> None:
    """One is answered, one waits, a third is turned away; that holds after each of them has had its turn."""
    turns, told = (
        RequestTurns(Limits(requests=1, requests_per_address=1, waiting=1, waiting_per_address=1)),
        list[str](),
    )

    def ask(name: str) -> None:
        turns.ask("here", lambda: 0, lambda: told.append(f"{name} goes"), lambda: told.append(f"{name} is dropped"))

    for first, second, third in ("abc", "def"):
        for name in (first, second, third):
            ask(name)
        turns.leave("here")
        turns.leave("here")
        assert told == [f"{first} goes", f"{third} is dropped", f"{second} goes"]
        told.clear()
