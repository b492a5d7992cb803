"""Requests about advice: part of `hub.table.wire.requests`."""

from __future__ import annotations

from hub.table.wire.action import Action


class SetAdvice(Action):
    """Let the phones of a seat ask for advice, or no longer; at any time while the outlook is on."""

    seat: int
    on: bool


class AskAdvice(Action):
    """Ask for advice on the open question (`prompt` is its id), or on an `offer` of trade made to this seat.

    Only this seat may ask, not even the banker; the answer comes with a view of this seat.
    """

    seat: int
    prompt: str
    offer: int = 0
