"""What happens where a piece lands.

On a deed: buy it or leave it to an auction, owe rent, or nothing (classic-05, -06); by a house rule, rent is due only
if its owner asks for it before the next player throws (mega-27). Elsewhere a tax, a card, the way to jail (classic-10,
-12, -13, -17), a stake on the throw (euro-05, -14) [E7, E20], or a choice of spaces (mega-07, -19).
"""

from collections.abc import Iterable
from typing import Protocol

from hub.domain.commands import AskRent, Buy, ChooseSpace, Decline
from hub.domain.decks import TicketUsed
from hub.domain.deeds import DeedMoved, RentSpared
from hub.domain.ids import BANK, NOBODY, POT, Seat, Space, seat_of
from hub.domain.ledger import MoneyMoved, RentAsked, RentRequestable, RentsLapsed
from hub.domain.tasks import AdvancePending, BuyPending, DrawPending, SpacePending
from hub.domain.turns import DiceThrown, TurnBegan
from hub.rules.asking import answer_to, no_free_moment_for, short_of
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.moving import go_forward, go_to_jail, pips_of_move
from hub.rules.payments import pay, pay_or_owe
from hub.rules.slots import Reaction
from hub.rules.track import Deed

PIPS_EXPECTED = 7
"""The average throw of two dice, by which a utility is rated if no throw led to the auction space (D22)."""


class Unowned(Protocol):
    """What happens to a deed of the bank when somebody lands on it."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        """The piece of `seat` stands on it."""


@part(sheet=None)
class ForSale(Part):
    """It is offered at the printed price to the player who landed there (classic-05)."""

    def reached(self, game: Game, seat: Seat, deed: Deed) -> None:
        game.ask(BuyPending(seat, deed.space, deed.price))


@part(sheet=None)
class OnDeed(Part):
    """`unowned` handles deeds of the bank; on another's unmortgaged deed the rent rule of its kind applies."""

    unowned: Unowned

    def land(self, game: Game, task: AdvancePending) -> None:
        seat, space, deeds, rules = task.seat, task.space, game.state.deeds, game.rules
        owner, deed = deeds.owner[space], rules.track.deeds[space]
        if owner == NOBODY:
            self.unowned.reached(game, seat, deed)
        elif owner != seat and deeds.mortgaged[space]:
            game.emit(RentSpared(seat, space))
        elif owner != seat and (due := rules.rents[deed.kind].due(game, deed, owner, task)) is not None:
            self.charge(game, due)

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent is paid at once."""
        pay_or_owe(game, due)


def charge(game: Game, due: MoneyMoved) -> None:
    """A rent that was thrown for is charged like any other on that kind of space: at once, or on request (D27)."""
    deed = game.rules.track.deeds[due.inputs["deed"]]
    arrival = game.rules.arrivals[deed.kind]
    assert isinstance(arrival, OnDeed), "rent is due on deeds alone"
    arrival.charge(game, due)


@part(sheet="buy_or_auction")
class BuyOrAuction(Part):
    """The player who landed there may buy at the printed price; otherwise the bank auctions the deed at once."""

    def handlers(self) -> Handlers:
        return (
            answer_to(BuyPending, Buy, self.buy, self.refuse_buy, self.answers_buy),
            answer_to(BuyPending, Decline, self.decline, role="cancel"),
        )

    def refuse_buy(self, game: Game, command: Buy, task: BuyPending) -> Rejected | None:
        return short_of(game, command.seat, task.price)

    def buy(self, game: Game, command: Buy, task: BuyPending) -> None:
        pay(game, task.seat, BANK, task.price, "purchase", {"deed": task.deed})
        game.emit(DeedMoved(task.deed, NOBODY, task.seat))

    def answers_buy(self, game: Game, task: BuyPending, seat: Seat) -> Iterable[Choice]:
        yield Choice(Buy(seat), role="ok", cost=task.price)

    def decline(self, game: Game, command: Decline, task: BuyPending) -> None:
        game.rules.auction.open(game, (task.deed,))


@part(sheet="buy_or_leave")
class BuyOrLeave(BuyOrAuction):
    """A deed that the visitor declines stays with the bank; nobody else is asked."""

    def decline(self, game: Game, command: Decline, task: BuyPending) -> None:
        """Nothing: the table goes on."""


@part(sheet="on_deed_on_request")
class OnDeedOnRequest(OnDeed):
    """Lands as `OnDeed`, but the owner has to notice the visitor and ask."""

    def charge(self, game: Game, due: MoneyMoved) -> None:
        """The rent waits for its owner."""
        game.emit(RentRequestable(due, "lapsed"))


@part(sheet=None)
def _somebody_throws(game: Game, fact: DiceThrown | TicketUsed) -> None:
    """A throw of anybody but the visitor ends the time for asking (D27), as does a ticket instead of a throw."""
    if isinstance(fact, DiceThrown) or fact.instead_of_throw:
        _lapse(game, [due for due in game.state.rent_requests.open if due.payer != fact.seat])


@part(sheet=None)
def _the_visitor_is_on_turn_again(game: Game, fact: TurnBegan) -> None:
    """If nobody has thrown since, the visitor's own next turn ends it."""
    _lapse(game, [due for due in game.state.rent_requests.open if due.payer == fact.seat])


