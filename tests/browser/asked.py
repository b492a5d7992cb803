"""Everything that each edition asks, at tables of two, four and eight: what has to be in reach on every screen."""

from functools import partial

from browser.positions import (
    ATHENS,
    BEFORE_ATHENS,
    BEFORE_HELSINKI,
    BROWN,
    COPENHAGEN,
    HELSINKI,
    LIGHT_BLUE,
    LISBON,
    MADRID,
    ORANGE,
    PINK,
    PRAGUE,
    RED,
    WARSAW,
    Position,
    own,
    shares,
)
from browser.questions import QUESTIONS, Then, riding
from browser.reach import MOMENTS, ONE, OTHER, PLAYERS, among, moment, seated, to_buy, to_throw
from helpers.house import House

from hub.domain.commands import (
    AuctionDeed,
    Build,
    Bundle,
    DeclareBankruptcy,
    Decline,
    OfferTrade,
    PlaceBid,
    SealBid,
)
from hub.domain.corrections import (
    CorrectBuildings,
    CorrectJail,
    CorrectMoney,
    CorrectMortgage,
    CorrectPiece,
    CorrectReleaseCard,
    CorrectTurn,
)
from hub.domain.ids import BANK
from hub.domain.shares import OfferShares
from hub.editions import EDITIONS

OFFERED = "offer"
OF_GROUPS, OF_PARTS, OF_SHARES = (f"{OFFERED} of {what}" for what in ("groups", "parts", "shares"))
DEAR = 15_600
"""A bid with as many figures as amounts have in the edition with the most of them."""


def to_buy_dear(house: House) -> None:
    """The first stands on a street for sale, with three dice."""
    house.throw(ONE, 1, 3, 3)


def to_bid_much(house: House) -> None:
    """Nobody wants to pay that price, and somebody leads."""
    to_buy_dear(house)
    house.play(Decline(ONE), PlaceBid(OTHER, DEAR))


def to_bid_first(house: House) -> None:
    to_buy(house)
    house.play(Decline(ONE))


def to_bid_for_an_estate(house: House) -> None:
    """The first is out, and what the bank got from them is sold in one lot."""
    own(house, ONE, 6)
    house.correct(CorrectMortgage(6, mortgaged=True), CorrectMoney(ONE, BANK, house.balances()[ONE]))
    house.throw(ONE, 1, 3)
    house.play(DeclareBankruptcy(ONE))


def to_bid_once_more(house: House) -> None:
    """Two have bid the same in secret, more than anybody else, and do it again."""
    house.throw(ONE, 1, 2)
    house.play(*(SealBid(player.seat, 70 if player.seat <= OTHER else 10) for player in house.view().seats))


def to_bid_for_somebodys(house: House) -> None:
    """The first has put up a deed, for which all others bid in secret."""
    own(house, ONE, 6)
    house.play(AuctionDeed(ONE, 6, 120))


def to_leave_jail(house: House) -> None:
    """The first sits in jail."""
    house.correct(CorrectJail(ONE, jailed=True, missed=1))


def to_claim(house: House) -> None:
    """The first may buy the first street of a group."""
    house.correct(CorrectPiece(ONE, 1))
    house.throw(ONE, 1, 2)


def to_buy_remotely(house: House) -> None:
    """Somebody stands where only the first may buy."""
    own(house, ONE, WARSAW, PRAGUE, ATHENS)
    house.correct(CorrectPiece(OTHER, LISBON))


def to_build_where_one_stands(house: House) -> None:
    """The first came to one of three streets of a group."""
    own(house, ONE, ATHENS, LISBON, MADRID)
    house.correct(CorrectPiece(ONE, BEFORE_ATHENS))
    house.throw(ONE, 1, 2)


def to_pay_back(house: House) -> None:
    """The first owes the bank for a rent, and throws."""
    own(house, ONE, WARSAW, PRAGUE, ATHENS)
    own(house, OTHER, HELSINKI, COPENHAGEN)
    house.correct(CorrectBuildings({HELSINKI: 2, COPENHAGEN: 1}), CorrectPiece(ONE, BEFORE_HELSINKI))
    house.correct(CorrectMoney(ONE, BANK, 2_700))
    house.throw(ONE, 1, 2)
    house.correct(CorrectTurn(ONE))


