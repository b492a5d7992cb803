"""Shares of an amount, in whole units of the edition's money."""

from __future__ import annotations


def percent_up(amount: int, percent: int, unit: int = 1) -> int:
    """`percent` of `amount`, rounded up to a multiple of `unit` (K18: what a player pays is rounded up)."""
    return -(-amount * percent // (100 * unit)) * unit
