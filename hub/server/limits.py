"""Rate limits and connection limits, per client, per address and in total. Used throughout the server."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil

from msgspec import Struct

ADDRESSES_KEPT = 1_000
TINY_S = 1e-6
"""Less than this is lost by reckoning with fractions."""


class Limits(Struct, frozen=True):
    """The figures. Events are counted per connection; tries are guesses of a PIN or a code.

    Things that are made on request are counted per address: `exports_*` are downloads, `tellings_*` parts of the
    story, `drawings_*` QR codes and sheets, `edits_*` requests to the workshop. `arrivals_*` are phones without a code
    that sit down or knock, from one address and from all. `taps_*` are stickers read by the phones of one seat.
    `flood_*` is the limit beyond which a client is no longer answered but cut off.
    `connections` are WebSockets of a table, `requests` are HTTP requests in progress in a process; some places of both
    are kept for the hub's own computer and for addresses with a paired device, and in a club each table may use
    `requests_per_table`. Some more may be `waiting` for a place. A request has to be complete after `request_s`, its
    answer after `answer_s`; a connection may rest for `rest_s` before the next of its `requests_per_line`, and of more
    than `resting` ones the oldest of the address that has most gives way.
    """

    events_per_second: float = 20
    events_burst: int = 40
    flood_per_second: float = 100
    flood_burst: int = 300
    tries_per_minute: int = 5
    tries_per_minute_of_all: int = 30
    exports_per_minute: int = 12
    tellings_per_minute: int = 300
    drawings_per_minute: int = 120
    edits_per_minute: int = 600
    taps_per_minute: int = 30
    arrivals_per_minute: int = 40
    arrivals_per_minute_of_all: int = 60
    connections: int = 160
    connections_per_address: int = 64
    connections_kept_for_localhost: int = 4
    connections_kept_for_paired: int = 20
    requests: int = 64
    requests_per_address: int = 24
    requests_kept_for_paired: int = 16
    requests_per_table: int = 32
    requests_per_line: int = 200
    waiting: int = 384
    waiting_per_address: int = 240
    resting: int = 128
    rest_s: float = 10
    request_s: float = 10
    answer_s: float = 60
    message_bytes: int = 16_384
    edit_bytes: int = 131_072


class Bucket:
    """A token bucket: holds `burst` tokens, refilled at `rate` per second; each event takes one. Thread-safe.

    `turn` is a lock for callers that have to take turns.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._at = burst, clock()
        self._lock, self.turn = threading.Lock(), threading.Lock()

    def take(self) -> bool:
        with self._lock:
            now = self._clock()
            self._level = min(self._burst, self._level + (now - self._at) * self._rate)
            self._at = now
            if self._level < 1:
                return False
            self._level -= 1
            return True

    def give_back(self) -> bool:
        """Put an unneeded token back; returns whether the bucket is full again."""
        with self._lock:
            self._level = min(self._burst, self._level + 1)
            return self._level == self._burst

    def wait_s(self) -> int:
        """Whole seconds after which there is a token again."""
        with self._lock:
            return max(1, ceil((1 - self._level) / self._rate - TINY_S))


class Buckets:
    """One bucket for each address, full at first; those of the last thousand addresses are remembered."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute, self._clock = per_minute, clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, address: object) -> bool:
        return address in self._of

    def of(self, address: str) -> Bucket:
        with self._lock:
            bucket = self._of.pop(address, None) or Bucket(self._per_minute / 60, self._per_minute, self._clock)
            self._of[address] = bucket
            if len(self._of) > ADDRESSES_KEPT:
                self._of.popitem(last=False)
            return bucket

    def forget(self, address: str) -> None:
        with self._lock:
            self._of.pop(address, None)


class Tries:
    """Limits wrong guesses of a PIN or code, per address and in total, against guessing from many addresses.

    Addresses that have not guessed wrong yet have a separate bucket, so that guessers cannot lock others out.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        per_minute = limits.tries_per_minute_of_all
        self._guessers, self._others = (Bucket(per_minute / 60, per_minute, clock) for _ in range(2))
        self._of = Buckets(limits.tries_per_minute, clock)

    def begin(self, address: str) -> int:
        """Count a try before the guess is checked; returns 0, or how many seconds to wait."""
        shared = self._guessers if address in self._of else self._others
        own = self._of.of(address)
        if not own.take():
            return own.wait_s()
        if not shared.take():
            if own.give_back():
                self._of.forget(address)  # having to wait does not count as a wrong guess
            return shared.wait_s()
        return 0

    def succeeded(self, address: str) -> None:
        """The guess was right, so it is not counted; wrong ones still are."""
        if self._of.of(address).give_back():
            self._of.forget(address)
            self._others.give_back()
        else:
            self._guessers.give_back()


class Pace:
    """Limits how often the phones of a seat tap stickers, and how often strangers come, per address and in total."""

    def __init__(self, limits: Limits) -> None:
        self._taps, self._arrivals = Buckets(limits.taps_per_minute), Buckets(limits.arrivals_per_minute)
        self._all_arrivals = Bucket(limits.arrivals_per_minute_of_all / 60, limits.arrivals_per_minute_of_all)

    def tap(self, seat: int) -> bool:
        return self._taps.of(str(seat)).take()

    def arrive(self, address: str) -> bool:
        return self._arrivals.of(address).take() and self._all_arrivals.take()


class PairedAddresses:
    """Addresses of devices that have shown a valid key since the hub was started; places are reserved for them."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, address: str) -> None:
        with self._lock:
            self._known[address] = None
            self._known.move_to_end(address)
            if len(self._known) > ADDRESSES_KEPT:
                self._known.popitem(last=False)

    def __contains__(self, address: object) -> bool:
        return address in self._known


class AddressPlaces:
    """Counts connections against a total limit and a limit per address."""

    def __init__(self, total: int, per_address: int) -> None:
        self._total, self._per_address = total, per_address
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, address: str, kept: int, *, many: bool = False) -> bool:
        """Take a place, if one is free besides the `kept` reserved ones; `many` lifts the limit per address."""
        with self._lock:
            free = self._taken.total() + kept < self._total
            fits = free and (many or self._taken[address] < self._per_address)
            if fits:
                self._taken[address] += 1
            return fits

    def leave(self, address: str) -> None:
        with self._lock:
            self._taken[address] -= 1
            if self._taken[address] <= 0:
                del self._taken[address]
