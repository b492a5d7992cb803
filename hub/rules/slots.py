"""The slots of an edition: the questions every edition answers, each with one owner. `Rules` is the composed value.

An edition is declared with these: tables, one object per slot, an ordered plan and an ordered tuple of reactions. A
slot that an edition lacks is an object that says so (no handlers, no effect), never None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from hub.domain.commands import StartGame, Throw
from hub.domain.deeds import PRINTED
from hub.domain.facts import Fact
from hub.domain.ids import Account, Seat, Space
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import Offer
from hub.domain.tasks import AdvancePending, Lot, Task
from hub.rules.building.ladder import Ladder
from hub.rules.handlers import Chance, Handler, Handlers, nothing_asked, nothing_free
from hub.rules.needs import USUAL, Needs
from hub.rules.trade.price import Price

if TYPE_CHECKING:
    from hub.rules.game import Game
    from hub.rules.track import Deed, Track

Printed: TypeAlias = tuple[str, ...]
"""What stands on the six faces of a die, the first face first: pips as a number, or the name of a symbol."""

PIPS: Printed = ("1", "2", "3", "4", "5", "6")
Good: TypeAlias = Literal["deeds", "release_cards"]
"""What players may trade besides money."""


class Slot(Protocol):
    """A part of an edition that understands some commands."""

    def handlers(self) -> Handlers:
        """The commands this slot understands."""


class Thrower(Protocol):
    """What a throw means while a certain task is open."""

    def dice(self, game: Game, task: Any) -> int:
        """How many dice are thrown; 0 in a jail where nobody throws."""

    def thrown(self, game: Game, task: Any, command: Throw) -> None:
        """Carry out the throw."""


class TurnThrow(Thrower, Protocol):
    """How the dice of a turn are thrown and read."""

    def pips(self, faces: tuple[int, ...]) -> int:
        """The sum that counts for moves and rents."""


class Opening(Slot, Protocol):
    """How a game begins and who is first."""

    @property
    def money(self) -> int:
        """What everybody starts with."""

    def dealing(self, money: int) -> Opening:
        """The same with other starting money."""

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        """The command that starts a game, with its chance."""


class Salary(Protocol):
    """What the start space pays."""

    def due(self, track: Track, origin: Space, target: Space) -> int:
        """The salary for going forward from `origin` to `target`."""

    def printed(self, amount: int) -> Salary:
        """The same where another amount is printed on the start; what landing there pays keeps its proportion."""

    def twice_on_start(self) -> Salary:
        """The same, and whoever lands on the start gets twice what passing it pays."""


class Jail(Slot, Thrower, Protocol):
    """How one gets out of jail."""


class Arrival(Protocol):
    """What happens on a kind of space."""

    def land(self, game: Game, task: AdvancePending) -> None:
        """The piece of `task.seat` stands on `task.space` now."""


class Rent(Protocol):
    """What a visitor owes on a kind of deed."""

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved | None:
        """What the visitor of `task` owes; None if that depends on a throw that was asked for just now."""

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        """What a visitor with a throw of so many pips would owe there."""


class Cards(Slot, Protocol):
    """How cards are drawn, and what becomes of those that are kept."""

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        """The decks that lie in piles, to be shuffled at the start: card numbers by deck."""

    def release_card(self, game: Game, deck: str) -> int | None:
        """A release card of a deck that nobody holds, by its number; None if there is none."""


class Auction(Slot, Protocol):
    """How something is sold to the highest bidder."""

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        """Put deeds up for sale by the bank, one after another."""

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        """Put any one lot up for sale among `bidders`."""


class Building(Slot, Protocol):
    """Building on streets and selling back."""

    def set_stage(self, game: Game, seat: Seat, space: Space, stage: int, paid: int = PRINTED) -> None:
        """Put a street on a stage, out of the bank's stock; `paid` is what each stage put up cost."""

    def put_up(self, game: Game, seat: Seat, space: Space) -> None:
        """Build one stage at the printed price, or begin a shortage."""

    def raisable(self, game: Game, seat: Seat) -> int:
        """What the bank would pay for all buildings of a seat."""

    def liquidate(self, game: Game, seat: Seat) -> None:
        """Sell all buildings of a bankrupt seat."""


class Trade(Slot, Protocol):
    """What players may exchange, and how it is paid."""

    @property
    def unit(self) -> int:
        """The smallest note: prices are multiples of it."""

    def price(self, game: Game, offer: Offer) -> Price:
        """What is paid for the goods of an offer now, and how much of that is set off against a debt."""


