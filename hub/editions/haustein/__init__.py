"""Sealed bids that everybody pays, and shares of players on the standard track. See RULES.md."""

from hub.domain.ids import POT
from hub.domain.shares import SeatTakenOver, SharesMoved
from hub.domain.state import GameStarted
from hub.domain.tasks import OpeningThrowPending, RentThrowPending, ShortageOpen, ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.editions import classic
from hub.editions.tables import load_track
from hub.rules.arrival import OnDeed, PotCollected
from hub.rules.auctions.ascending import Ascending
from hub.rules.auctions.sealed import AllPay, AuctionedSealed, FirstPrice, OwnDeedAuctions, SealedBidding
from hub.rules.building.ladder import HOUSES_AND_HOTEL
from hub.rules.building.shortage import ScarceBuildings
from hub.rules.building.works import EvenBuilding
from hub.rules.cards.drawing import FromPiles
from hub.rules.corrections.slot import Corrections
from hub.rules.debts import BankMortgages, SettleOrFall
from hub.rules.ending import last_solvent_wins
from hub.rules.house_rules import limited_rounds, other_start_money
from hub.rules.jail import BailOrDouble
from hub.rules.lacking import NoTrade
from hub.rules.opening import HighestThrowStarts
from hub.rules.payments import ProtectionMoney
from hub.rules.rent import RentThrow, StationRent, StreetRent, UtilityRent
from hub.rules.shares.issuers import (
    Dividends,
    Issuing,
    LateReports,
    ReportDue,
    Reports,
    Takeovers,
    wind_up_bankrupt,
    wind_up_taken_over,
)
from hub.rules.shares.market import BankShares, ShareTrade, offers_lapse
from hub.rules.slots import HouseRule, Reaction, Rules
from hub.rules.steps import Advancing, AgainAfterDouble, AskForThrow, NextTurn, StartPays
from hub.rules.throws import Throwing, TwoDice

OPENING = HighestThrowStarts(money=1500)
THROW = TwoDice(doubles_to_jail=3)
SCARCITY = ScarceBuildings()
BIDDING = SealedBidding({"all_pay": AllPay(tie_rounds=3), "first_price": FirstPrice()})
ON_DEED = OnDeed(AuctionedSealed(BIDDING))

BUYER_PAYS = ProtectionMoney(percent=50, sides=("payer",))
SELLER_PAYS = ProtectionMoney(percent=50, sides=("payee",))
BOTH_PAY = ProtectionMoney(percent=50, sides=("payer", "payee"))

RULES = Rules(
    id="haustein",
    track=load_track(__name__),
    seats=(2, 8),
    opening=OPENING,
    salary=StartPays(passing=200, landing=400),
    throw=THROW,
    jail=BailOrDouble(bail=50, last_bail=100, throws=3),
    arrivals={
        **classic.RULES.arrivals,
        **dict.fromkeys(("street", "station", "utility"), ON_DEED),
        "free_parking": PotCollected(),
    },
    rents={"street": StreetRent(factors=(2,)), "station": StationRent(), "utility": UtilityRent()},
    cards=FromPiles(),
    auction=Ascending(minimum=1),
    ladders={"street": HOUSES_AND_HOTEL},
    building=EvenBuilding(sale_percent=50),
    scarcity=SCARCITY,
    mortgages=BankMortgages(interest_percent=10),
    debts=SettleOrFall(),
    trade=NoTrade(),
    slots=(
        Throwing(),
        Advancing((ReportDue(corner=3), Dividends())),
        BIDDING,
        OwnDeedAuctions(BIDDING, fine_percent=50),
        BankShares(BIDDING, sales=5, purchases=3),
        ShareTrade(),
        Reports(),
        Corrections(),
    ),
    throwers={OpeningThrowPending: OPENING, ThrowPending: THROW, RentThrowPending: RentThrow()},
    resumers={ShortageOpen: SCARCITY},
    plan=(AskForThrow(), AgainAfterDouble(), LateReports(fine=150), Takeovers(shares_needed=13), NextTurn()),
    reactions=(
        Reaction(GameStarted, Issuing(shares=25).react),
        Reaction(SharesMoved, offers_lapse),
        Reaction(SeatBankrupted, wind_up_bankrupt),
        Reaction(SeatBankrupted, last_solvent_wins),
        Reaction(SeatTakenOver, wind_up_taken_over),
        Reaction(SeatTakenOver, last_solvent_wins),
    ),
    routes={
        "tax": POT,
        "bail": POT,
        "card_pay": POT,
        "card_repairs": POT,
        "protection": POT,
        "trade_protection": POT,
        "late_report": POT,
        "failed_auction": POT,
    },
    goods=(),
    levies={
        "auction_bid": BUYER_PAYS,
        "private_bid": BUYER_PAYS,
        "private_takings": SELLER_PAYS,
        "auction": BUYER_PAYS,
        "building_auction": BUYER_PAYS,
        "building": BUYER_PAYS,
        "building_sale": SELLER_PAYS,
        "mortgage": SELLER_PAYS,
        "redemption": BUYER_PAYS,
        "mortgage_interest": BUYER_PAYS,
        "share_purchase": BUYER_PAYS,
        "share_sale": SELLER_PAYS,
        "share_trade": BOTH_PAY,
    },
    rows={
        "start_money": "haustein-01",
        "salary": "haustein-03",
        "rent_street": "haustein-01",
        "rent_station": "haustein-01",
        "rent_utility": "haustein-01",
        "rent_utility_card": "haustein-01",
        "card_collect": "haustein-01",
        "card_pay": "haustein-02",
        "card_collect_each": "haustein-01",
        "card_pay_each": "haustein-01",
        "card_repairs": "haustein-02",
        "tax": "haustein-02",
        "pot": "haustein-02",
        "protection": "haustein-04",
        "trade_protection": "haustein-04",
        "bail": "haustein-05",
        "building": "haustein-01",
        "building_sale": "haustein-06",
        "building_auction": "haustein-01",
        "auction": "haustein-01",
        "auction_bid": "haustein-08",
        "private_bid": "haustein-11",
        "failed_auction": "haustein-12",
        "mortgage": "haustein-01",
        "redemption": "haustein-01",
        "mortgage_interest": "haustein-01",
        "share_trade": "haustein-14",
        "guide_price": "haustein-15",
        "share_sale": "haustein-16",
        "share_purchase": "haustein-17",
        "late_report": "haustein-21",
        "dividend": "haustein-22",
        "takeover": "haustein-23",
        "estate": "haustein-24",
    },
    house_rules=(
        HouseRule("start_money", other_start_money, values=(1000, 2000, 2500, 3000), usual=OPENING.money),
        HouseRule("rounds", limited_rounds, values=tuple(range(5, 65, 5)), advised_from=5),
    ),
)
