"""Requests about stickers, as they are asked again."""

from table.asked import LOBBY, OTHER_TAG, PLAYING, Case

from hub.domain.commands import Throw
from hub.features.stickers.stickers import Stick, Tap, Unstick
from hub.table.requests import Play

STUCK = Stick(3, OTHER_TAG)
CASES = {
    Stick: (Case(LOBBY, STUCK),),
    Unstick: (Case((*LOBBY, STUCK), Unstick(3)),),
    Tap: (Case((*PLAYING, STUCK, Play(Throw(0, (1, 2)))), Tap(0, OTHER_TAG)),),
}