class Resumer(Protocol):
    """Goes on with a task that asks nobody, once what lay above it is closed."""

    def resume(self, game: Game, task: Any) -> None:
        """The task was taken off the agenda; carry on with it."""


class Scarcity(Slot, Resumer, Protocol):
    """What happens when the bank has too few buildings."""

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        """Somebody won a scarce building in an auction."""

    def judge_again(self, game: Game) -> None:
        """Buildings were sold or deeds mortgaged; requests that are being gathered may suffice now (K11)."""


class Debts(Slot, Protocol):
    """What happens when somebody cannot pay."""

    def open(self, game: Game, due: MoneyMoved) -> None:
        """`due.payer` has less than `due.amount`."""

    def limit(self, game: Game, seat: Seat) -> int | None:
        """What the bank lends a seat at most; None where it lends nothing."""


class Mortgages(Slot, Protocol):
    """Borrowing on deeds."""

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """A mortgaged deed came to a seat, which `bought` it or got it with an estate."""

    def redemption(self, game: Game, deed: Space) -> int:
        """What it costs to redeem a deed."""

    def raisable(self, game: Game, seat: Seat) -> int:
        """What a seat could still borrow."""


class Levy(Protocol):
    """What a payment costs in addition, by its purpose: taken after it, and counted before a transaction is allowed."""

    def on_payer(self, game: Game, seat: Seat, amount: int) -> int:
        """What the payer of an amount has to pay in addition now."""

    def on_payee(self, game: Game, seat: Seat, amount: int) -> int:
        """What the receiver of an amount has to give up of it now."""

    def collect(self, game: Game, payment: MoneyMoved) -> None:
        """Take what is due on a payment that was made."""

    def take(self, game: Game, seat: Seat, amount: int) -> None:
        """Take what is due from a seat on the sum of several payments."""


class Passage(Protocol):
    """What happens on the way of a piece, after it has moved and before its space does anything."""

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        """The piece of `task.seat` went from `origin` to `task.space`."""


