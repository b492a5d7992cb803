"""Who may buy what: the first deed of a group gives an exclusive claim to the rest of it (euro-07, -08, -18) [E8, E9].

Claims are not stored: a claim lasts as long as its holder has a deed of the group.
"""

from collections.abc import Sequence

from hub.domain.ids import NOBODY, Seat, Space
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import plots
from hub.rules.track import Deed

DEEDS_FIRST = 2
"""How many deeds of each claimed group a seat needs before it may buy into another."""


def refuse_purchase(game: Game, seat: Seat, deed: Deed) -> Rejected | None:
    """Refuse debtors of the bank, seats other than the claim's holder, and seats that need more of their own groups."""
    rejected = refuse_debtor(game, seat)
    if rejected is not None or not claimable(deed):
        return rejected
    if claims(game, seat, deed.group):
        return None
    if claimants(game, deed.group):
        return Rejected(Reason.GROUP_CLAIMED)
    return Rejected(Reason.OTHER_GROUPS_FIRST) if _unfinished(game, seat) else None


def refuse_debtor(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that owes the bank: it buys and builds nothing."""
    return Rejected(Reason.OWES_MONEY) if game.state.credit.owed[seat] else None


def claimable(deed: Deed) -> bool:
    """Whether a deed's group can be claimed: only groups that can be built on."""
    return bool(deed.house_price)


def claims(game: Game, seat: Seat, group: str) -> bool:
    return group in game.hand(seat).plots


def claimants(game: Game, group: str) -> set[Seat]:
    """Who has the claim to a group; more than one only after a correction."""
    owner = game.state.deeds.owner
    return {who for space in game.rules.track.groups[group] if (who := owner[space]) != NOBODY}


def claimed_groups(game: Game, seat: Seat) -> list[str]:
    """The groups to which a seat has the claim, in track order."""
    plots = game.hand(seat).plots
    return [group for group in game.rules.grounds if group in plots]


def visited_groups(game: Game, seat: Seat) -> list[str]:
    """The groups to which a seat has the claim and on which any piece stands, in track order."""
    track = game.rules.track
    visited = {*map(track.ground.__getitem__, game.state.pieces.spaces)}.intersection(game.hand(seat).plots)
    return sorted(visited, key=track.groups.__getitem__)


def first_visitor(game: Game, seat: Seat, spaces: Sequence[Space]) -> tuple[Seat, Space] | None:
    """The other seat that came first to one of these spaces, and which space that is [E24]."""
    pieces, out = game.state.pieces, game.state.turns.out
    if set(spaces).isdisjoint(pieces.spaces):
        return None
    visitors = [
        (pieces.arrived[other], other, space)
        for other, space in enumerate(pieces.spaces)
        if space in spaces and other != seat and not out[other]
    ]
    return min(visitors)[1:] if visitors else None


def _unfinished(game: Game, seat: Seat) -> bool:
    return any(len(plots(game, seat, group)) < DEEDS_FIRST for group in claimed_groups(game, seat))
