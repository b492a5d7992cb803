"""The rules of claims, remote purchases and credit, on a track of our own, in the rulebook's order. See RULES.md."""

from hub.domain.deeds import DeedMoved, StageSet
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.editions.tables import load_track
from hub.rules.arrival import CardSpaceByThrow, NothingHappens, RiskSpace
from hub.rules.cards.drawing import UntilUsedUp
from hub.rules.claims import (
    APARTMENTS,
    ApartmentBuilding,
    BuyIfClaimed,
    DeedSales,
    ForSaleToClaimant,
    OnClaimedDeed,
    RemotePurchases,
)
from hub.rules.corrections.slot import FewerCorrections
from hub.rules.debts import BankLends, building_lost, deed_lost, income_repays
from hub.rules.ending import last_solvent_wins
from hub.rules.house_rules import double_salary, limited_rounds, other_start_money
from hub.rules.jail import FallingBail
from hub.rules.lacking import NoAuctions, NoMortgages, NothingScarce, NoTrade
from hub.rules.needs import Bounds, Needs
from hub.rules.opening import FirstByChance
from hub.rules.rent import StationRent, StreetRent, UtilityRent
from hub.rules.slots import HouseRule, Reaction, Rules
from hub.rules.steps import Advancing, AgainUnlessOn, EndingTheTurn, NextUnlessSkipped, StartPays, ThrowOrTimeServed
from hub.rules.throws import SameDoubleToJail, Throwing

BAILS = (600, 400, 200)
OPENING = FirstByChance(money=3_000)
ON_DEED = OnClaimedDeed(ForSaleToClaimant())
THROW = SameDoubleToJail(doubles_to_jail=3)

RULES = Rules(
    id="euronopoly",
    track=load_track(__name__),
    seats=(2, 4),
    opening=OPENING,
    salary=StartPays(passing=1_000, landing=1_200),
    throw=THROW,
    jail=FallingBail(BAILS),
    arrivals={
        "start": NothingHappens(),
        "street": ON_DEED,
        "station": ON_DEED,
        "utility": ON_DEED,
        "chance": CardSpaceByThrow("chance"),
        "jail": NothingHappens(),
        "risk": RiskSpace(factor=30, double_factor=50),
    },
    rents={"street": StreetRent(factors=()), "station": StationRent(), "utility": UtilityRent()},
    cards=UntilUsedUp(),
    auction=NoAuctions(),
    ladders={"street": APARTMENTS},
    building=ApartmentBuilding(sale_percent=50),
    scarcity=NothingScarce(),
    mortgages=NoMortgages(),
    debts=BankLends(),
    trade=NoTrade(),
    slots=(
        Throwing(),
        EndingTheTurn(),
        Advancing(),
        BuyIfClaimed(),
        RemotePurchases(),
        DeedSales(),
        FewerCorrections(),
    ),
    throwers={ThrowPending: THROW},
    resumers={},
    plan=(
        ThrowOrTimeServed(turns=len(BAILS)),
        AgainUnlessOn(frozenset({"start", "risk", "chance"})),
        NextUnlessSkipped(),
    ),
    reactions=(
        Reaction(MoneyMoved, income_repays),
        Reaction(DeedMoved, deed_lost),
        Reaction(StageSet, building_lost),
        Reaction(SeatBankrupted, last_solvent_wins),
    ),
    goods=(),
    needs=Needs(streets=Bounds(3, 3)),
    signs={"station": "barrier", "utility": "camera"},
    routes={},
    rows={
        "start_money": "euro-01",
        "rent_street": "euro-03",
        "salary": "euro-04",
        "risk_gain": "euro-05",
        "risk_loss": "euro-05",
        "purchase": "euro-06",
        "building": "euro-09",
        "rent_station": "euro-13",
        "rent_utility": "euro-13",
        "card_collect": "euro-14",
        "card_pay": "euro-14",
        "card_per_stage": "euro-14",
        "commission": "euro-15",
        "deed_sale": "euro-17",
        "building_sale": "euro-17",
        "credit": "euro-18",
        "repayment": "euro-18",
        "estate": "euro-19",
        "bail": "euro-22",
    },
    house_rules=(
        HouseRule("double_salary", double_salary),
        HouseRule("start_money", other_start_money, values=(2_000, 4_000, 5_000, 6_000), usual=OPENING.money),
        HouseRule("rounds", limited_rounds, values=tuple(range(5, 65, 5))),
    ),
)
