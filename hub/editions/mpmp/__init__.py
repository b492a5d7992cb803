"""The rules in which throws add up and nobody runs out of houses, in the rulebook's order. See RULES.md."""

from hub.domain.ids import POT
from hub.domain.tasks import ThrowAgainPending, ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.editions import classic
from hub.editions.tables import load_track
from hub.rules.arrival import BuyOrAuction, BuyOrLeave, PotCollected
from hub.rules.auctions.ascending import Ascending
from hub.rules.building.ladder import UNLIMITED
from hub.rules.building.works import EvenBuilding
from hub.rules.cards.drawing import FromPool
from hub.rules.corrections.slot import Corrections
from hub.rules.debts import InOneLot, MortgagesPassOn, SettleOrFall
from hub.rules.ending import last_solvent_wins
from hub.rules.house_rules import Overrides, limited_rounds, other_start_money
from hub.rules.jail import BailOrDouble, StayOrDouble
from hub.rules.lacking import NothingScarce
from hub.rules.opening import FirstByChance
from hub.rules.rent import StationRent, StreetRent, UtilityRentOfMove
from hub.rules.slots import HouseRule, Reaction, Rules
from hub.rules.steps import Advancing, AskForThrow, NextTurn, StartPays
from hub.rules.throws import AddingUp, Throwing
from hub.rules.trade import OFFERS_LAPSE, FreeTrade

OPENING = FirstByChance(money=30_000)
THROW = AddingUp(doubles_to_jail=3)

RULES = Rules(
    id="mpmp",
    track=load_track(__name__),
    seats=(2, 8),
    opening=OPENING,
    salary=StartPays(passing=4_000, landing=8_000),
    throw=THROW,
    jail=StayOrDouble(ways_out=BailOrDouble(bail=1_000, last_bail=1_000)),
    arrivals={**classic.RULES.arrivals, "free_parking": PotCollected()},
    rents={"street": StreetRent(factors=()), "station": StationRent(), "utility": UtilityRentOfMove()},
    cards=FromPool(),
    auction=Ascending(minimum=1),
    ladders={"street": UNLIMITED},
    building=EvenBuilding(sale_percent=50),
    scarcity=NothingScarce(),
    mortgages=MortgagesPassOn(interest_percent=10),
    debts=SettleOrFall(estate_sale=InOneLot()),
    trade=FreeTrade(),
    slots=(Throwing(), Advancing(), BuyOrAuction(), Corrections()),
    throwers={ThrowPending: THROW, ThrowAgainPending: THROW},
    resumers={},
    plan=(AskForThrow(), NextTurn()),
    reactions=(*OFFERS_LAPSE, Reaction(SeatBankrupted, last_solvent_wins)),
    goods=("deeds",),
    routes={"tax": POT},
    rows={
        "start_money": "mpmp-01",
        "purchase": "mpmp-04",
        "auction": "mpmp-04",
        "trade": "mpmp-05",
        "mortgage": "mpmp-06",
        "redemption": "mpmp-06",
        "rent_street": "mpmp-07",
        "rent_utility": "mpmp-08",
        "rent_station": "mpmp-09",
        "building": "mpmp-10",
        "building_sale": "mpmp-11",
        "bail": "mpmp-13",
        "salary": "mpmp-15",
        "card_collect": "mpmp-16",
        "card_pay": "mpmp-16",
        "card_collect_each": "mpmp-16",
        "tax": "mpmp-17",
        "pot": "mpmp-17",
        "estate": "mpmp-18",
        "estate_auction": "mpmp-18",
    },
    house_rules=(
        HouseRule("whole_group_doubles", Overrides(rents={"street": StreetRent(factors=(2,))})),
        HouseRule("no_auctions", Overrides(slots={BuyOrAuction: BuyOrLeave()})),
        HouseRule("start_money", other_start_money, values=(20_000, 40_000, 50_000, 60_000), usual=OPENING.money),
        HouseRule("rounds", limited_rounds, values=tuple(range(5, 65, 5))),
    ),
)
