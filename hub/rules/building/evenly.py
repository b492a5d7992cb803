"""Who may build and sell where.

The whole group, unmortgaged, evenly, as far as the stock goes (classic-18 to -21, -23).

Judgements only; `works` carries them out. Evenness compares stages, so a hotel counts as five (K6).
"""

from __future__ import annotations

from hub.domain.ids import Seat, Space
from hub.rules.asking import owes, short_of
from hub.rules.building.ladder import Ladder
from hub.rules.game import Game
from hub.rules.payments import with_levy
from hub.rules.reasons import Reason, Rejected
from hub.rules.rent.owned import has_mortgage, whole_owner
from hub.rules.track import Deed


def refuse_site(game: Game, seat: Seat, space: Space) -> Rejected | None:
    """Refuse what is no street, not theirs, or of an incomplete or mortgaged group."""
    deed = game.rules.track.deeds.get(space)
    if deed is None or not deed.house_price:
        return Rejected(Reason.NO_SUCH_DEED)
    if game.state.deeds.owner[space] != seat:
        return Rejected(Reason.NOT_OWNER)
    if whole_owner(game, game.rules.track.groups[deed.group]) != seat:
        return Rejected(Reason.GROUP_INCOMPLETE)
    return Rejected(Reason.GROUP_MORTGAGED) if has_mortgage(game, deed.group) else None


def refuse_stage_up(game: Game, ladder: Ladder, seat: Seat, space: Space) -> Rejected | None:
    """Refuse a site, a full street, or an uneven step; the stock and the money are looked at elsewhere."""
    rejected = refuse_site(game, seat, space)
    if rejected is not None:
        return rejected
    stage = game.state.deeds.stage[space]
    if stage == ladder.top:
        return Rejected(Reason.FULLY_BUILT)
    lowest = min(map(game.state.deeds.stage.__getitem__, _group(game, space)))
    return Rejected(Reason.UNEVEN) if stage > lowest else None


def refuse_stage_down(game: Game, seat: Seat, space: Space) -> Rejected | None:
    """Refuse to take down what is not there, not theirs, or would be uneven."""
    if space not in game.rules.track.deeds:
        return Rejected(Reason.NO_SUCH_DEED)
    if game.state.deeds.owner[space] != seat:
        return Rejected(Reason.NOT_OWNER)
    stage = game.state.deeds.stage[space]
    if not stage:
        return Rejected(Reason.NOT_BUILT)
    highest = max(map(game.state.deeds.stage.__getitem__, _group(game, space)))
    return Rejected(Reason.UNEVEN) if stage < highest else None


def refuse_stock(game: Game, ladder: Ladder, before: int, stage: int) -> Rejected | None:
    """Refuse a step for which the bank has not the buildings."""
    for kind, change in ladder.change(before, stage).items():
        if game.state.supply.stock[kind] + change < 0:
            return Rejected(Reason.NO_STOCK, {"kind": kind})
    return None


def refuse_price(game: Game, seat: Seat, deed: Deed) -> Rejected | None:
    """Refuse who owes somebody, or has not the price of a building."""
    cost = with_levy(game, seat, deed.house_price, "building")
    return Rejected(Reason.OWES_MONEY) if owes(game, seat) else short_of(game, seat, cost)


def sites(game: Game, ladder: Ladder, seat: Seat) -> list[Space]:
    """Where a seat could build one stage now, money and stock aside."""
    return [space for space in built_or_buildable(game, seat) if refuse_stage_up(game, ladder, seat, space) is None]


def built_or_buildable(game: Game, seat: Seat) -> list[Space]:
    """The streets of a seat's complete groups."""
    track, owner = game.rules.track, game.state.deeds.owner
    found: list[Space] = []
    for spaces in track.groups.values():
        first = spaces[0]
        if owner[first] == seat and track.deeds[first].house_price and whole_owner(game, spaces) == seat:
            found += spaces
    return found


def _group(game: Game, space: Space) -> tuple[Space, ...]:
    return game.rules.track.groups[game.rules.track.deeds[space].group]
