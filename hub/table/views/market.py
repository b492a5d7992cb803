"""The share market as one viewer sees it: holdings, guide prices with their figures, reports, offers (H33).

Holdings are public; an offer is shown to the two seats concerned and to the banker, who helps them.
"""

from msgspec.structs import replace

from hub.domain.ids import BANK, Seat, Space
from hub.domain.shares import ShareOffer
from hub.domain.turns import solvent
from hub.rules.asking import no_free_moment
from hub.rules.assets import guide_price, price_inputs
from hub.rules.game import Game
from hub.rules.shares.issuers import LateReports, ReportDue
from hub.rules.slots import Rules
from hub.rules.steps import Advancing
from hub.table.game.shown import ANSWERS, as_shown, concerns, shown_number
from hub.table.views.options import answers
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Explanation, HoldingView, IssuerView, MarketView, ShareOfferView

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
        offers=tuple(_offer_view(game, audience, offer) for offer in offers),
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


def _offer_view(game: Game, audience: Audience, offer: ShareOffer) -> ShareOfferView:
    shares = game.state.shares
    options = tuple(
        replace(option, command=as_shown(shares, audience, option.command))
        for option in answers(game, audience, offer, *ANSWERS)
    )
    return ShareOfferView(replace(offer, id=shown_number(shares, audience, offer.id)), options)
