"""How a rollout begins: tickets are shuffled as well as cards."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import CARDS_MAXIMUM, DECKS, PILE, UNSEEN, Vector
from hub.foresight.engines.derived.play.luck import begin_luck, shuffle
from hub.foresight.engines.derived.skyline.layout import SIZE, TICKETS, TICKETS_LEFT


def begin_rollout(p: Vector, s: Vector, t: Vector, seed: int, number: int) -> None:
    """A copy of the position with its own random numbers; what nobody has seen is shuffled."""
    s[0:SIZE] = p[0:SIZE]
    begin_luck(s, seed, number)
    for deck in range(t[DECKS]):
        shuffle(s, PILE + deck * CARDS_MAXIMUM, s[UNSEEN + deck])
    shuffle(s, TICKETS, s[TICKETS_LEFT])