def to_want(house: House) -> None:
    """Two houses are left, and the first asks for one; somebody else could build, too."""
    own(house, ONE, *LIGHT_BLUE)
    own(house, OTHER, *BROWN, *PINK, *ORANGE, *RED)
    house.correct(CorrectBuildings({**dict.fromkeys(PINK + ORANGE, 4), **dict.fromkeys(RED, 2)}))
    house.play(Build(ONE, LIGHT_BLUE[0]))


def to_answer_an_offer(house: House) -> None:
    """The first throws, and may take money for a street before."""
    own(house, ONE, *LIGHT_BLUE)
    house.play(OfferTrade(OTHER, ONE, Bundle(money=180), Bundle(deeds=LIGHT_BLUE[:2])))


def to_answer_a_large_offer(house: House, deeds: int = 3) -> None:
    """The first may give and get so many deeds of a group, with money and what lets one out of jail."""
    own(house, ONE, *LIGHT_BLUE)
    own(house, OTHER, *PINK)
    house.correct(CorrectReleaseCard("chance", BANK, OTHER))
    house.play(OfferTrade(OTHER, ONE, Bundle(180, PINK[:deeds], ("chance",)), Bundle(deeds=LIGHT_BLUE[:deeds])))


def to_bid_beside_an_offer(house: House) -> None:
    """The first is offered shares, and bids in secret."""
    house.play(OfferShares(OTHER, ONE, OTHER, 3, 200))
    house.throw(ONE, 1, 2)


BY_EDITION: dict[str, dict[str, Position]] = {
    "classic": {
        "wanting": to_want,
        OFFERED: to_answer_an_offer,
        OF_GROUPS: to_answer_a_large_offer,
        OF_PARTS: partial(to_answer_a_large_offer, deeds=2),
    },
    "mpmp": {"throw": to_throw, "buy": to_buy, "auction": to_bid_first, "estate": to_bid_for_an_estate},
    "haustein": {"throw": to_throw, "put-up": to_bid_for_somebodys, OF_SHARES: to_bid_beside_an_offer},
    "mega": {"throw": to_throw, "buy": to_buy_dear, "auction": to_bid_much, "jail": to_leave_jail, "riding": riding},
    "euronopoly": {
        "throw": to_throw,
        "buy": to_claim,
        "jail": to_leave_jail,
        "remote": to_buy_remotely,
        "building": to_build_where_one_stands,
        "credit": to_pay_back,
    },
}
"""What an edition asks besides the usual moments of classic and the positions that screens are looked at in."""

THREE = {"owing", "placing", "building-lot", "interest", "estate in mpmp"}
"""What takes a third player. A debt two have as well, and are asked about scarce houses, in positions of their own."""


def asked_of(players: int) -> dict[str, Position]:
    """Every question there is round a table of so many, or of as many as an edition has room for, but not twice."""
    elsewhere = {
        f"{name} in {edition}": Then(seated(edition, players), moves)
        for edition, asked in BY_EDITION.items()
        if EDITIONS[edition].seats[1] > max((fewer for fewer in PLAYERS if fewer < players), default=0)
        for name, moves in asked.items()
    }
    found: dict[str, Position] = {
        **{name: moment(name, players) for name in MOMENTS},
        **{"owing" if name == "debt" else name: among(players, position) for name, position in QUESTIONS.items()},
        "tie": among(players, Then(shares, to_bid_once_more)),
        **elsewhere,
    }
    return {name: position for name, position in found.items() if players > 2 or name not in THREE}


EVERYTHING: dict[str, Position] = {
    f"{name}, {players} players": position for players in PLAYERS for name, position in asked_of(players).items()
}
"""By what is asked and how many sit there."""

FULLEST = tuple({asked.rpartition(",")[0]: asked for asked in EVERYTHING}.values())
"""Each question once, with as many round the table as there can be: it has the least room there."""