def _lapse(game: Game, dues: list[MoneyMoved]) -> None:
    if dues:
        game.emit(RentsLapsed(tuple(dues)))


RENTS_LAPSE = (
    Reaction(DiceThrown, _somebody_throws),
    Reaction(TicketUsed, _somebody_throws),
    Reaction(TurnBegan, _the_visitor_is_on_turn_again),
)


@part(sheet=None)
class AskingForRent(Part):
    """Owners may ask until somebody other than the visitor throws (D27)."""

    def handlers(self) -> Handlers:
        return (Handler(AskRent, self.refuse, self.ask, free=self.free),)

    def refuse(self, game: Game, command: AskRent) -> Rejected | None:
        if rejected := no_free_moment_for(game, command.seat):
            return rejected
        return None if self._asked(game, command) is not None else Rejected(Reason.NO_RENT_OPEN)

    def ask(self, game: Game, command: AskRent) -> None:
        due = self._asked(game, command)
        assert due is not None
        game.emit(RentAsked(due))
        pay_or_owe(game, due)

    def free(self, game: Game, seat: Seat) -> Iterable[Choice]:
        for due in self._open(game, seat):
            yield Choice(AskRent(seat, due.inputs["deed"]), cost=-due.amount)

    def _asked(self, game: Game, command: AskRent) -> MoneyMoved | None:
        return next((due for due in self._open(game, command.seat) if due.inputs["deed"] == command.deed), None)

    def _open(self, game: Game, seat: Seat) -> list[MoneyMoved]:
        """The rents that a seat may ask for; none of seats that are out."""
        out = game.state.turns.out
        return [due for due in game.state.rent_requests.open if due.payee == seat and not out[due.payer]]


@part(sheet=None)
class NothingHappens(Part):
    """Start (its salary was paid on the way), visiting jail, free parking."""

    def land(self, game: Game, task: AdvancePending) -> None:
        """Nothing."""


@part(sheet=None)
class TaxDue(Part):
    """The tax printed on the space."""

    def land(self, game: Game, task: AdvancePending) -> None:
        amount = game.rules.track.spaces[task.space].amount
        pay(game, task.seat, BANK, amount, "tax", {"space": task.space})


@part(sheet=None)
class CardSpace(Part):
    """A card of `deck` has to be taken."""

    deck: str

    def land(self, game: Game, task: AdvancePending) -> None:
        game.ask(DrawPending(task.seat, self.deck))


@part(sheet="pot_collected")
class PotCollected(Part):
    """A player who lands here gets what lies in the middle (classic-33)."""

    def land(self, game: Game, task: AdvancePending) -> None:
        pay(game, POT, task.seat, game.state.ledger.balances[POT], "pot", {"space": task.space})


@part(sheet="off_to_jail")
class OffToJail(Part):
    """Straight to jail."""

    def land(self, game: Game, task: AdvancePending) -> None:
        go_to_jail(game, task.seat, "space")


