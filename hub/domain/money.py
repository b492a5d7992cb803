"""Parts of an amount, in whole units of the edition's money."""

from collections.abc import Sequence


def percent_up(amount: int, percent: int, unit: int = 1) -> int:
    """`percent` of `amount`, rounded up to a multiple of `unit` (K18: what a player pays is rounded up)."""
    return -(-amount * percent // (100 * unit)) * unit


def half_up(amount: int, numerator: int, denominator: int) -> int:
    """`amount` times a fraction, a half and more rounded up (H3, H15, H18); the amount is not negative."""
    return (2 * amount * numerator + denominator) // (2 * denominator)


def shared_out(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount by weight, each part rounded half up while it lasts; the (first) largest part gets the rest."""
    total, left = sum(weights), amount
    greatest = max(range(len(weights)), key=weights.__getitem__)
    parts = [0] * len(weights)
    for index, weight in enumerate(weights):
        if index != greatest:
            parts[index] = min(left, half_up(amount, weight, total))
            left -= parts[index]
    parts[greatest] = left
    return parts
