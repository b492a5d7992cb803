"""Every question that an edition can put, and what is offered besides it, reached from the beginning of a game."""

from dataclasses import dataclass

from browser.positions import BROWN, LIGHT_BLUE, NAMES, Position, groups, own, purchase, shares, shortage
from helpers.house import House

from hub.domain.commands import (
    AcceptTrade,
    Advance,
    Bundle,
    Buy,
    DeclareBankruptcy,
    OfferTrade,
    SealBid,
    Throw,
    WantBuildings,
)
from hub.domain.corrections import (
    CorrectBuildings,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectTicket,
    CorrectTurn,
)
from hub.domain.ids import BANK
from hub.domain.shares import BuyShares, DemandReport, OfferShares, SellShares
from hub.domain.tasks import RentThrowPending, ThrowPending
from hub.table.requests import AgreeHouseRules, Begin, ChooseEdition, Freeze, Hands, RestartTurn

ANNA, BJOERN, CHLOE = 0, 1, 2
BUS = 6
"""A face of the speed die."""
MEGA_LIGHT_BLUE = (7, 8, 11)
MUCH = 900


@dataclass(frozen=True)
class Then:
    """A position reached from `base` by `moves`."""

    base: Position
    moves: Position

    def __call__(self, house: House) -> None:
        """Lead a house there that was not opened yet."""
        self.base(house)
        self.moves(house)


def lobby_of_three(house: House) -> None:
    """Three players with pieces, before the game."""
    house.open(*NAMES[:3])


def opening(house: House) -> None:
    """The game has begun and everybody throws for the first turn."""
    lobby_of_three(house)
    house.hands.by_hand = True
    house.do(Begin())


def beginning(edition: str, *house_rules: str) -> Position:
    """Three players in an edition; Anna throws next."""

    def base(house: House) -> None:
        lobby_of_three(house)
        house.do(ChooseEdition(edition))
        house.do(AgreeHouseRules(house_rules))
        house.begin()

    return base


MEGA, MPMP, EURO = beginning("mega"), beginning("mpmp"), beginning("euronopoly")
ON_REQUEST = beginning("mega", "rent_on_request")


def standing_at(house: House, seat: int, space: int) -> None:
    """It is the turn of `seat`, which stands there and has not thrown."""
    if house.task != ThrowPending(seat):
        house.correct(CorrectTurn(seat))
    if house.view().seats[seat].space != space:
        house.correct(CorrectPiece(seat, space))


def thrown(space: int, *faces: int) -> Position:
    """Anna's throw from a space, and all that needs no decision."""

    def moves(house: House) -> None:
        standing_at(house, ANNA, space)
        house.throw(ANNA, *faces)

    return moves


def on_the_way(house: House) -> None:
    """Anna has thrown and her piece has not moved."""
    house.play(Throw(ANNA, (1, 2)))


def drawing(house: House) -> None:
    """Anna has to take a card."""
    house.play(Throw(ANNA, (3, 4)), Advance(ANNA))


def to_a_utility(house: House) -> None:
    """The eighth card leads Anna to Björn's utility, where she throws for the rent."""
    own(house, BJOERN, 12)
    while not isinstance(house.task, RentThrowPending):
        standing_at(house, ANNA, 4)
        house.throw(ANNA, 1, 2)


def owing(house: House) -> None:
    """Anna owes Chloé the rent of a hotel and has buildings and deeds to sell and mortgage."""
    own(house, CHLOE, 37, 39)
    house.correct(CorrectBuildings({39: 5, 37: 4, **dict.fromkeys(LIGHT_BLUE, 3)}), CorrectMoney(ANNA, BANK, 1_450))
    thrown(36, 1, 2)(house)


def taking_over(house: House) -> None:
    """Anna gets a mortgaged deed of Björn's in a trade."""
    house.correct(CorrectMortgage(BROWN[1], mortgaged=True))
    house.play(OfferTrade(BJOERN, ANNA, Bundle(deeds=(BROWN[1],)), Bundle(money=50)), AcceptTrade(ANNA, 1))


def placing(house: House) -> None:
    """Anna alone wants the scarce houses, and says where they stand."""
    house.play(WantBuildings(ANNA, 2), WantBuildings(BJOERN, 0), WantBuildings(CHLOE, 0))


