"""The table's name in the house: announced to others, shown only where it leads here."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from os import getpid

import pytest
from helpers.seated import Seated
from helpers.waiting import until
from zeroconf import AddressResolverIPv4, EventLoopBlocked, IPVersion, Zeroconf

from hub.composition.reachable import Announced
from hub.server.access.shown_address import ShownAddress

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.77"
ASKED_MS = 3_000
NUMBERS = count()
pytestmark = pytest.mark.gate


@pytest.fixture
def name() -> str:
    """A name that no hub of another test has, nor one that has just ended."""
    return f"bankhalter-{getpid()}-{next(NUMBERS)}.local"


@pytest.fixture
def announce(name: str) -> Iterator[Callable[..., Announced]]:
    """Announces on this computer alone; `resolved` is what its browsers find under the name."""
    with ExitStack() as closing:

        def start(*resolved: str, told: Callable[[], None] = lambda: None) -> Announced:
            announced = Announced(8080, lambda: [HERE], lambda _name: set(resolved), told, name)
            announced.start()
            closing.callback(announced.stop)
            return announced

        yield start


def found_by_a_device(name: str) -> list[str]:
    """The addresses another device gets by asking for the name; a machine that is busy is asked again."""
    with Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only) as device:
        asked = AddressResolverIPv4(f"{name}.")

        def answered() -> bool:
            try:
                return asked.request(device, ASKED_MS)
            except EventLoopBlocked:
                return False

        until(answered, "the name is found")
        return asked.parsed_addresses()


def test_who_asks_for_the_name_finds_the_hub(announce: Callable[..., Announced], name: str) -> None:
    """Another device that asks by multicast for the name is given the hub's address."""
    announce(HERE)
    with ThreadPoolExecutor(1) as elsewhere:  # a loop that other tests left in this thread would be taken for its own
        assert elsewhere.submit(found_by_a_device, name).result() == [HERE]


def test_the_name_is_shown_where_it_leads_here(seated: Seated, announce: Callable[..., Announced], name: str) -> None:
    """As soon as it was seen to lead here it stands among the addresses, last, and can be chosen."""
    told: list[bool] = []
    announced = announce(HERE, told=lambda: told.append(True))
    shown = ShownAddress(seated.table, "0.0.0.0", 8080, "http")
    shown.also_at(lambda: announced.names)
    until(lambda: told, "whoever is shown it is told")
    assert shown.urls[-1] == f"http://{name}:8080"
    assert shown.url != shown.urls[-1], "the address stays what is shown first"


@pytest.mark.parametrize("resolved", [(ELSEWHERE,), (HERE, ELSEWHERE)])
def test_a_name_that_leads_elsewhere_is_not_shown(name: str, resolved: tuple[str, ...]) -> None:
    """Where this computer finds another one under the name, or several, nobody is shown it."""
    looked: list[str] = []
    announced = Announced(8080, lambda: [HERE], lambda asked: looked.append(asked) or set(resolved), name=name)
    announced.start()
    try:
        until(lambda: looked, "it was looked for")
        announced.look()
        until(lambda: len(looked) > 1, "it was looked for again")
        assert announced.names == ()
    finally:
        announced.stop()


def test_a_second_hub_has_a_name_of_its_own(announce: Callable[..., Announced], name: str) -> None:
    """Where somebody has the name already, the next free one is taken (RFC 6762, 9)."""
    first = announce()
    until(lambda: first.names, "the first has its name")
    second = announce()
    until(lambda: second.names, "the second has one")
    assert (first.names, second.names) == ((name,), (name.replace(".local", "-2.local"),))
