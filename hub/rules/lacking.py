"""Fillers for the slots of things that an edition does not have; none of them handles a command."""

from collections.abc import Iterable, Sequence

from hub.domain.ids import Seat, Space
from hub.domain.offers import Offer, Price
from hub.domain.tasks import Lot
from hub.rules.game import Game, Handlers, Part, part


class Lacking(Part):
    """This slot handles no command."""

    def handlers(self) -> Handlers:
        return ()


@part(sheet=None)
class NoAuctions(Lacking):
    """What nobody buys stays with the bank (euro-06) [E15]."""

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        raise AssertionError("nothing is auctioned")

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        raise AssertionError("nothing is auctioned")


@part(sheet="nothing_scarce")
class NothingScarce(Lacking):
    """The bank never runs out of buildings, so there are no shortages and no auctions of buildings (mpmp-10) [P13]."""

    def judge_again(self, game: Game) -> None:
        """No shortage ever opens."""

    def resume(self, game: Game, task: object) -> None:
        raise AssertionError("no shortage ever opens")

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        raise AssertionError("no building is ever auctioned")


@part(sheet="no_mortgages")
class NoMortgages(Lacking):
    """Nothing is borrowed on deeds: what the bank takes it keeps (euro-17)."""

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        raise AssertionError("no deed is ever mortgaged")

    def redemption(self, game: Game, deed: Space) -> int:
        raise AssertionError("no deed is ever mortgaged")

    def raisable(self, game: Game, seat: Seat, deeds: Iterable[Space]) -> int:
        return 0


@part(sheet="no_trade")
class NoTrade(Lacking):
    """Players make each other no offers (haustein-11, euro-17) [H12, E27]."""

    unit: int = 1

    def price(self, game: Game, offer: Offer) -> Price:
        raise AssertionError("nothing is offered")
