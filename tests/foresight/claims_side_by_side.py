"""The playbook of claims and credit, held against the hub command by command."""

from __future__ import annotations

from collections.abc import Mapping

from foresight.side_by_side import Likeness, Step, luck_for, luck_for_faces

from hub.domain import commands as c
from hub.domain import dealing as d
from hub.domain.commands import Command
from hub.domain.ids import NOBODY
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import playbooks
from hub.foresight.engines.derived.claims.play import arriving, building, dealing, moving
from hub.foresight.engines.derived.claims.play.turns import carry_on
from hub.foresight.engines.derived.play.stack import pop

NO_GAME = (at.FAULT, at.LUCK, at.THROWS)


def bare(s: at.Vector) -> at.Vector:
    """The game alone: without luck, and without what is left of older tasks."""
    found = s[:]
    for place in NO_GAME:
        found[place] = 0
    found[s[at.TOP] + at.FRAME :] = []
    if s[at.WINNER] != NOBODY:
        found[at.STEP] = 0
    return found


def _place(s: at.Vector, card: int) -> int:
    """Where a card lies in the pile."""
    return s.index(card, at.PILE, at.PILE + s[at.PILE_LENGTH]) - at.PILE


STEPS: Mapping[type, Step] = {
    c.Throw: lambda s, t, _r, command: moving.throw(s, t, *command.faces),
    c.Advance: lambda s, t, _r, _c: playbooks.CLAIMS.functions["advance"](s, t),
    c.Draw: lambda s, t, _r, command: moving.draw(s, t, _place(s, command.card)),
    c.Buy: lambda s, t, _r, _c: arriving.buy(s, t),
    c.Decline: lambda s, _t, _r, _c: _drop(s),
    c.Build: lambda s, t, _r, command: building.build(s, t, command.seat, command.deed),
    c.FinishPlacing: lambda s, _t, _r, _c: _drop(s),
    c.SellBuilding: lambda s, t, _r, command: building.sell_building(s, t, command.deed),
    c.PayBail: lambda s, t, _r, command: moving.pay_bail(s, t, command.seat),
    d.StayInJail: lambda s, _t, _r, _c: moving.stay_in_jail(s),
    d.EndTurn: lambda s, _t, _r, _c: moving.end_turn(s),
    d.BuyRemote: lambda s, t, _r, command: dealing.buy_afar(s, t, command.seat, command.deed),
    d.SellDeed: lambda s, t, _r, command: dealing.sell_deed(s, t, command.deed),
}


def _drop(s: at.Vector) -> None:
    pop(s)


def luck(s: at.Vector, command: Command) -> int:
    """So that the same dice fall, and the same card comes."""
    if isinstance(command, c.Draw):
        return luck_for(_place(s, command.card), moving.cards_left(s))
    return luck_for_faces(getattr(command, "faces", (1, 1)))


CLAIMS = Likeness(playbooks.CLAIMS, STEPS, carry_on, bare, luck)
