"""What cards do: one type for each effect that an edition's table can name (classic-11); the locales have the texts."""

from collections import Counter
from typing import ClassVar, dataclass_transform

from msgspec import Struct

from hub.domain.deeds import owned_by
from hub.domain.ids import BANK, Seat
from hub.domain.ledger import MoneyMoved
from hub.domain.tasks import AdvancePending
from hub.domain.turns import SkipImposed, ThrowGranted, seats_from
from hub.rules.game import Game
from hub.rules.moving import go_backward, go_forward, go_to_jail
from hub.rules.payments import pay, pay_in_turn


@dataclass_transform(frozen_default=True)
class Effect(Struct, frozen=True):
    """One kind of effect; its figures are its fields. `kept` cards stay with the seat until used or traded.

    If `wants` names a kind of space, the track has to have one.
    """

    kept: ClassVar[bool] = False
    wants: ClassVar[str] = ""

    def handle(self, game: Game, seat: Seat) -> None:
        """Do what the card says to the seat that drew it; a card to keep does nothing at once."""


class MoveTo(Effect):
    """Forward to a space, with the salary on the way."""

    space: int

    def handle(self, game: Game, seat: Seat) -> None:
        go_forward(game, seat, self.space, "card")


class MoveBack(Effect):
    """Some spaces backwards, without salary."""

    steps: int

    def handle(self, game: Game, seat: Seat) -> None:
        target = (game.state.pieces.spaces[seat] - self.steps) % len(game.rules.track.spaces)
        go_backward(game, seat, target, "card")


class MoveBackTo(Effect):
    """Back to a space, without salary."""

    space: int

    def handle(self, game: Game, seat: Seat) -> None:
        go_backward(game, seat, self.space, "card")


class NextStation(Effect):
    """Forward to the next station; its owner gets `factor` times the rent."""

    wants: ClassVar[str] = "station"
    factor: int

    def handle(self, game: Game, seat: Seat) -> None:
        target = game.rules.track.next_of("station", game.state.pieces.spaces[seat])
        go_forward(game, seat, target, "card", rent_factor=self.factor)


class NextUtility(Effect):
    """Forward to the next utility; its owner gets `factor` times a fresh throw."""

    wants: ClassVar[str] = "utility"
    factor: int

    def handle(self, game: Game, seat: Seat) -> None:
        target = game.rules.track.next_of("utility", game.state.pieces.spaces[seat])
        go_forward(game, seat, target, "card", rent_throw_factor=self.factor)


class GoToJail(Effect):
    """Straight to jail (classic-13)."""

    def handle(self, game: Game, seat: Seat) -> None:
        go_to_jail(game, seat, "card")


class ReleaseCard(Effect):
    """Kept until used or traded."""

    kept: ClassVar[bool] = True


class Collect(Effect):
    """The bank pays the seat."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        pay(game, BANK, seat, self.amount, "card_collect", {})


class Pay(Effect):
    """The seat pays the bank."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        pay(game, seat, BANK, self.amount, "card_pay", {})


class CollectEach(Effect):
    """Every other player pays the seat."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        inputs, others = {"each": self.amount}, seats_from(game.state, seat)[1:]
        pay_in_turn(game, [MoneyMoved(other, seat, self.amount, "card_collect_each", inputs) for other in others])


class PayEach(Effect):
    """The seat pays every other player, in turn order after itself."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        inputs, others = {"each": self.amount}, seats_from(game.state, seat)[1:]
        pay_in_turn(game, [MoneyMoved(seat, other, self.amount, "card_pay_each", inputs) for other in others])


class Repairs(Effect):
    """The seat pays the bank for each of its houses and hotels."""

    house: int
    hotel: int

    def handle(self, game: Game, seat: Seat) -> None:
        standing = buildings_of(game, seat)
        houses, hotels = standing["house"], standing["hotel"]
        inputs = {"houses": houses, "house": self.house, "hotels": hotels, "hotel": self.hotel}
        pay(game, seat, BANK, houses * self.house + hotels * self.hotel, "card_repairs", inputs)


class GreatRepairs(Effect):
    """The seat pays the bank for each of its buildings, including skyscrapers and malls."""

    house: int
    hotel: int
    skyscraper: int
    mall: int

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


class SkipTurns(Effect):
    """The seat misses its next `turns` turns."""

    turns: int

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(SkipImposed(seat, self.turns))


class ThrowOnceMore(Effect):
    """The seat throws again, whatever it threw before."""

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(ThrowGranted(seat))


class OppositeSide(Effect):
    """Straight across the board, without passing any space."""

    def handle(self, game: Game, seat: Seat) -> None:
        count = len(game.rules.track.spaces)
        game.ask(AdvancePending(seat, (game.state.pieces.spaces[seat] + count // 2) % count, "card"))


class PayPerStage(Effect):
    """The seat pays the bank `amount` for every stage that it has built."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        stages = sum(game.state.deeds.stage[space] for space in owned_by(game.state, seat))
        pay(game, seat, BANK, stages * self.amount, "card_per_stage", {"stages": stages, "each": self.amount})