def bidding_for_a_house(house: House) -> None:
    house.play(WantBuildings(ANNA, 2), WantBuildings(BJOERN, 2), WantBuildings(CHLOE, 0))


def jailed(house: House) -> None:
    """Anna sits in jail with a release card."""
    house.correct(CorrectJail(ANNA, jailed=True, missed=1), CorrectReleaseCard("chance", BANK, ANNA))


def fallen(house: House) -> None:
    """Anna and then Björn are bankrupt: the game is over."""
    for seat in (ANNA, BJOERN):
        standing_at(house, seat, 1)
        house.correct(CorrectMoney(seat, BANK, house.balances()[seat]))
        house.throw(seat, 1, 2)
        house.play(DeclareBankruptcy(seat))


def frozen(house: House) -> None:
    house.do(Freeze())


def astray(house: House) -> None:
    """Anna's turn begins again, and her piece has to go back."""
    purchase(house)
    house.do(Hands(by_hand=True))
    house.do(RestartTurn(house.view().undo))


def traded(house: House) -> None:
    """Björn offers Anna a deed for money."""
    house.play(OfferTrade(BJOERN, ANNA, Bundle(deeds=(BROWN[1],)), Bundle(money=50)))


def riding(house: House) -> None:
    """Anna has a ticket."""
    house.correct(CorrectTicket(BANK, ANNA))


def catching_up(house: House) -> None:
    """Anna bought the last deed of a group in which she has hotels."""
    own(house, ANNA, *MEGA_LIGHT_BLUE)
    house.correct(CorrectBuildings(dict.fromkeys(MEGA_LIGHT_BLUE, 5)))
    thrown(5, 1, 3, 3)(house)
    house.play(Buy(ANNA))


def visiting(house: House) -> None:
    """Björn came to a street of Anna's, who may ask for the rent."""
    own(house, ANNA, *MEGA_LIGHT_BLUE)
    house.correct(CorrectTurn(BJOERN))
    house.throw(BJOERN, 4, 1, 2)


def wanted(house: House) -> None:
    """Björn asks the bank for a share of Anna's."""
    house.play(SellShares(ANNA, ANNA, 3))
    house.correct(CorrectTurn(BJOERN))
    house.play(BuyShares(BJOERN, ANNA, 1))


def to_report(house: House) -> None:
    """Anna owes a report, and Björn offers her shares."""
    house.play(DemandReport(ANNA), OfferShares(BJOERN, ANNA, BJOERN, 2, MUCH, selling=True))


def holding(house: House) -> None:
    """Anna has deeds that she may put up."""
    own(house, ANNA, *LIGHT_BLUE)


def bid(house: House) -> None:
    """Anna came to a street, has bid in secret and may take that back."""
    house.throw(ANNA, 1, 2)
    house.play(SealBid(ANNA, 700))


QUESTIONS: dict[str, Position] = {
    "opening": opening,
    "way": Then(groups, on_the_way),
    "card": Then(groups, drawing),
    "utility": Then(groups, to_a_utility),
    "debt": Then(groups, owing),
    "take-over": Then(groups, taking_over),
    "jail": Then(groups, jailed),
    "placing": Then(shortage, placing),
    "building-lot": Then(shortage, bidding_for_a_house),
    "again": Then(MPMP, thrown(0, 3, 3)),
    "further-throw": Then(EURO, thrown(4, 3, 3)),
    "bus": Then(MEGA, thrown(4, 4, 5, BUS)),
    "gift": Then(MEGA, thrown(41, 1, 2, 3)),
    "ticket": Then(MEGA, thrown(26, 1, 2, 3)),
    "triple": Then(MEGA, thrown(20, 2, 2, 2)),
    "choosing": Then(MEGA, thrown(8, 1, 2, 3)),
    "catching-up": Then(MEGA, catching_up),
    "way-out": Then(MEGA, thrown(33, 1, 2, 3)),
    "rent": Then(ON_REQUEST, visiting),
    "interest": Then(shares, wanted),
    "report": Then(shares, to_report),
    "bid": Then(shares, bid),
}
"""Positions in which the tablet has something to answer; what Anna has to answer is on her phone too."""
