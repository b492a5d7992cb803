"""A small stage for rule tests: set a position up with facts, do commands, look at what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hub.domain.agenda import AgendaSet
from hub.domain.commands import Advance, Buy, Command, Draw, PassBid, PlaceBid, SealBid, StartGame, Throw
from hub.domain.custody import JailThrowMissed, SeatJailed
from hub.domain.decks import CardDrawn
from hub.domain.deeds import PRINTED, DeedMortgaged, DeedMoved
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import PieceMoved
from hub.domain.shares import SharesMoved
from hub.domain.tasks import AdvancePending, Task, ThrowPending, asked
from hub.domain.turns import TurnBegan
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.slots import Rules


class Scene:
    """A started game in which seat 0 is about to throw; `top` puts cards on top of their decks."""

    def __init__(self, rules: Rules, seats: int = 3, top: dict[str, int] | None = None) -> None:
        self.game = Game(rules)
        piles = rules.cards.piles(rules.track)
        decks = {name: self._order(cards, (top or {}).get(name)) for name, cards in piles.items()}
        tables, tickets = rules.track.printing.digest, tuple(rules.track.tickets)
        self.do(StartGame(seats, decks, house_rules=rules.agreed, tickets=tickets, tables=tables))
        self.turn(0)

    @staticmethod
    def _order(cards: Iterable[int], first: int | None) -> tuple[int, ...]:
        return tuple(sorted(cards, key=lambda card: (card != first, card)))

    def given(self, *facts: Fact) -> None:
        """Fold facts as if they had happened."""
        for fact in facts:
            fact.fold(self.game.state)

    def turn(self, seat: int) -> None:
        """It is the turn of `seat`, which has not thrown yet."""
        number = self.game.state.turns.number + 1
        self.given(TurnBegan(seat, number), AgendaSet((ThrowPending(seat),), 1))

    def cash(self, *amounts: int) -> None:
        """Seats 0, 1, … have these amounts."""
        for seat, amount in enumerate(amounts):
            self.given(MoneyMoved(BANK, seat, amount - self.balance(seat), "start_money", {}))

    def owns(self, seat: int, *deeds: int) -> None:
        """These deeds belong to `seat`."""
        for deed in deeds:
            self.given(DeedMoved(deed, NOBODY, seat))

    def mortgaged(self, *deeds: int) -> None:
        """These deeds are mortgaged."""
        for deed in deeds:
            self.given(DeedMortgaged(deed))

    def built(self, deed: int, stage: int) -> None:
        """A street is built up to `stage`."""
        self.game.state.deeds.stage[deed] = stage
        self.game.state.deeds.paid[deed] = (PRINTED,) * stage

    def stands(self, seat: int, space: int) -> None:
        """A piece stands on `space`."""
        self.given(PieceMoved(seat, self.space(seat), space, "throw"))

    def jailed(self, seat: int, missed: int = 0) -> None:
        """A seat sits in jail and has missed some throws."""
        self.given(SeatJailed(seat, self.game.rules.track.nearest_jail(self.space(seat)), "card"))
        if missed:
            self.given(JailThrowMissed(seat, missed))

    def holds_release_card(self, seat: int, deck: str = "chance", card: int = 11) -> None:
        """A seat holds a release card."""
        self.given(CardDrawn(seat, deck, card, kept=True))

    def do(self, command: Command) -> tuple[Fact, ...]:
        """Carry a command out; it must be accepted."""
        decided = self.game.decide(command)
        assert not isinstance(decided, Rejected), f"{command} was refused: {decided}"
        return decided

    def refused(self, command: Command) -> Reason:
        """Why a command is refused; it must be."""
        decided = self.game.decide(command)
        assert isinstance(decided, Rejected), f"{command} was accepted"
        return decided.reason

    def throw(self, seat: int, *faces: int) -> tuple[Fact, ...]:
        """Throw these faces and put the piece where it has to go."""
        return (*self.do(Throw(seat, faces)), *self.arrive())

    def arrive(self) -> tuple[Fact, ...]:
        """Put pieces where they have to go, as long as one has to."""
        facts: tuple[Fact, ...] = ()
        while isinstance(task := self.task, AdvancePending):
            facts += self.do(Advance(task.seat))
        return facts

    def draw(self, seat: int) -> tuple[Fact, ...]:
        """Take the top card and go where it says."""
        return (*self.do(Draw(seat)), *self.arrive())

    def buy(self, seat: int) -> None:
        """Buy the deed the piece stands on."""
        self.do(Buy(seat))

    def pass_all(self) -> None:
        """Nobody bids."""
        for seat, out in enumerate(self.game.state.turns.out):
            if not out:
                self.do(PassBid(seat))

    def auction(self, winner: int, amount: int) -> None:
        """`winner` bids `amount`, the others pass."""
        self.do(PlaceBid(winner, amount))
        for seat, out in enumerate(self.game.state.turns.out):
            if seat != winner and not out:
                self.do(PassBid(seat))

    def auction_of_two(self, winner: int, amount: int) -> None:
        """`winner` bids `amount`, and the only other bidder passes."""
        self.do(PlaceBid(winner, amount))
        (other,) = asked(self.task) if self.task else ()
        self.do(PassBid(other))

    def bids(self, amounts: Mapping[int, int]) -> tuple[Fact, ...]:
        """These seats bid in secret, in this order."""
        facts: tuple[Fact, ...] = ()
        for seat, amount in amounts.items():
            facts += self.do(SealBid(seat, amount, f"{seat:032x}"))
        return facts

    def passes_shares(self, issuer: int, source: int, target: int, count: int) -> None:
        """Shares of an issuer change hands."""
        self.given(SharesMoved(issuer, source, target, count, "trade"))

    def shares(self, issuer: int) -> list[int]:
        """Who holds how many shares of an issuer, the bank last."""
        return self.game.state.shares.holdings[issuer]

    @property
    def task(self) -> Task | None:
        """What is asked now."""
        return self.game.state.agenda.task

    def balance(self, seat: int) -> int:
        """What a seat has; also for `BANK` and `POT`."""
        return self.game.state.ledger.balances[seat]

    def space(self, seat: int) -> int:
        """Where a piece stands."""
        return self.game.state.pieces.spaces[seat]

    def owner(self, deed: int) -> int:
        """Who owns a deed."""
        return self.game.state.deeds.owner[deed]

    @property
    def on_turn(self) -> int:
        """Whose turn it is."""
        return self.game.state.turns.seat

    def stage(self, deed: int) -> int:
        """How far a deed is built."""
        return self.game.state.deeds.stage[deed]
