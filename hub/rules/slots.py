"""The slots of an edition: one interface for each question that every edition has to answer, and `Rules`, their sum.

An edition is declared with these: tables, one object per slot, an ordered plan and an ordered tuple of reactions. An
edition without such a thing fills the slot with an object that has no handlers and no effect (`lacking`), never None.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from hub.domain.commands import StartGame, Throw
from hub.domain.deeds import PRINTED
from hub.domain.facts import Fact
from hub.domain.ids import Account, Seat, Space
from hub.domain.ledger import MoneyMoved
from hub.domain.offers import Offer, Price
from hub.domain.tasks import AdvancePending, Lot, Task
from hub.rules.building.ladder import Ladder
from hub.rules.game import Chance, Game, Handler, Handlers, nothing_asked, nothing_free
from hub.rules.needs import USUAL, Needs

if TYPE_CHECKING:
    from hub.rules.track import Deed, Track

Printed: TypeAlias = tuple[str, ...]
"""What the six faces of a die show, in order: the number of pips, or the name of a symbol."""

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
        """How many dice are thrown; 0 in a jail in which nobody throws."""

    def thrown(self, game: Game, task: Any, command: Throw) -> None:
        """Carry out the throw."""


class TurnThrow(Thrower, Protocol):
    """How the dice of a turn are thrown and read."""

    def pips(self, faces: tuple[int, ...]) -> int:
        """The sum of the faces, as it counts for moves and rents."""


class Opening(Slot, Protocol):
    """How a game begins and who is first."""

    @property
    def money(self) -> int:
        """The money that everybody starts with."""

    def dealing(self, money: int) -> Opening:
        """This opening with other starting money."""

    def set_up(self, game: Game, seats: int, chance: Chance) -> StartGame:
        """The command that starts a game, with its random parts filled in."""


class Salary(Protocol):
    """What the start space pays."""

    def due(self, track: Track, origin: Space, target: Space) -> int:
        """The salary for going forward from `origin` to `target`."""

    def backward(self, target: Space) -> int:
        """The salary for going backward to `target`."""

    def printed(self, amount: int) -> Salary:
        """This salary for another amount printed on the start; the payment for landing there changes in proportion."""

    def twice_on_start(self) -> Salary:
        """This salary, with landing on the start paid twice as much as passing it."""


class Jail(Slot, Thrower, Protocol):
    """Ways out of jail."""


class Arrival(Protocol):
    """What happens on a kind of space."""

    def land(self, game: Game, task: AdvancePending) -> None:
        """Called when the piece of `task.seat` has arrived on `task.space`."""


class Rent(Protocol):
    """What a visitor owes on a kind of deed."""

    def due(self, game: Game, deed: Deed, owner: Seat, task: AdvancePending) -> MoneyMoved | None:
        """What the visitor of `task` owes; None if that depends on a throw, for which it has just asked."""

    def expected(self, game: Game, deed: Deed, owner: Seat, pips: int) -> int:
        """What a visitor who threw `pips` would owe there."""


class Cards(Slot, Protocol):
    """How cards are drawn, and what becomes of those that are kept."""

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        """Card numbers by deck, of the decks that lie in piles and are shuffled at the start."""

    def release_card(self, game: Game, deck: str) -> int | None:
        """The number of a release card of this deck that nobody holds; None if there is none."""


class Auction(Slot, Protocol):
    """How something is sold to the highest bidder."""

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        """Put deeds up for sale by the bank, one after another."""

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        """Put one lot of any kind up for sale among `bidders`."""


class Building(Slot, Protocol):
    """Building on streets and selling back."""

    def set_stage(self, game: Game, seat: Seat, space: Space, stage: int, paid: int = PRINTED) -> None:
        """Build a street up to a stage, out of the bank's stock; `paid` is what each new stage cost."""

    def put_up(self, game: Game, seat: Seat, space: Space) -> None:
        """Build one stage at the printed price, or begin a shortage."""

    def raisable(self, game: Game, seat: Seat, deeds: Iterable[Space]) -> int:
        """What the bank would pay for all buildings on these deeds of a seat."""

    def liquidate(self, game: Game, seat: Seat) -> None:
        """Sell all buildings of a bankrupt seat."""


class Trade(Slot, Protocol):
    """What players may exchange, and how it is paid."""

    @property
    def unit(self) -> int:
        """The smallest bank note, of which prices are multiples."""

    def price(self, game: Game, offer: Offer) -> Price:
        """What would be paid for the goods of an offer now, and how much of that is set off against a debt."""


