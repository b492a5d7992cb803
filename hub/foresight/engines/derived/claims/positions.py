"""Turns the state of a game with claims and credit into the flat position; what does not fit is refused by name."""

from __future__ import annotations

from hub.domain.deeds import PRINTED
from hub.domain.state import State
from hub.domain.tasks import AdvancePending, BuildPending, BuyPending, DrawPending, ThrowPending
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import positions as standard
from hub.foresight.engines.derived.claims import layout as here
from hub.foresight.engines.derived.positions import NO_SEAT, Frames, ask, begun
from hub.foresight.engines.derived.tables import NotCovered, deck_names, plain
from hub.rules.slots import Rules

FRAMES: Frames = {
    **{kind: standard.FRAMES[kind] for kind in (ThrowPending, AdvancePending, DrawPending, BuyPending)},
    BuildPending: lambda rules, task: (here.BUILD, task.seat, [*rules.track.groups].index(task.group)),
}


def position_of(rules: Rules, t: at.Vector, state: State) -> at.Vector:
    """The position of a game whose edition has these tables. Raises NotCovered."""
    s = begun(state)
    turns, remote = state.turns, state.remote
    for seat in range(len(turns.out)):
        s[here.OWED + seat], s[here.ARRIVED + seat] = state.credit.owed[seat], state.pieces.arrived[seat]
        s[here.SKIPS + seat] = turns.skips[seat]
    s[here.GRANTED], s[here.RELEASED] = int(turns.granted), plain(state.custody.released)
    s[here.BOUGHT] = sum([1 << deed for deed in {*remote.bought}])
    s[here.VISITED] = sum([1 << deed for deed in {*remote.visited}])
    s[here.ARRIVALS] = max(state.pieces.arrived)
    _deeds(t, s, state)
    for deck in deck_names(rules):
        pile = state.decks.piles[deck]
        s[at.PILE : at.PILE + len(pile)] = pile
        s[at.PILE_LENGTH], s[here.USED] = len(pile), state.decks.drawn[deck] % len(pile)
    ask(rules, s, state.agenda.tasks, FRAMES)
    return s


def _deeds(t: at.Vector, s: at.Vector, state: State) -> None:
    deeds = state.deeds
    if any(deeds.mortgaged):
        raise NotCovered("a mortgage")
    s[at.OWNER : at.OWNER + at.SPACES_MAXIMUM] = [NO_SEAT] * at.SPACES_MAXIMUM
    for deed in range(t[at.SPACES]):
        if {*deeds.paid[deed]} - {PRINTED, t[at.HOUSE_PRICE + deed]}:
            raise NotCovered("a building of another price")
        owner = plain(deeds.owner[deed])
        s[at.OWNER + deed], s[at.STAGE + deed] = owner, deeds.stage[deed]
        if owner != NO_SEAT:
            s[at.COUNT + t[at.GROUP + deed] * at.SEATS_MAXIMUM + owner] += 1
            s[at.HAND + owner] |= 1 << deed
        elif t[at.PRICE + deed]:
            s[at.UNSOLD] += 1
