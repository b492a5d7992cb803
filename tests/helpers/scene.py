"""A small harness for rule tests: set up a position with facts, play commands, check what follows."""

from collections.abc import Iterable, Mapping

from hub.domain.commands import Advance, Buy, Command, Draw, PassBid, PlaceBid, SealBid, StartGame, Throw
from hub.domain.decks import CardDrawn
from hub.domain.deeds import PRINTED, DeedMortgaged, DeedMoved
from hub.domain.facts import Fact
from hub.domain.ids import BANK, NOBODY
from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import JailThrowMissed, PieceMoved, SeatJailed
from hub.domain.shares import SharesMoved
from hub.domain.tasks import AdvancePending, AgendaSet, Task, ThrowPending, asked
from hub.domain.turns import TurnBegan
from hub.rules.game import Game, Reason, Rejected
from hub.rules.slots import Rules


class Scene:
    """A game that has begun, with seat 0 about to throw; `top` puts cards on top of their decks."""

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
        for fact in facts:
            fact.fold(self.game.state)

    def happens(self, fact: Fact) -> None:
        """Have a fact happen, with whatever the edition does about it."""
        self.game.emit(fact)

    def turn(self, seat: int) -> None:
        number = self.game.state.turns.number + 1
        self.given(TurnBegan(seat, number), AgendaSet((ThrowPending(seat),), 1))

    def cash(self, *amounts: int) -> None:
        for seat, amount in enumerate(amounts):
            self.given(MoneyMoved(BANK, seat, amount - self.balance(seat), "start_money", {}))

    def owns(self, seat: int, *deeds: int) -> None:
        for deed in deeds:
            self.given(DeedMoved(deed, NOBODY, seat))

    def mortgaged(self, *deeds: int) -> None:
        for deed in deeds:
            self.given(DeedMortgaged(deed))

    def built(self, deed: int, stage: int) -> None:
        self.game.state.deeds.stage[deed] = stage
        self.game.state.deeds.paid[deed] = (PRINTED,) * stage

    def stands(self, seat: int, space: int) -> None:
        self.given(PieceMoved(seat, self.space(seat), space, "throw"))

    def jailed(self, seat: int, missed: int = 0) -> None:
        self.given(SeatJailed(seat, self.game.rules.track.nearest_jail(self.space(seat)), "card"))
        if missed:
            self.given(JailThrowMissed(seat, missed))

    def holds_release_card(self, seat: int, deck: str = "chance", card: int = 11) -> None:
        self.given(CardDrawn(seat, deck, card, kept=True))

    def do(self, command: Command) -> tuple[Fact, ...]:
        decided = self.game.decide(command)
        assert not isinstance(decided, Rejected), f"{command} was refused: {decided}"
        return decided

    def refused(self, command: Command) -> Reason:
        decided = self.game.decide(command)
        assert isinstance(decided, Rejected), f"{command} was accepted"
        return decided.reason

    def throw(self, seat: int, *faces: int) -> tuple[Fact, ...]:
        return (*self.do(Throw(seat, faces)), *self.arrive())

    def lands(self, seat: int, space: int, *faces: int) -> tuple[Fact, ...]:
        """Have a seat come to `space` by throwing these faces, 1 and 2 if none are given."""
        thrown = faces or (1, 2)
        self.stands(seat, (space - sum(thrown)) % len(self.game.rules.track.spaces))
        return self.throw(seat, *thrown)

    def arrive(self) -> tuple[Fact, ...]:
        """Advance pieces as long as one has to be advanced."""
        facts: tuple[Fact, ...] = ()
        while isinstance(task := self.task, AdvancePending):
            facts += self.do(Advance(task.seat))
        return facts

    def draw(self, seat: int) -> tuple[Fact, ...]:
        """Draw the top card and advance the piece if the card says so."""
        return (*self.do(Draw(seat)), *self.arrive())

    def buy(self, seat: int) -> None:
        self.do(Buy(seat))

    def pass_all(self) -> None:
        for seat, out in enumerate(self.game.state.turns.out):
            if not out:
                self.do(PassBid(seat))

    def auction(self, winner: int, amount: int) -> None:
        self.do(PlaceBid(winner, amount))
        for seat, out in enumerate(self.game.state.turns.out):
            if seat != winner and not out:
                self.do(PassBid(seat))

    def auction_of_two(self, winner: int, amount: int) -> None:
        """Have `winner` bid `amount` and the only other bidder pass."""
        self.do(PlaceBid(winner, amount))
        (other,) = asked(self.task) if self.task else ()
        self.do(PassBid(other))

    def bids(self, amounts: Mapping[int, int]) -> tuple[Fact, ...]:
        facts: tuple[Fact, ...] = ()
        for seat, amount in amounts.items():
            facts += self.do(SealBid(seat, amount, f"{seat:032x}"))
        return facts

    def passes_shares(self, issuer: int, source: int, target: int, count: int) -> None:
        self.given(SharesMoved(issuer, source, target, count, "trade"))

    def shares(self, issuer: int) -> list[int]:
        """The number of an issuer's shares that each seat holds, the bank last."""
        return self.game.state.shares.holdings[issuer]

    @property
    def task(self) -> Task | None:
        return self.game.state.agenda.task

    def balance(self, seat: int) -> int:
        return self.game.state.ledger.balances[seat]

    def space(self, seat: int) -> int:
        return self.game.state.pieces.spaces[seat]

    def owner(self, deed: int) -> int:
        return self.game.state.deeds.owner[deed]

    @property
    def on_turn(self) -> int:
        return self.game.state.turns.seat

    def stage(self, deed: int) -> int:
        return self.game.state.deeds.stage[deed]