class Resumer(Protocol):
    """Continues a task that asks nobody when the tasks above it have been closed."""

    def resume(self, game: Game, task: Any) -> None:
        """Continue with this task, which has been taken off the agenda."""


class Scarcity(Slot, Resumer, Protocol):
    """What happens when the bank has too few buildings."""

    def award(self, game: Game, building: str, winner: Seat, amount: int) -> None:
        """A seat has won a scarce building in an auction."""

    def judge_again(self, game: Game) -> None:
        """Buildings were sold or deeds mortgaged: the stock may now suffice for the requests being gathered (K11)."""


class Debts(Slot, Protocol):
    """What happens when a seat cannot pay."""

    def open(self, game: Game, due: MoneyMoved) -> None:
        """`due.payer` has less than `due.amount`."""

    def limit(self, game: Game, seat: Seat) -> int | None:
        """The most that the bank would lend a seat; None where it lends nothing."""


class Mortgages(Slot, Protocol):
    """Borrowing on deeds."""

    def inherit(self, game: Game, deed: Space, seat: Seat, *, bought: bool = True) -> None:
        """A seat has received a mortgaged deed, which it `bought` or got with an estate."""

    def redemption(self, game: Game, deed: Space) -> int:
        """What it costs to redeem a deed."""

    def raisable(self, game: Game, seat: Seat, deeds: Iterable[Space]) -> int:
        """How much a seat could still borrow on these deeds of its own."""


class Levy(Protocol):
    """What a payment costs on top, by purpose: taken after it, and included when a transaction is judged."""

    def on_payer(self, game: Game, seat: Seat, amount: int) -> int:
        """What the payer of this amount would have to pay on top now."""

    def on_payee(self, game: Game, seat: Seat, amount: int) -> int:
        """What the receiver of this amount would have to give up of it now."""

    def collect(self, game: Game, payment: MoneyMoved) -> None:
        """Take what is due on a payment that was made."""

    def take(self, game: Game, seat: Seat, amount: int) -> None:
        """Take what is due from a seat on the sum of several payments."""


class Passage(Protocol):
    """Something that happens on the way of a piece: after it has moved, and before its space takes effect."""

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        """The piece of `task.seat` went from `origin` to `task.space`."""


class Step(Protocol):
    """One step of the turn plan, entered when no task is open. It asks something, or the plan continues."""

    def enter(self, game: Game) -> None:
        """Begin this step."""


class Reaction(Struct, frozen=True):
    """Called after each folded fact of one type; may emit more. Reactions run in the order of the edition's tuple."""

    fact: type[Fact]
    react: Callable[[Game, Any], None]


class HouseRule(Struct, frozen=True):
    """A change that a family may agree on; off by default. `change` makes another declaration of the edition's.

    A rule with `values` is agreed on with one of them (`rounds:20`), which replaces the `usual` figure (0 if there is
    none); a rule without is on or off. The rule sheet advises it for `advised_from` players or more, never if that is
    0.
    """

    id: str
    change: Callable[[Rules, int], Rules]
    values: tuple[int, ...] = ()
    usual: int = 0
    advised_from: int = 0

    def agreed(self) -> tuple[str, ...]:
        """All ways to agree on it, as they are stored with a game."""
        return tuple(f"{self.id}:{value}" for value in self.values) if self.values else (self.id,)


