"""What the rules offer one viewer: the prompt, side options, offers of trade, and the share market (H33).

Holdings of shares are public; an offer of them is shown to the two seats concerned and to the banker, who helps them.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import AcceptTrade, Advance, DeclineTrade, OfferTrade, SeatCommand, WithdrawTrade
from hub.domain.ids import BANK, NOBODY, Seat, Space, seat_of
from hub.domain.offers import Offer
from hub.domain.shares import ShareOffer
from hub.domain.tasks import asked
from hub.domain.turns import solvent
from hub.rules.asking import no_free_moment
from hub.rules.assets import guide_price, price_inputs
from hub.rules.game import Choice, Game, Rejected, choices, free_choices
from hub.rules.shares.issuers import LateReports, ReportDue
from hub.rules.slots import Rules
from hub.rules.steps import Advancing
from hub.rules.throws import dice_wanted
from hub.table.game.live import LiveGame
from hub.table.game.shown import ANSWERS, as_shown, concerns, shown_number
from hub.table.wire.audience import Audience, TableReason
from hub.table.wire.contract import (
    Explanation,
    HoldingView,
    IssuerView,
    MarketView,
    Misplaced,
    OfferView,
    Option,
    PromptView,
    ShareOfferView,
)

Answer: TypeAlias = Callable[[Seat, int], SeatCommand]
"""A command that answers an offer: from a seat, with the number of the offer."""


def seats_of(game: Game, audience: Audience) -> list[Seat]:
    """The seats a viewer may play: all for the banker, their own for a player, none for others."""
    if audience.role == "banker":
        return solvent(game.state)
    return [audience.seat] if audience.role == "seat" and audience.seat in solvent(game.state) else []


def prompt_view(game: Game, question: str, audience: Audience, wrong: Misplaced | None = None) -> PromptView | None:
    """The open question, which everybody sees, with this viewer's options.

    While readers see a piece on a `wrong` space, only the banker can confirm that it has arrived.
    """
    task = game.state.agenda.task
    if task is None:
        return None
    seats = asked(task)
    mine = [seat for seat in seats_of(game, audience) if seat in seats]
    options = tuple(option(game, choice, rejected) for seat in mine for choice, rejected in choices(game, seat))
    if wrong is not None and audience.role != "banker":
        options = tuple(_until_seen(one, wrong) for one in options)
    *_, then, _ = (None, *game.state.agenda.tasks)
    return PromptView(
        id=question,
        task=task,
        seats=seats,
        options=options,
        waiting=len(game.state.agenda.tasks) - 1,
        dice=dice_wanted(game),
        then=then,
    )


def _until_seen(one: Option, wrong: Misplaced) -> Option:
    """The option, refused until the piece is put right (`hub.table.changes.pausing`)."""
    if not isinstance(one.command, Advance) or one.command.seat != wrong.seat:
        return one
    return replace(one, refused=TableReason.PUT_BACK, details={"seat": wrong.seat, "space": wrong.space})


def free_view(live: LiveGame, audience: Audience) -> tuple[Option, ...]:
    """The side options of this viewer's seats; a building that has just gone up brings back what it cost."""
    game = live.game
    found = [
        option(game, choice, rejected)
        for seat in seats_of(game, audience)
        for choice, rejected in free_choices(game, seat)
        if audience.role == "seat" or not isinstance(choice.command, OWN_SECRETS)
    ]
    return tuple(replace(one, cost=-paid) if (paid := live.paid_just_now(one.command)) else one for one in found)


def offers_view(game: Game, audience: Audience) -> tuple[OfferView, ...]:
    """The trade offers on the table, with the answers this viewer may give."""
    return tuple(_offer_view(game, audience, offer) for offer in game.state.offers.open.values())


def _offer_view(game: Game, audience: Audience, offer: Offer) -> OfferView:
    options = answers(game, audience, offer, AcceptTrade, DeclineTrade, WithdrawTrade)
    price = game.rules.trade.price(game, offer)
    return OfferView(offer, options, price.set_off, price.payee if price.set_off else NOBODY)