class Step(Protocol):
    """One step of the turn plan. Entered when no task is open; it asks something, or lets the plan go on."""

    def enter(self, game: Game) -> None:
        """Begin this step."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """Called after each folded fact of a type; may emit more. Order is the order of the edition's tuple."""

    fact: type[Fact]
    react: Callable[[Game, Any], None]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A change a family may agree on, off unless it does: `change` makes another declaration of the edition's.

    A rule with `values` is agreed on with one of them (`rounds:20`) and takes the place of the `usual` figure, 0 if
    there is none; one without is on or off. From `advised_from` players on the rule sheet advises it; 0: it does not.
    """

    id: str
    change: Callable[[Rules, int], Rules]
    values: tuple[int, ...] = ()
    usual: int = 0
    advised_from: int = 0

    def agreed(self) -> tuple[str, ...]:
        """The ways to agree on it, as games store them."""
        return tuple(f"{self.id}:{value}" for value in self.values) if self.values else (self.id,)


@dataclass(frozen=True)
class Rules:
    """An edition, composed.

    `ladders` says by kind of deed what can be built there; `dice` what stands on the faces of each die;
    `rows` names the catalogue row behind each purpose of a payment, `routes` where payments to the bank go instead,
    `levies` what they cost on top; `goods` is what players may trade besides money;
    `house_rules` are on offer, `agreed` names those in force, with their values; `needs` is what other tables must
    have; `signs` what is drawn on a kind of space, where it is not the usual. Derived from all that: `grounds`,
    how many deeds one needs of each group that can be built on, the tables by which commands and facts find their
    rules, and which handlers are ever an answer (`answering`) or a side question (`offering`).
    """

    id: str
    track: Track
    seats: tuple[int, int]
    opening: Opening
    salary: Salary
    throw: TurnThrow
    jail: Jail
    arrivals: Mapping[str, Arrival]
    rents: Mapping[str, Rent]
    cards: Cards
    auction: Auction
    ladders: Mapping[str, Ladder]
    building: Building
    scarcity: Scarcity
    mortgages: Mortgages
    debts: Debts
    trade: Trade
    slots: tuple[Slot, ...]
    throwers: Mapping[type[Task], Thrower]
    resumers: Mapping[type[Task], Resumer]
    plan: tuple[Step, ...]
    reactions: tuple[Reaction, ...]
    routes: Mapping[str, Account]
    rows: Mapping[str, str]
    levies: Mapping[str, Levy] = field(default_factory=dict)
    goods: tuple[Good, ...] = ("deeds", "release_cards")
    house_rules: tuple[HouseRule, ...] = ()
    dice: tuple[Printed, ...] = (PIPS, PIPS)
    agreed: tuple[str, ...] = ()
    needs: Needs = USUAL
    signs: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, int] = field(init=False)
    handlers: Mapping[type, Handler[Any]] = field(init=False)
    answering: tuple[Handler[Any], ...] = field(init=False)
    offering: tuple[Handler[Any], ...] = field(init=False)
    chances: Mapping[type, Callable[[Game, Any, Chance], Any]] = field(init=False)
    reactions_by_fact: Mapping[type[Fact], tuple[Reaction, ...]] = field(init=False)

    def __post_init__(self) -> None:
        named = (self.opening, self.jail, self.cards, self.auction, self.building, self.scarcity, self.mortgages)
        slots: tuple[Slot, ...] = (*named, self.debts, self.trade, *self.slots)
        unknown = {space.kind for space in self.track.spaces} - self.arrivals.keys()
        assert not unknown, f"{self.id} says nothing of spaces of kind {', '.join(unknown)}; name them in `arrivals`"
        handlers: dict[type, Handler[Any]] = {}
        for handler in (handler for slot in slots for handler in slot.handlers()):
            assert handler.command not in handlers, f"two slots of {self.id} understand {handler.command.__name__}"
            handlers[handler.command] = handler
        by_fact: dict[type[Fact], tuple[Reaction, ...]] = {}
        for reaction in self.reactions:
            by_fact[reaction.fact] = (*by_fact.get(reaction.fact, ()), reaction)
        chances = {command: handler.chance for command, handler in handlers.items() if handler.chance is not None}
        object.__setattr__(self, "grounds", dict(self._grounds()))
        object.__setattr__(self, "handlers", handlers)
        object.__setattr__(self, "answering", tuple(a for a in handlers.values() if a.answers is not nothing_asked))
        object.__setattr__(self, "offering", tuple(a for a in handlers.values() if a.free is not nothing_free))
        object.__setattr__(self, "chances", chances)
        object.__setattr__(self, "reactions_by_fact", by_fact)

    def __reduce__(self) -> tuple[Callable[[], Rules], tuple[()]]:
        """Another process gets what was declared and derives the rest itself: handlers are functions without names."""
        return partial(Rules, **{part.name: getattr(self, part.name) for part in fields(self) if part.init}), ()

    def _grounds(self) -> Iterator[tuple[str, int]]:
        for group, spaces in self.track.groups.items():
            deed = self.track.deeds[spaces[0]]
            if deed.house_price:
                ladder = self.ladders[deed.kind]
                yield group, 1 if ladder.alone else max(1, len(spaces) - ladder.missing)

    @property
    def stock(self) -> dict[str, int]:
        """The buildings that the bank starts with, of each limited kind."""
        built_on = Counter(deed.kind for deed in self.track.deeds.values())
        stocks = [ladder.stock_for(built_on[kind]) for kind, ladder in self.ladders.items()]
        return {kind: count for stock in stocks for kind, count in stock.items()}

    def with_tables(self, texts: Mapping[str, str]) -> Rules:
        """The edition played on other tables (file name -> csv), on its own if there are none. Raises TableError."""
        track = self.track.printing.reprinted(self, texts)
        amount = track.spaces[0].amount
        return replace(self, track=track, salary=self.salary.printed(amount) if amount else self.salary)

    def with_house_rules(self, agreed: Sequence[str]) -> Rules:
        """The edition with these house rules in force, in the order of its offer.

        Raises KeyError for one it does not have, for a value it does not offer, and for two values of one rule.
        """
        offered = {way: rule for rule in self.house_rules for way in rule.agreed()}
        chosen = {offered[way].id: way for way in agreed}
        if len(chosen) < len(set(agreed)):
            raise KeyError(next(way for way in agreed if way not in chosen.values()))
        rules, ways = self, tuple(chosen[rule.id] for rule in self.house_rules if rule.id in chosen)
        for way in ways:
            value = way.partition(":")[2]
            rules = offered[way].change(rules, int(value or 0))
        return replace(rules, agreed=ways)
