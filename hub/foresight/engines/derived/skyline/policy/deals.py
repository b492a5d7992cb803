"""What is paid for an exchange: an amount in whole notes (D40)."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import CASH, RESERVE, Vector
from hub.foresight.engines.derived.policy.deals import propose  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.skyline.layout import UNIT


def price_of(s: Vector, t: Vector, seat: int, other: int, gain: int, gain_other: int) -> int:
    """What a seat pays so that both gain the same, limited to the money of the payer; negative if the other pays."""
    price = (gain - gain_other) // 2
    spare = max(s[CASH + (seat if price > 0 else other)] - t[RESERVE], 0)
    amount = min(price if price > 0 else -price, spare) // t[UNIT] * t[UNIT]
    return amount if price > 0 else -amount
