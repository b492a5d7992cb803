"""The standard rules, from top to bottom like the contents page of the rulebook; RULES.md maps rows to places."""

from hub.domain.ids import POT
from hub.domain.tasks import OpeningThrowPending, RentThrowPending, ShortageOpen, ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.editions.tables import load_track
from hub.rules.arrival import (
    BuyOrAuction,
    BuyOrLeave,
    CardSpace,
    ForSale,
    NothingHappens,
    OffToJail,
    OnDeed,
    PotCollected,
    TaxDue,
)
from hub.rules.auctions.ascending import Ascending
from hub.rules.building.ladder import HOUSES_AND_HOTEL
from hub.rules.building.shortage import ScarceBuildings
from hub.rules.building.works import EvenBuilding
from hub.rules.cards.drawing import FromPiles
from hub.rules.corrections.slot import Corrections
from hub.rules.debts import BankMortgages, SettleOrFall
from hub.rules.ending import last_solvent_wins
from hub.rules.house_rules import Overrides, double_salary, limited_rounds, other_start_money
from hub.rules.jail import BailOrDouble
from hub.rules.opening import HighestThrowStarts
from hub.rules.rent import RentThrow, StationRent, StreetRent, UtilityRent
from hub.rules.slots import HouseRule, Reaction, Rules
from hub.rules.steps import Advancing, AgainAfterDouble, AskForThrow, NextTurn, StartPays
from hub.rules.throws import Throwing, TwoDice
from hub.rules.trade import OFFERS_LAPSE, TradeForDebts

OPENING = HighestThrowStarts(money=1500)
THROW = TwoDice(doubles_to_jail=3)
SCARCITY = ScarceBuildings()

RULES = Rules(
    id="classic",
    track=load_track(__name__),
    seats=(2, 8),
    opening=OPENING,
    salary=StartPays(passing=200, landing=200),
    throw=THROW,
    jail=BailOrDouble(bail=50, last_bail=50, throws=3),
    arrivals={
        "start": NothingHappens(),
        "street": OnDeed(ForSale()),
        "station": OnDeed(ForSale()),
        "utility": OnDeed(ForSale()),
        "community": CardSpace("community"),
        "chance": CardSpace("chance"),
        "tax": TaxDue(),
        "jail": NothingHappens(),
        "free_parking": NothingHappens(),
        "go_to_jail": OffToJail(),
    },
    rents={"street": StreetRent(factors=(2,)), "station": StationRent(), "utility": UtilityRent()},
    cards=FromPiles(),
    auction=Ascending(minimum=1),
    ladders={"street": HOUSES_AND_HOTEL},
    building=EvenBuilding(sale_percent=50),
    scarcity=SCARCITY,
    mortgages=BankMortgages(interest_percent=10),
    debts=SettleOrFall(),
    trade=TradeForDebts(),
    slots=(Throwing(), Advancing(), BuyOrAuction(), Corrections()),
    throwers={OpeningThrowPending: OPENING, ThrowPending: THROW, RentThrowPending: RentThrow()},
    resumers={ShortageOpen: SCARCITY},
    plan=(AskForThrow(), AgainAfterDouble(), NextTurn()),
    reactions=(*OFFERS_LAPSE, Reaction(SeatBankrupted, last_solvent_wins)),
    routes={},
    rows={
        "start_money": "classic-01",
        "salary": "classic-04",
        "purchase": "classic-05",
        "auction": "classic-05",
        "rent_street": "classic-07",
        "rent_station": "classic-08",
        "rent_utility": "classic-09",
        "rent_utility_card": "classic-09",
        "card_collect": "classic-11",
        "card_pay": "classic-11",
        "card_collect_each": "classic-11",
        "card_pay_each": "classic-11",
        "card_repairs": "classic-11",
        "tax": "classic-12",
        "bail": "classic-14",
        "building": "classic-18",
        "building_auction": "classic-22",
        "building_sale": "classic-23",
        "trade": "classic-24",
        "mortgage": "classic-25",
        "redemption": "classic-25",
        "mortgage_interest": "classic-26",
        "estate": "classic-29",
        "pot": "classic-33",
    },
    house_rules=(
        HouseRule(
            "pot",
            Overrides(
                routes={"tax": POT, "bail": POT, "card_pay": POT, "card_repairs": POT},
                arrivals={"free_parking": PotCollected()},
            ),
        ),
        HouseRule("double_salary", double_salary),
        HouseRule("no_auctions", Overrides(slots={BuyOrAuction: BuyOrLeave()})),
        HouseRule("start_money", other_start_money, values=(1000, 2000, 2500, 3000), usual=OPENING.money),
        HouseRule("rounds", limited_rounds, values=tuple(range(5, 65, 5))),
    ),
)
