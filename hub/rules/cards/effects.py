"""What cards do, each kind a typed value that an edition's table names (classic-11).

Texts live with the screens, not here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hub.domain.deeds import owned_by
from hub.domain.ids import BANK, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.turns import seats_from
from hub.rules.moving import go_backward, go_forward, go_to_jail
from hub.rules.payments import pay, pay_in_turn

if TYPE_CHECKING:
    from hub.rules.game import Game


class Effect(Protocol):
    """One kind of card. `kept` cards stay with the seat until used or traded."""

    @property
    def kept(self) -> bool:
        """Whether the card is kept instead of going back under its pile."""

    def handle(self, game: Game, seat: Seat) -> None:
        """Do what the card says to the seat that drew it."""


@dataclass(frozen=True)
class MoveTo:
    """Forward to a space, with the salary on the way."""

    space: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        go_forward(game, seat, self.space, "card")


@dataclass(frozen=True)
class MoveBack:
    """Some spaces backwards, without salary."""

    steps: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        target = (game.state.pieces.spaces[seat] - self.steps) % len(game.rules.track.spaces)
        go_backward(game, seat, target, "card")


@dataclass(frozen=True)
class MoveBackTo:
    """Back to a space, without salary."""

    space: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        go_backward(game, seat, self.space, "card")


@dataclass(frozen=True)
class NextStation:
    """Forward to the next station; its owner gets `factor` times the rent."""

    factor: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        target = game.rules.track.next_of("station", game.state.pieces.spaces[seat])
        go_forward(game, seat, target, "card", rent_factor=self.factor)


@dataclass(frozen=True)
class NextUtility:
    """Forward to the next utility; its owner gets `factor` times a fresh throw."""

    factor: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        target = game.rules.track.next_of("utility", game.state.pieces.spaces[seat])
        go_forward(game, seat, target, "card", rent_throw_factor=self.factor)


@dataclass(frozen=True)
class GoToJail:
    """Straight to jail (classic-13)."""

    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        go_to_jail(game, seat, "card")


@dataclass(frozen=True)
class ReleaseCard:
    """Kept until used or traded."""

    kept: bool = True

    def handle(self, game: Game, seat: Seat) -> None:
        """Nothing at once."""


@dataclass(frozen=True)
class Collect:
    """The bank pays."""

    amount: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        pay(game, BANK, seat, self.amount, "card_collect", {})


@dataclass(frozen=True)
class Pay:
    """The bank is paid."""

    amount: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        pay(game, seat, BANK, self.amount, "card_pay", {})


@dataclass(frozen=True)
class CollectEach:
    """Every other player pays."""

    amount: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        inputs, others = {"each": self.amount}, seats_from(game.state, seat)[1:]
        pay_in_turn(game, [MoneyMoved(other, seat, self.amount, "card_collect_each", inputs) for other in others])


@dataclass(frozen=True)
class PayEach:
    """Every other player is paid, in turn order after whoever drew the card."""

    amount: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        inputs, others = {"each": self.amount}, seats_from(game.state, seat)[1:]
        pay_in_turn(game, [MoneyMoved(seat, other, self.amount, "card_pay_each", inputs) for other in others])


@dataclass(frozen=True)
class Repairs:
    """The bank is paid for every house and hotel of the seat."""

    house: int
    hotel: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        standing = buildings_of(game, seat)
        houses, hotels = standing["house"], standing["hotel"]
        inputs = {"houses": houses, "house": self.house, "hotels": hotels, "hotel": self.hotel}
        pay(game, seat, BANK, houses * self.house + hotels * self.hotel, "card_repairs", inputs)


@dataclass(frozen=True)
class GreatRepairs:
    """The bank is paid for every building of the seat, high and wide ones too."""

    house: int
    hotel: int
    skyscraper: int
    mall: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        standing = buildings_of(game, seat)
        fees = {"house": self.house, "hotel": self.hotel, "skyscraper": self.skyscraper, "mall": self.mall}
        counts = {f"{kind}s": standing[kind] for kind in fees}
        amount = sum(fee * standing[kind] for kind, fee in fees.items())
        pay(game, seat, BANK, amount, "card_great_repairs", {**counts, **fees})


def buildings_of(game: Game, seat: Seat) -> Counter[str]:
    """How many buildings of each kind stand on a seat's deeds."""
    deeds, rules = game.state.deeds, game.rules
    standing: Counter[str] = Counter()
    for deed in owned_by(game.state, seat):
        if deeds.stage[deed]:
            standing.update(rules.ladders[rules.track.deeds[deed].kind].stages[deeds.stage[deed]])
    return standing
