"""An exchange, where a deed may have to catch up (mega-15, -25) [D9]."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import CHOICE, DECKS, LENT, Vector
from hub.foresight.engines.derived.play.deeds import give_card
from hub.foresight.engines.derived.play.stack import push
from hub.foresight.engines.derived.play.trade import accept  # noqa: F401 everything else is the same
from hub.foresight.engines.derived.skyline.play.deeds import give
from hub.foresight.engines.derived.skyline.play.duties import must_catch_up


def hand_over(s: Vector, t: Vector, receiver: int, deeds: int, cards: int) -> None:
    """One side of an exchange."""
    for deck in range(t[DECKS]):
        if cards >> deck & 1:
            give_card(s, t, deck, receiver)
    while deeds:
        deed = deeds & 63
        give(s, t, deed, receiver)
        if s[LENT] >> deed & 1 and not must_catch_up(s, deed):
            push(s, CHOICE, receiver, deed, 1)
        deeds >>= 6
