"""A bot without any plan: all legal options are equally likely.

Useful for testing rules, because it reaches corner cases that nobody would enter on purpose. Now and then it answers a
side question, or makes a senseless trade offer.
"""

import random

import msgspec

from hub.bots.sight import Bot, Sight
from hub.domain.auctions import SetMaximum
from hub.domain.commands import AskRent, AuctionDeed, Bundle, OfferTrade, PlaceBid, SealBid, SeatCommand, WantBuildings
from hub.domain.ids import Seat, seat_of
from hub.domain.shares import BuyShares, FileReport, OfferShares, SellShares
from hub.domain.tasks import DebtPending, asked
from hub.rules.game import Choice

FREE_SHARE = 0.1
OFFER_SHARE = 0.03
DEBT_OFFER_SHARE = 0.3
BID_STEP_MAXIMUM = 40
DEEDS_OFFERED_MAXIMUM = 2
ASK_SHARE = 0.5
REPORT_SHARE = 0.2
SHARE_TRADE_SHARE = 0.12
SALE_SHARE = 0.14
SHARES_OFFERED_MAXIMUM = 13
"""How often it answers a side question, offers a trade, reports, sells shares, and how far it goes."""


WITH_AMOUNT = (PlaceBid, SetMaximum, WantBuildings, SealBid, AuctionDeed, SellShares, BuyShares)
"""Commands whose amount may be chosen."""


class RandomLegal(Bot):
    """The random bot; with the same `seed` it makes the same choices in the same game."""

    def __init__(self, seed: str) -> None:
        self._luck = random.Random(seed)

    def choose(self, sight: Sight) -> SeatCommand | None:
        task = sight.task
        if task is None or sight.seat not in asked(task):
            return self._side_question(sight) or self._ask_rent(sight)
        whim = self._luck.random()
        if isinstance(task, DebtPending) and whim < DEBT_OFFER_SHARE and (offer := self._for_a_debt(sight, task)):
            return offer
        if whim < OFFER_SHARE and (offer := self._offer(sight)) is not None:
            return offer
        if whim < SHARE_TRADE_SHARE and (offer_of_shares := self._offer_shares(sight)) is not None:
            return offer_of_shares
        if whim < SALE_SHARE and (sales := list(sight.free_of(SellShares))):
            return self._with_amount(self._luck.choice(sales))
        options = sight.answers()
        if not options or whim < FREE_SHARE or isinstance(task, DebtPending):
            options = [*options, *sight.free()]
        return self._with_amount(self._luck.choice(options))

    def _with_amount(self, choice: Choice) -> SeatCommand:
        """The choice with a random amount within its bounds; bids rise in small steps, so that auctions last."""
        command = choice.command
        if isinstance(command, WITH_AMOUNT) and choice.maximum is not None:
            least, step = choice.minimum or 0, choice.step
            most = choice.maximum
            if isinstance(command, PlaceBid | SetMaximum | SealBid):
                most = min(most, least + BID_STEP_MAXIMUM * step)
            steps = self._luck.randint(0, (max(least, most) - least) // step)
            return msgspec.structs.replace(command, amount=least + steps * step)
        return command

    def _side_question(self, sight: Sight) -> SeatCommand | None:
        """Answer an offer or file a report; reports are sometimes late. None if there is nothing to do."""
        seat = sight.seat
        if seat in sight.shares.owed and self._luck.random() < REPORT_SHARE:
            return FileReport(seat)
        legal = sight.answers_to_offers()
        return self._luck.choice(legal) if legal else None

    def _ask_rent(self, sight: Sight) -> SeatCommand | None:
        """Ask for a rent, half of the time."""
        legal = [command for deed in sight.requestable_rents if sight.may(command := AskRent(sight.seat, deed))]
        return self._luck.choice(legal) if legal and self._luck.random() < ASK_SHARE else None

    def _offer(self, sight: Sight) -> OfferTrade | None:
        """A random trade offer to another seat; None if the rules reject it."""
        if not (others := sight.others):
            return None
        to = self._luck.choice(others)
        give, take = self._bundle(sight, sight.seat), self._bundle(sight, to)
        return sight.allowed(OfferTrade(sight.seat, to, give, take))

    def _for_a_debt(self, sight: Sight, task: DebtPending) -> OfferTrade | None:
        """Offer a deed for part of a debt to another player; None if the rules reject it."""
        if not sight.hand or task.due.payee < 0:
            return None
        price = self._luck.randint(1, -(-2 * task.due.amount // sight.unit)) * sight.unit
        give = Bundle(deeds=(self._luck.choice(sight.hand),))
        return sight.allowed(OfferTrade(sight.seat, seat_of(task.due.payee), give, Bundle(money=price)))

    def _offer_shares(self, sight: Sight) -> OfferShares | None:
        """Offer shares at a random price; None if the edition has none or the rules reject it."""
        if not sight.shares.issued:
            return None
        seats = [seat for seat, out in enumerate(sight.turns.out) if not out]
        to, issuer = self._luck.choice(seats), self._luck.choice((sight.seat, *seats))
        count, price = self._luck.randint(1, SHARES_OFFERED_MAXIMUM), self._luck.randrange(sight.money // 4 + 1)
        return sight.allowed(OfferShares(sight.seat, to, issuer, count, price, self._luck.random() < 1 / 2))

    def _bundle(self, sight: Sight, seat: Seat) -> Bundle:
        """Up to a few deeds and release cards of a seat, with some of its money."""
        luck = self._luck
        deeds = [deed for deed, owner in enumerate(sight.deeds.owner) if owner == seat]
        cards = [deck for deck, held in sight.release_cards.items() if seat in held.values()]
        return Bundle(
            luck.randrange(sight.ledger.balances[seat] // 4 // sight.unit + 1) * sight.unit,
            tuple(luck.sample(deeds, min(len(deeds), luck.randint(0, DEEDS_OFFERED_MAXIMUM)))),
            tuple(luck.sample(cards, luck.randint(0, len(cards)))),
        )
