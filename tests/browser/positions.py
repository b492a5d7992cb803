"""Positions of a game that many tests look at, reached by legal moves or by the corrections that a banker has."""

from collections.abc import Callable

from helpers.house import House, until

from hub.domain.commands import AbstainBid, Build, Bundle, Buy, Decline, Mortgage, OfferTrade, PlaceBid, SealBid
from hub.domain.corrections import CorrectBuildings, CorrectDeed, CorrectMoney, CorrectPiece
from hub.domain.ids import BANK
from hub.features import features
from hub.table.requests import ChooseEdition, Hands, SetSums
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience

NAMES = ("Anna", "Björn", "Chloé", "Dilan")
ROUNDS = (((1, 2), (2, 4), (3, 5), (5, 6)), ((6, 5), (4, 2), (3, 2), (3, 1)), ((4, 1), (2, 4), (4, 2), (5, 4)))
DEED_OFFERED = 3
BROWN, LIGHT_BLUE, PINK, ORANGE, RED = (1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24)
GREEN, DARK_BLUE = (31, 32, 34), (37, 39)
WARSAW, PRAGUE, ATHENS, LISBON, MADRID, HELSINKI, COPENHAGEN = 11, 12, 16, 18, 19, 21, 22
BEFORE_WARSAW, BEFORE_ATHENS, BEFORE_HELSINKI = 8, 13, 18

Position = Callable[[House], None]


def lobby(house: House) -> None:
    """Four players with pieces, before the game; they know how long it will take, where a hub can say so."""
    house.open(*NAMES)
    if "odds" in features():
        _say_length(house)


def _say_length(house: House) -> None:
    from hub.features.odds.contract import LengthView, ShortEvening
    from hub.features.odds.lengths import LengthDesk

    settings = house.table.desk(LengthDesk).wanted()
    assert settings is not None
    short = tuple([ShortEvening(rounds, rounds * 3) for rounds in range(5, 65, 5)])
    house.table.desk(LengthDesk).answer(settings, LengthView(97, 74, 131, short))


def lively(house: House) -> None:
    """Four players, three rounds played, deeds in all hands, one mortgaged, an offer on the table; Anna throws next."""
    _play(house)
    walk(house)


def reported(house: House) -> None:
    """The same, and bots have played by the rules of this table on an earlier evening."""
    from hub.features.laboratory.desk import LabDesk, LabQuestion, LabReportView

    lively(house)
    question = LabQuestion(edition="classic", own_tables=True, house_rules=("pot", "rounds:20"), seats=4, games=400)
    house.table.desk(LabDesk).ready(LabReportView("c0ffee", question))


def purchase(house: House) -> None:
    """Like a lively one, and Anna stands on a street for sale."""
    _play(house)
    house.throw(0, 4, 3)
    walk(house)


def child(house: House) -> None:
    """The same, and Anna is a child who adds up notes before she pays."""
    purchase(house)
    house.do(SetSums(0, "round"))


def foreseen(house: House) -> None:
    """The same, and everybody wants to know who is winning."""
    from hub.features.odds.contract import OutlookView
    from hub.features.odds.requests import SetOutlook
    from hub.features.odds.watching import OutlookDesk

    purchase(house)
    house.do(SetOutlook(on=True))
    asked = house.table.desk(OutlookDesk).wanted()
    assert asked is not None
    found = OutlookView((0.512, 0.3, 0.188, 0.0), (0.48, 0.27, 0.16, 0.0), (0.54, 0.33, 0.22, 0.01), 85, 60, 125)
    house.table.desk(OutlookDesk).answer(asked, found)


def advised(house: House) -> None:
    """The same, and Anna's phone shows what would be wise."""
    from hub.features.odds.advising import AdviceDesk
    from hub.features.odds.contract import AdviceView, AdvisedAnswer
    from hub.features.odds.requests import AskAdvice, SetAdvice

    foreseen(house)
    house.do(SetAdvice(0, on=True))
    anna = Audience("seat", 0)
    prompt = house.table.view(anna).prompt
    assert prompt is not None
    assert house.table.request(anna, Request("advice", AskAdvice(0, prompt.id))).ok
    asked = house.table.desk(AdviceDesk).wanted()
    assert asked is not None
    give, take = Bundle(money=120), Bundle(deeds=(next(deed.deed for deed in house.view().deeds if deed.owner == 1),))
    answers = (
        AdvisedAnswer(Buy(0), 0.524, 0.49, 0.56, "best"),
        AdvisedAnswer(OfferTrade(0, 1, give, take), 0.515, 0.47, 0.56, "close", 1, 0.21),
        AdvisedAnswer(Decline(0), 0.471, 0.4, 0.54, "likely_worse"),
    )
    house.table.desk(AdviceDesk).answer(asked, AdviceView("answered", 0, answers))


