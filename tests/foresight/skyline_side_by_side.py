"""The playbook of speed die, tickets and skyscrapers, held against the hub command by command."""

from __future__ import annotations

from collections.abc import Mapping

from foresight import side_by_side
from foresight.side_by_side import Likeness, Step, luck_for, luck_for_faces, standard_steps

from hub.domain import commands as c
from hub.domain.commands import Command
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import playbooks
from hub.foresight.engines.derived.skyline import layout as here
from hub.rules.slots import Rules

play = playbooks.SKYLINE.functions


def bare(s: at.Vector) -> at.Vector:
    """The game alone: as by the standard rules, and without what is left of older tickets and rent requests."""
    common = side_by_side.bare([*s[: at.SIZE], *[0] * (at.PAPER_SIZE - at.SIZE)])
    more = s[at.SIZE : here.SIZE]
    for first, end in (
        (here.TICKETS + s[here.TICKETS_LEFT], here.TICKETS_LEFT),
        (here.HELD + s[here.HELD_COUNT], here.HELD_COUNT),
        (here.REQUEST + s[here.REQUESTS] * here.REQUEST_SIZE, here.SIZE),
    ):
        more[first - at.SIZE : end - at.SIZE] = [0] * (end - first)
    return common[: at.SIZE] + more


def _choose(s: at.Vector, t: at.Vector, _rules: Rules, command: c.ChooseSpace) -> None:
    lot = s[s[at.TOP]] == here.LOT_CHOICE
    play["put_up_for_auction" if lot else "choose_space"](s, t, command.space)


def _ask_rent(s: at.Vector, _t: at.Vector, _rules: Rules, command: c.AskRent) -> None:
    play["ask_rent"](s, play["request_of"](s, command.seat, command.deed))


STEPS: Mapping[type, Step] = {
    **standard_steps(play),
    c.ChooseSpace: _choose,
    c.TakeTicket: lambda s, t, _r, _c: play["take_instead"](s, t),
    c.TakeMoney: lambda s, _t, _r, _c: play["take_money"](s),
    c.GoToCards: lambda s, t, _r, _c: play["go_to_cards"](s, t),
    c.UseTicket: lambda s, t, _r, command: play["use_ticket"](s, t, command.space),
    c.KeepTicket: lambda s, _t, _r, _c: play["pop"](s),
    c.CatchUp: lambda s, t, _r, _c: play["catch_up"](s, t),
    c.AskRent: _ask_rent,
}


def luck(_s: at.Vector, command: Command) -> int:
    """So that the same dice fall, two or three."""
    faces = getattr(command, "faces", (1, 1))
    if len(faces) == 2:
        return luck_for_faces(faces)
    return luck_for(((faces[0] - 1) * 6 + faces[1] - 1) * 6 + faces[2] - 1, 216)


SKYLINE = Likeness(playbooks.SKYLINE, STEPS, play["carry_on"], bare, luck)
