"""A longer track, a speed die, tickets, skyscrapers and malls; the standard rules otherwise. See RULES.md."""

from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.ids import POT
from hub.domain.pieces import PieceMoved
from hub.domain.tasks import OpeningThrowPending, RentThrowPending, SecondMoveOpen, ShortageOpen, ThrowPending
from hub.domain.turns import SeatBankrupted
from hub.editions import classic
from hub.editions.tables import load_track
from hub.rules.arrival import (
    RENTS_LAPSE,
    AskingForRent,
    AuctionSpace,
    BuyOrAuction,
    BuyOrLeave,
    ChoosingSpaces,
    ForSale,
    OnDeedOnRequest,
    PotCollected,
)
from hub.rules.auctions.ascending import Ascending
from hub.rules.building.catching_up import (
    CatchingUp,
    MortgagesToCatchUpWith,
    completing_a_built_group,
    looking_at_duties_again,
)
from hub.rules.building.ladder import MALLS, SKYLINE
from hub.rules.building.shortage import ScarceBuildings
from hub.rules.building.works import EvenBuilding
from hub.rules.cards.drawing import FromPiles
from hub.rules.corrections.slot import Corrections
from hub.rules.debts import SettleOrFall
from hub.rules.ending import last_solvent_wins
from hub.rules.house_rules import Overrides, double_salary, limited_rounds, other_start_money
from hub.rules.jail import BailEndsTurn
from hub.rules.needs import Bounds, Needs
from hub.rules.opening import HighestThrowStarts
from hub.rules.rent import RentThrow, StationRent, StreetRent, UtilityRent
from hub.rules.slots import PIPS, HouseRule, Reaction, Rules
from hub.rules.steps import Advancing, AgainAfterDouble, BailBeforeThrow, NextTurn, StartPays
from hub.rules.throws import SPEED_DIE, SecondMove, SpeedDice, Throwing, looking_ahead_again
from hub.rules.tickets import GiftSpace, RidingOnTickets, TakingTickets, TicketSpace, take_tickets_along
from hub.rules.trade import OFFERS_LAPSE, TradeForDebts

NOTE = 100
"""The smallest note: bids and prices are multiples of it, and interest is rounded up to it (mega-26, D40)."""

OPENING = HighestThrowStarts(money=250_000, dice_count=2)
THROW = SpeedDice(doubles_to_jail=3)
SCARCITY = ScarceBuildings()

RULES = Rules(
    id="mega",
    track=load_track(__name__),
    seats=(2, 6),
    opening=OPENING,
    salary=StartPays(passing=20_000, landing=20_000, either_way=True),
    throw=THROW,
    jail=BailEndsTurn(bail=5_000, last_bail=5_000, throws=3),
    arrivals={**classic.RULES.arrivals, "auction": AuctionSpace(), "ticket": TicketSpace(), "gift": GiftSpace()},
    rents={
        "street": StreetRent(factors=(3,)),
        "station": StationRent(stage_factors=(1, 2)),
        "utility": UtilityRent(thrown_again=("card", "ticket")),
    },
    cards=FromPiles(),
    auction=Ascending(minimum=NOTE, step=NOTE),
    ladders={"street": SKYLINE, "station": MALLS},
    building=EvenBuilding(sale_percent=50, refund_of="printed", group_sale="always"),
    scarcity=SCARCITY,
    mortgages=MortgagesToCatchUpWith(interest_percent=10, unit=NOTE),
    debts=SettleOrFall(),
    trade=TradeForDebts(unit=NOTE),
    slots=(
        Throwing(),
        Advancing(),
        BuyOrAuction(),
        ChoosingSpaces(),
        TakingTickets(),
        RidingOnTickets(),
        CatchingUp(),
        AskingForRent(),
        Corrections(),
    ),
    throwers={OpeningThrowPending: OPENING, ThrowPending: THROW, RentThrowPending: RentThrow(dice_count=3)},
    resumers={ShortageOpen: SCARCITY, SecondMoveOpen: SecondMove()},
    plan=(BailBeforeThrow(), AgainAfterDouble(), NextTurn()),
    reactions=(
        *OFFERS_LAPSE,
        Reaction(DeedMoved, looking_ahead_again),
        Reaction(DeedMortgaged, looking_ahead_again),
        Reaction(MortgageLifted, looking_ahead_again),
        Reaction(PieceMoved, looking_ahead_again),
        Reaction(DeedMoved, looking_at_duties_again),
        Reaction(DeedMoved, completing_a_built_group),
        Reaction(StageSet, looking_at_duties_again),
        Reaction(MortgageLifted, looking_at_duties_again),
        Reaction(SeatBankrupted, take_tickets_along),
        Reaction(SeatBankrupted, last_solvent_wins),
    ),
    routes={},
    rows={
        **classic.RULES.rows,
        "start_money": "mega-01",
        "salary": "mega-21",
        "rent_street": "mega-10",
        "rent_station": "mega-22",
        "rent_utility": "mega-20",
        "rent_utility_card": "mega-20",
        "bail": "mega-09",
        "gift": "mega-18",
        "card_great_repairs": "classic-11",
        "building": "mega-11",
        "building_auction": "mega-23",
        "building_sale": "mega-24",
        "mortgage": "mega-14",
        "redemption": "mega-26",
        "mortgage_interest": "mega-26",
        "estate": "mega-29",
    },
    dice=(PIPS, PIPS, SPEED_DIE),
    needs=Needs(streets=Bounds(3, 5)),
    house_rules=(
        HouseRule(
            "pot",
            Overrides(
                routes={"tax": POT, "bail": POT, "card_pay": POT, "card_great_repairs": POT},
                arrivals={"free_parking": PotCollected()},
            ),
        ),
        HouseRule(
            "rent_on_request",
            Overrides(
                arrivals=dict.fromkeys(("street", "station", "utility"), OnDeedOnRequest(ForSale())),
                reactions=RENTS_LAPSE,
            ),
        ),
        HouseRule("all_but_one_double", Overrides(rents={"street": StreetRent(factors=(3, 2))})),
        HouseRule("double_salary", double_salary),
        HouseRule("no_auctions", Overrides(slots={BuyOrAuction: BuyOrLeave()})),
        HouseRule("start_money", other_start_money, values=(150_000, 200_000, 300_000, 400_000), usual=OPENING.money),
        HouseRule("rounds", limited_rounds, values=tuple(range(5, 65, 5))),
    ),
)