class Contradiction(KeyError):
    """Two house rules that change the same thing differently: which is meant, nobody can know."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{second} together with {first}")


@dataclass(frozen=True)
class Rules:
    """An edition, composed.

    `ladders` says what can be built on each kind of deed, `dice` what the faces of each die show; `rows` names the
    catalogue row behind each purpose of a payment, `routes` where payments to the bank go instead, `levies` what
    payments cost on top; `goods` is what players may trade besides money; `house_rules` are on offer, `agreed` names
    those in force, with their values; `needs` is what a family's own tables must have; `signs` what is drawn on a kind
    of space if not the default. Derived from these are `grounds` (how many deeds of each group are needed to build on
    it), `stock` (what the bank has of limited buildings), `landings` (the arrival of each space), the tables that map
    commands and facts to their rules, and the handlers that can be an answer (`answering`) or a side question
    (`offering`).
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
    stock: Mapping[str, int] = field(init=False)
    landings: tuple[Arrival, ...] = field(init=False)
    handlers: Mapping[type, Handler[Any]] = field(init=False)
    answering: tuple[Handler[Any], ...] = field(init=False)
    offering: tuple[Handler[Any], ...] = field(init=False)
    chances: Mapping[type, Callable[[Game, Any, Chance], Any]] = field(init=False)
    reactions_by_fact: Mapping[type[Fact], Sequence[Callable[[Game, Any], None]]] = field(init=False)

    def __post_init__(self) -> None:
        named = (self.opening, self.jail, self.cards, self.auction, self.building, self.scarcity, self.mortgages)
        slots: tuple[Slot, ...] = (*named, self.debts, self.trade, *self.slots)
        unknown = {space.kind for space in self.track.spaces} - self.arrivals.keys()
        assert not unknown, f"{self.id} says nothing of spaces of kind {', '.join(unknown)}; name them in `arrivals`"
        handlers: dict[type, Handler[Any]] = {}
        for handler in (handler for slot in slots for handler in slot.handlers()):
            assert handler.command not in handlers, f"two slots of {self.id} understand {handler.command.__name__}"
            handlers[handler.command] = handler
        by_fact: defaultdict[type[Fact], list[Callable[[Game, Any], None]]] = defaultdict(list)
        for reaction in self.reactions:
            by_fact[reaction.fact].append(reaction.react)
        chances = {command: handler.chance for command, handler in handlers.items() if handler.chance is not None}
        object.__setattr__(self, "grounds", dict(self._grounds()))
        object.__setattr__(self, "stock", self._stock())
        object.__setattr__(self, "landings", tuple([self.arrivals[space.kind] for space in self.track.spaces]))
        object.__setattr__(self, "handlers", handlers)
        object.__setattr__(self, "answering", tuple(a for a in handlers.values() if a.answers is not nothing_asked))
        object.__setattr__(self, "offering", tuple(a for a in handlers.values() if a.free is not nothing_free))
        object.__setattr__(self, "chances", chances)
        object.__setattr__(self, "reactions_by_fact", by_fact)

    def __reduce__(self) -> tuple[Callable[[], Rules], tuple[()]]:
        """Pickle only what was declared; another process derives the rest itself, since handlers contain closures."""
        return partial(Rules, **{part.name: getattr(self, part.name) for part in fields(self) if part.init}), ()

    def _grounds(self) -> Iterator[tuple[str, int]]:
        for group, spaces in self.track.groups.items():
            deed = self.track.deeds[spaces[0]]
            if deed.house_price:
                ladder = self.ladders[deed.kind]
                yield group, 1 if ladder.alone else max(1, len(spaces) - ladder.missing)

    @property
    def board(self) -> str:
        """What people call the board: the name that a family gave its own, else the id of the edition."""
        return self.track.own.get("name", self.id)

    def _stock(self) -> dict[str, int]:
        built_on = Counter(deed.kind for deed in self.track.deeds.values())
        stocks = [ladder.stock_for(built_on[kind]) for kind, ladder in self.ladders.items()]
        return {kind: count for stock in stocks for kind, count in stock.items()}

    def with_tables(self, texts: Mapping[str, str]) -> Rules:
        """This edition on other tables (file name -> csv), or on its own if there are none. Raises TableError."""
        track = self.track.printing.reprinted(self, texts)
        amount = track.spaces[0].amount
        return replace(self, track=track, salary=self.salary.printed(amount) if amount else self.salary)

    def with_house_rules(self, agreed: Sequence[str]) -> Rules:
        """The edition with these house rules in force, in the order of its offer.

        Raises KeyError for one it does not have, for a value it does not offer, and for two values of one rule, and
        Contradiction for two whose order would make a difference.
        """
        offered = {way: rule for rule in self.house_rules for way in rule.agreed()}
        chosen = {offered[way].id: way for way in agreed}
        if len(chosen) < len(set(agreed)):
            raise KeyError(next(way for way in agreed if way not in chosen.values()))
        ways = tuple(chosen[rule.id] for rule in self.house_rules if rule.id in chosen)
        if ways == self.agreed == ():  # as at most tables: what follows from the slots is the same
            return self
        for first, second in combinations(ways, 2):
            if not self._changed(first, second).declares_as(self._changed(second, first)):
                raise Contradiction(first, second)
        return replace(self._changed(*ways), agreed=ways)

    def declares_as(self, other: Rules) -> bool:
        """Whether the other edition is declared in the same way; reactions are in order for each fact by itself."""
        mine, theirs = (sorted(one.reactions, key=lambda reaction: reaction.fact.__name__) for one in (self, other))
        declared = {part.name for part in fields(self) if part.init} - {"reactions"}
        return mine == theirs and all(getattr(self, name) == getattr(other, name) for name in declared)

    def _changed(self, *ways: str) -> Rules:
        rules, changes = self, {rule.id: rule.change for rule in self.house_rules}
        for way in ways:
            name, _, value = way.partition(":")
            rules = changes[name](rules, int(value or 0))
        return rules