def answers(
    game: Game, audience: Audience, offer: Offer | ShareOffer, accept: Answer, decline: Answer, withdraw: Answer
) -> tuple[Option, ...]:
    """The options of this viewer about an offer: accept or decline one made to them, withdraw one of their own."""
    mine = seats_of(game, audience)
    found = [accept(offer.to, offer.id), decline(offer.to, offer.id)] if offer.to in mine else []
    if offer.seat in mine:
        found.append(withdraw(offer.seat, offer.id))
    return tuple(option(game, Choice(command), game.refuse(command)) for command in found)


def trade_open(game: Game) -> bool:
    """Whether trade offers can be made now; always False in an edition without trade."""
    return OfferTrade in game.rules.handlers and no_free_moment(game) is None


def option(game: Game, choice: Choice, rejected: Rejected | None) -> Option:
    cost, levy = _with_levy(game, choice)
    return Option(
        command=choice.command,
        role=choice.role,
        cost=cost,
        levy=levy,
        minimum=choice.minimum,
        maximum=choice.maximum,
        step=choice.step,
        goal=choice.goal,
        awaits=0 if choice.goal is None else _rent_at(game, choice.command.seat, choice.goal),
        refused=rejected.reason.value if rejected else None,
        details=rejected.details if rejected else {},
    )


def _rent_at(game: Game, seat: Seat, space: Space) -> int:
    """The rent that a seat would owe on a space; 0 if that is not known in advance."""
    deed, owner = game.rules.track.deeds.get(space), game.state.deeds.owner[space]
    if deed is None or owner in (NOBODY, seat) or game.state.deeds.mortgaged[space]:
        return 0
    rent = game.rules.rents[deed.kind]
    low, high = (rent.expected(game, deed, seat_of(owner), pips) for pips in (2, 12))
    return low if low == high else 0


def _with_levy(game: Game, choice: Choice) -> tuple[int, int]:
    """(cost, levy in percent): the total and 0, or where the amount is open, the cost of one and the levy on it."""
    levy, seat, cost = game.rules.levies.get(choice.purpose), choice.command.seat, choice.cost
    if levy is None:
        return cost, 0
    on_top, amount = (levy.on_payee, -cost) if cost < 0 else (levy.on_payer, cost)
    if choice.maximum is not None:
        return cost, on_top(game, seat, 100)
    return cost + on_top(game, seat, amount), 0


PRICE_FORMULA = "guide_price"


def market_view(game: Game, audience: Audience) -> MarketView | None:
    """The share market for one audience, None in editions without shares."""
    shares = game.state.shares
    if not shares.issued:
        return None
    offers = (offer for offer in shares.offers.values() if concerns(audience, (offer.seat, offer.to)))
    return MarketView(
        issued=shares.issued,
        issuers=tuple(_issuer(game, seat) for seat in solvent(game.state)),
        offers=tuple(_share_offer_view(game, audience, offer) for offer in offers),
        open=no_free_moment(game) is None,
        report_at=_report_at(game.rules),
        late_fine=next((part.fine for part in game.rules.plan if isinstance(part, LateReports)), 0),
    )


def _report_at(rules: Rules) -> Space | None:
    ways = (slot.passages for slot in rules.slots if isinstance(slot, Advancing))
    due = (passage for passages in ways for passage in passages if isinstance(passage, ReportDue))
    return next((passage.space(rules.track) for passage in due), None)


def _issuer(game: Game, seat: Seat) -> IssuerView:
    shares = game.state.shares
    held = shares.holdings[seat]
    accounts = (*range(len(held) - 1), BANK)
    return IssuerView(
        seat=seat,
        price=guide_price(game, seat),
        explanation=Explanation(game.rules.rows[PRICE_FORMULA], PRICE_FORMULA, price_inputs(game, seat)),
        holdings=tuple(HoldingView(account, held[account]) for account in accounts if held[account]),
        report=shares.reports.get(seat),
        owed_since=shares.owed.get(seat),
    )


def _share_offer_view(game: Game, audience: Audience, offer: ShareOffer) -> ShareOfferView:
    shares = game.state.shares
    options = tuple(
        replace(option, command=as_shown(shares, audience, option.command))
        for option in answers(game, audience, offer, *ANSWERS)
    )
    return ShareOfferView(replace(offer, id=shown_number(shares, audience, offer.id)), options)