def grown(house: House) -> None:
    """Like a purchase, but Chloé and Dilan have built with groups they came by early."""
    lobby(house)
    house.begin()
    own(house, 2, *DARK_BLUE)
    own(house, 3, *GREEN)
    house.correct(CorrectBuildings({37: 4, 39: 5}), CorrectBuildings({31: 2, 32: 2, 34: 3}))
    _rounds(house)
    house.throw(0, 4, 3)
    walk(house)


def auction(house: House) -> None:
    """The same, and Anna left it to an auction, in which Chloé leads."""
    purchase(house)
    house.play(Decline(0), PlaceBid(2, 190))


def groups(house: House) -> None:
    """Three players; Anna has all of light blue, Björn all of brown, nothing is built; Anna throws next."""
    house.open(*NAMES[:3])
    house.begin()
    own(house, 0, *LIGHT_BLUE)
    own(house, 1, *BROWN)


def scarce(house: House) -> None:
    """The same, and two houses are left: Chloé has built with all the others and has no money for more."""
    groups(house)
    own(house, 2, *PINK, *ORANGE, *RED)
    house.correct(CorrectBuildings({**dict.fromkeys(PINK + ORANGE, 4), **dict.fromkeys(RED, 2)}))
    house.correct(CorrectMoney(2, BANK, 1_450))


def shortage(house: House) -> None:
    """The same, and Anna has asked for a house: the question is how many she wants."""
    scarce(house)
    house.play(Build(0, LIGHT_BLUE[0]))


def shares(house: House) -> None:
    """Three players with shares and much money; Anna throws next."""
    house.open(*NAMES[:3])
    house.do(ChooseEdition("haustein"))
    house.begin()
    house.correct(*(CorrectMoney(BANK, player.seat, 900_000) for player in house.view().seats))


def sealed(house: House) -> None:
    """The same, and Anna stands on a street for which everybody bids in secret."""
    shares(house)
    house.throw(0, 1, 2)


def revealed(house: House) -> None:
    """The same, and two of the three bid most: their bids lie open, and they bid again."""
    sealed(house)
    house.play(SealBid(0, 700), SealBid(1, 700), AbstainBid(2))


def claims(house: House) -> None:
    """Three players; Anna claims two groups, Björn one. Björn, then Chloé came to Lisbon, which is Anna's to buy."""
    house.open(*NAMES[:3])
    house.do(ChooseEdition("euronopoly"))
    house.begin()
    own(house, 0, WARSAW, PRAGUE, ATHENS)
    own(house, 1, HELSINKI, COPENHAGEN)
    house.correct(CorrectBuildings({HELSINKI: 2, COPENHAGEN: 1}), CorrectPiece(1, LISBON), CorrectPiece(2, LISBON))


def building_where_one_stands(house: House) -> None:
    """The same, and Anna came to Warsaw, where she may build."""
    claims(house)
    house.correct(CorrectPiece(0, BEFORE_WARSAW))
    house.throw(0, 1, 2)


def credit(house: House) -> None:
    """The same claims, and Anna owes the bank 490 for a rent in Helsinki; it is Björn's turn."""
    claims(house)
    house.correct(CorrectMoney(0, BANK, 2_700), CorrectPiece(0, BEFORE_HELSINKI))
    house.throw(0, 1, 2)


def own(house: House, seat: int, *deeds: int) -> None:
    """These deeds belong to `seat`."""
    house.correct(*(CorrectDeed(deed, seat) for deed in deeds))


def _play(house: House) -> None:
    lobby(house)
    house.begin()
    _rounds(house)


def _rounds(house: House) -> None:
    for throws in ROUNDS:
        for seat, faces in enumerate(throws):
            house.throw_and_buy(seat, *faces)
    house.play(Mortgage(0, DEED_OFFERED), OfferTrade(2, 0, Bundle(money=120), Bundle(deeds=(DEED_OFFERED,))))


def walk(house: House) -> None:
    house.do(Hands(by_hand=False))
    until(
        lambda: house.view().board.state == "up" and house.table.state.board_map.spaces,
        "it is known which reader is where",
    )
    until(lambda: not house.table.tag_moves() and not house.view().board.drift, "the pieces walked to their places")