@part(sheet="risk_space")
class RiskSpace(Part):
    """An even face brings its pips, an odd one costs them: `factor` times the sum, `double_factor` after a double."""

    factor: int
    double_factor: int

    def land(self, game: Game, task: AdvancePending) -> None:
        faces = game.state.turns.faces
        amount = self.stake(faces)
        inputs = {"first": faces[0], "second": faces[1], "factor": self._factor(faces)}
        if amount < 0:
            pay(game, task.seat, BANK, -amount, "risk_loss", inputs)
        else:
            pay(game, BANK, task.seat, amount, "risk_gain", inputs)

    def stake(self, faces: tuple[int, ...]) -> int:
        """What two faces bring; negative is what they cost."""
        return self._factor(faces) * sum(-face if face % 2 else face for face in faces)

    def _factor(self, faces: tuple[int, ...]) -> int:
        return self.double_factor if faces[0] == faces[1] else self.factor


@part(sheet="card_space_by_throw")
class CardSpaceByThrow(CardSpace):
    """A seat that a card sent here does not draw another one."""

    def land(self, game: Game, task: AdvancePending) -> None:
        if task.by == "throw":
            super().land(game, task)


@part(sheet="auction_space")
class AuctionSpace(Part):
    """The visitor picks an unsold deed for auction; if all are sold, the piece goes to where its rent is highest.

    A utility counts with the throw of the move. A visitor who came by ticket has none, and throws on arrival.
    """

    def land(self, game: Game, task: AdvancePending) -> None:
        owner = game.state.deeds.owner
        unsold = tuple(space for space in game.rules.track.deeds if owner[space] == NOBODY)
        if unsold:
            game.ask(SpacePending(task.seat, unsold, "auction"))
            return
        thrown = task.by != "ticket"
        target = self._dearest(game, task.seat, pips_of_move(game) if thrown else PIPS_EXPECTED)
        if target is not None:
            factor = 0 if thrown else self._dice_factor(game, target)
            go_forward(game, task.seat, target, "auction", rent_throw_factor=factor)

    def _dearest(self, game: Game, seat: Seat, pips: int) -> Space | None:
        """The deed with the highest rent for this seat, in a tie the nearest ahead; None if there is none (D22)."""
        deeds, rules = game.state.deeds, game.rules
        best, dearest = 0, None
        for space in rules.track.ahead[game.state.pieces.spaces[seat]]:
            deed, owner = rules.track.deeds.get(space), deeds.owner[space]
            if deed is not None and owner not in (NOBODY, seat) and not deeds.mortgaged[space]:
                rent = rules.rents[deed.kind].expected(game, deed, owner, pips)
                if rent > best:
                    best, dearest = rent, space
        return dearest

    def _dice_factor(self, game: Game, space: Space) -> int:
        """The factor for a fresh throw on this deed: the rent per pip, 0 unless it is a utility."""
        deed, owner = game.rules.track.deeds[space], seat_of(game.state.deeds.owner[space])
        rent = game.rules.rents[deed.kind]
        return rent.expected(game, deed, owner, 1) - rent.expected(game, deed, owner, 0)


@part(sheet=None)
class ChoosingSpaces(Part):
    """Any of the spaces on offer. A seat that chooses its own space after a triple stays, and nothing happens (D14)."""

    def handlers(self) -> Handlers:
        return (answer_to(SpacePending, ChooseSpace, self.choose, self.refuse, self.answers),)

    def refuse(self, game: Game, command: ChooseSpace, task: SpacePending) -> Rejected | None:
        return None if command.space in task.spaces else Rejected(Reason.NO_SUCH_SPACE)

    def choose(self, game: Game, command: ChooseSpace, task: SpacePending) -> None:
        if task.purpose == "auction":
            game.rules.auction.open(game, (command.space,))
        elif command.space != game.state.pieces.spaces[command.seat]:
            go_forward(game, command.seat, command.space, "triple")

    def answers(self, game: Game, task: SpacePending, seat: Seat) -> Iterable[Choice]:
        stays = task.spaces if task.purpose == "auction" else (game.state.pieces.spaces[seat],)
        return [Choice(ChooseSpace(seat, space), goal=None if space in stays else space) for space in task.spaces]
