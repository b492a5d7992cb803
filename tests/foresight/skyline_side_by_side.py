"""The playbook of speed die, tickets and skyscrapers, held against the hub command by command."""

from __future__ import annotations

from collections.abc import Mapping

from foresight import side_by_side
from foresight.side_by_side import Likeness, Step, luck_for, luck_for_faces

from hub.domain import commands as c
from hub.domain.auctions import SOLD, CallLot, PassOver
from hub.domain.commands import Command
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import playbooks
from hub.foresight.engines.derived.positions import bundle_in
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


def _offer(s: at.Vector, _t: at.Vector, rules: Rules, command: c.OfferTrade) -> None:
    give, take = bundle_in(rules, command.give), bundle_in(rules, command.take)
    play["lay_offer"](s, command.seat, command.to, *give, *take, command.answers)


def _sell_group(s: at.Vector, t: at.Vector, rules: Rules, command: c.SellGroup) -> None:
    play["sell_group"](s, t, command.seat, [*rules.track.groups].index(command.group))


def _call(s: at.Vector, t: at.Vector, _rules: Rules, command: CallLot) -> None:
    """Sold: as if all others had passed."""
    if command.call == SOLD:
        f = s[at.TOP]
        s[f + at.BIDDERS] = s[f + at.LEADER] + 1
        play["close_if_over"](s, t)


def _choose(s: at.Vector, t: at.Vector, _rules: Rules, command: c.ChooseSpace) -> None:
    lot = s[s[at.TOP]] == here.LOT_CHOICE
    play["put_up_for_auction" if lot else "choose_space"](s, t, command.space)


def _place_of(s: at.Vector, command: c.AcceptTrade | c.DeclineTrade | c.WithdrawTrade) -> int:
    place: int = play["place_of_offer"](s, command.offer)
    return place


def _ask_rent(s: at.Vector, _t: at.Vector, _rules: Rules, command: c.AskRent) -> None:
    play["ask_rent"](s, play["request_of"](s, command.seat, command.deed))


STEPS: Mapping[type, Step] = {
    c.Throw: lambda s, t, _r, command: play["throw"](s, t, *command.faces),
    c.Advance: lambda s, t, _r, _c: play["advance"](s, t),
    c.Draw: lambda s, t, _r, _c: play["draw"](s, t),
    c.Buy: lambda s, t, _r, _c: play["buy"](s, t),
    c.Decline: lambda s, t, _r, _c: play["decline"](s, t),
    c.PlaceBid: lambda s, t, _r, command: play["bid"](s, t, command.seat, command.amount),
    c.PassBid: lambda s, t, _r, command: play["pass_bid"](s, t, command.seat),
    CallLot: _call,
    PassOver: lambda s, t, _r, command: play["pass_bid"](s, t, command.seat),
    c.PayBail: lambda s, t, _r, command: play["pay_bail"](s, t, command.seat),
    c.UseReleaseCard: lambda s, t, _r, command: play["use_card"](s, t, command.seat),
    c.Mortgage: lambda s, t, _r, command: play["mortgage"](s, t, command.deed),
    c.Redeem: lambda s, t, _r, command: play["redeem"](s, t, command.deed),
    c.KeepMortgage: lambda s, t, _r, _c: play["keep"](s, t),
    c.Build: lambda s, t, _r, command: play["build"](s, t, command.deed),
    c.SellBuilding: lambda s, t, _r, command: play["sell"](s, t, command.deed),
    c.SellGroup: _sell_group,
    c.WantBuildings: lambda s, _t, _r, command: play["want"](s, command.amount),
    c.PlaceBuilding: lambda s, t, _r, command: play["place"](s, t, command.deed),
    c.FinishPlacing: lambda s, _t, _r, _c: play["pop"](s),
    c.PayDebt: lambda s, _t, _r, _c: play["pay_debt"](s),
    c.DeclareBankruptcy: lambda s, t, _r, _c: play["fall"](s, t),
    c.OfferTrade: _offer,
    c.AcceptTrade: lambda s, t, _r, command: play["accept"](s, t, _place_of(s, command)),
    c.DeclineTrade: lambda s, _t, _r, command: play["drop_offer"](s, _place_of(s, command)),
    c.WithdrawTrade: lambda s, _t, _r, command: play["drop_offer"](s, _place_of(s, command)),
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
