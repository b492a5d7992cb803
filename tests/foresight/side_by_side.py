"""Games of the hub played again in the derived engine, command by command; whole positions are compared after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hub.bots.sensible.chart import Chart
from hub.domain import commands as c
from hub.domain.auctions import OWN_SECRETS, SOLD, CallLot, PassOver
from hub.domain.commands import Command, StartGame
from hub.domain.corrections import Corrected
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY
from hub.foresight.engines.derived import layout as at
from hub.foresight.engines.derived import playbooks
from hub.foresight.engines.derived.compiled import Array, array, library
from hub.foresight.engines.derived.play import luck
from hub.foresight.engines.derived.playbooks import Playbook
from hub.foresight.engines.derived.positions import bundle_in
from hub.rules.game import Game
from hub.rules.slots import Rules

Bare = Callable[[at.Vector], at.Vector]
Think = Callable[[at.Vector, at.Vector], at.Vector]

NO_GAME = (at.FAULT, at.LUCK, at.THROWS, *range(at.UNSEEN, at.UNSEEN + 2), *range(at.SEEN, at.PILE))
"""Places that are no part of the game itself."""

TOLD = (
    "CASH", "SPACE", "MISSED", "OUT", "TURN", "NUMBER", "STREAK", "DIE1", "DIE2", "WINNER", "FIRST", "ROUND", "STEP",
    "ALIVE", "UNSOLD", "HANDS", "LAST_OFFER", "OFFERS", "TOP", "STOCK", "HOLDER", "PILE_LENGTH", "OWNER", "STAGE",
    "LENT", "BUILT", "PAID", "COUNT", "HAND", "WHOLE", "SEEN", "PILE", "OFFER", "STACK",
)  # fmt: skip
NAMES = sorted((getattr(at, name), name) for name in TOLD)
"""The parts of a position, for telling where two differ."""


class Differs(AssertionError):
    """The two engines do not play the same game."""


def bare(s: at.Vector) -> at.Vector:
    """The game alone: without what bots remember, and without what is left of older tasks, cards and offers."""
    found = s[:]
    for place in NO_GAME:
        found[place] = 0
    for deck in (0, 1):
        pile = at.PILE + deck * at.CARDS_MAXIMUM
        found[pile + s[at.PILE_LENGTH + deck] : pile + at.CARDS_MAXIMUM] = [0] * (
            at.CARDS_MAXIMUM - s[at.PILE_LENGTH + deck]
        )
    for first, end in (
        (at.OFFER + s[at.OFFERS] * at.OFFER_SIZE, at.STACK),
        (s[at.TOP] + at.FRAME, at.PAPER_SIZE),
    ):
        found[first:end] = [0] * (end - first)
    for frame in range(at.STACK, s[at.TOP] + 1, at.FRAME):
        if s[frame] == at.DEBT:
            found[frame + at.HOPEFUL] = 0
    if s[at.WINNER] != NOBODY:
        found[at.STEP] = 0
    return found


def difference(hub: at.Vector, derived: at.Vector, bare: Bare = bare) -> str:
    """The first place in which two positions are not the same game; empty if they are."""
    one, other = bare(hub), bare(derived)
    if derived[at.FAULT]:
        return "a fault"
    if one == other:
        return ""
    place = next(i for i in range(len(one)) if one[i] != other[i])
    first, name = max(known for known in NAMES if known[0] <= place)
    return f"{name} + {place - first} is {other[place]}, not {one[place]}"


Step = Callable[[at.Vector, at.Vector, Rules, Any], None]


@dataclass(frozen=True)
class Likeness:
    """How a playbook is held against the hub: its step for each command, what follows, and the game alone.

    `luck` is the state of the generator with which a step of the playbook comes to what the command says.
    """

    book: Playbook
    steps: Mapping[type, Step]
    carry_on: Callable[[at.Vector, at.Vector], None]
    bare: Bare
    luck: Callable[[at.Vector, Command], int]

    def thinking(self, s: at.Vector, t: at.Vector) -> at.Vector:
        """One step of the engine as plain Python."""
        after = s[:]
        self.book.step(after, t)
        return after

    def thinking_twice(self) -> Think:
        """The compiled engine decides too where there is one: both have to do what the bot did."""
        found = library(self.book.entry)
        if found is None:
            return self.thinking

        tables: dict[tuple[int, ...], Array] = {}

        def both(s: at.Vector, t: at.Vector) -> at.Vector:
            key = tuple(t)
            compiled, plain = found.step(s, tables.get(key) or tables.setdefault(key, array(t))), self.thinking(s, t)
            assert compiled == plain
            return plain

        return both


def standard_steps(play: Mapping[str, Callable[..., Any]]) -> Mapping[type, Step]:
    """The step of each command of the standard rules, with the functions of a playbook that has them."""

    def offer(s: at.Vector, _t: at.Vector, rules: Rules, command: c.OfferTrade) -> None:
        give, take = bundle_in(rules, command.give), bundle_in(rules, command.take)
        play["lay_offer"](s, command.seat, command.to, *give, *take, command.answers)

    def sell_group(s: at.Vector, t: at.Vector, rules: Rules, command: c.SellGroup) -> None:
        play["sell_group"](s, t, command.seat, list(rules.track.groups).index(command.group))

    def accept(s: at.Vector, t: at.Vector, _rules: Rules, command: c.AcceptTrade) -> None:
        play["accept"](s, t, play["place_of_offer"](s, command.offer))

    def drop_offer(s: at.Vector, _t: at.Vector, _rules: Rules, command: c.DeclineTrade | c.WithdrawTrade) -> None:
        play["drop_offer"](s, play["place_of_offer"](s, command.offer))

    def call(s: at.Vector, t: at.Vector, _rules: Rules, command: CallLot) -> None:
        """Sold: as if all others had passed."""
        if command.call == SOLD:
            f = s[at.TOP]
            s[f + at.BIDDERS] = s[f + at.LEADER] + 1
            play["close_if_over"](s, t)

    return {
        c.Throw: lambda s, t, _r, command: play["throw"](s, t, *command.faces),
        c.Advance: lambda s, t, _r, _c: play["advance"](s, t),
        c.Draw: lambda s, t, _r, _c: play["draw"](s, t),
        c.Buy: lambda s, t, _r, _c: play["buy"](s, t),
        c.Decline: lambda s, t, _r, _c: play["decline"](s, t),
        c.PlaceBid: lambda s, t, _r, command: play["bid"](s, t, command.seat, command.amount),
        c.PassBid: lambda s, t, _r, command: play["pass_bid"](s, t, command.seat),
        CallLot: call,
        PassOver: lambda s, t, _r, command: play["pass_bid"](s, t, command.seat),
        c.PayBail: lambda s, t, _r, command: play["pay_bail"](s, t, command.seat),
        c.UseReleaseCard: lambda s, t, _r, command: play["use_card"](s, t, command.seat),
        c.Mortgage: lambda s, t, _r, command: play["mortgage"](s, t, command.deed),
        c.Redeem: lambda s, t, _r, command: play["redeem"](s, t, command.deed),
        c.KeepMortgage: lambda s, t, _r, _c: play["keep"](s, t),
        c.Build: lambda s, t, _r, command: play["build"](s, t, command.deed),
        c.SellBuilding: lambda s, t, _r, command: play["sell"](s, t, command.deed),
        c.SellGroup: sell_group,
        c.WantBuildings: lambda s, _t, _r, command: play["want"](s, command.amount),
        c.PlaceBuilding: lambda s, t, _r, command: play["place"](s, t, command.deed),
        c.FinishPlacing: lambda s, _t, _r, _c: play["pop"](s),
        c.PayDebt: lambda s, _t, _r, _c: play["pay_debt"](s),
        c.DeclareBankruptcy: lambda s, t, _r, _c: play["fall"](s, t),
        c.OfferTrade: offer,
        c.AcceptTrade: accept,
        c.DeclineTrade: drop_offer,
        c.WithdrawTrade: drop_offer,
    }


def luck_for(number: int, bound: int) -> int:
    """The state of the generator after which it draws this number of so many."""
    modulus = luck.MASK + 1
    wanted = -(-(number << luck.UPPER_BITS) // bound) << luck.LOWER_BITS
    return (wanted - luck.INCREMENT) * pow(luck.MULTIPLIER, -1, modulus) % modulus


def luck_for_faces(faces: Sequence[int]) -> int:
    """The state of the generator after which two dice show these faces."""
    return luck_for((faces[0] - 1) * 6 + faces[1] - 1, 36)


STANDARD = Likeness(
    playbooks.STANDARD,
    standard_steps(playbooks.STANDARD.functions),
    playbooks.STANDARD.functions["carry_on"],
    bare,
    lambda _s, command: luck_for_faces(getattr(command, "faces", (1, 1))),
)


class SideBySide:
    """Follows a game as it is decided: `noted` takes each command. Raises Differs at the first difference.

    With `policy` it is also asked, before each command, what the derived engine would do; that must be the same.
    """

    def __init__(self, rules: Rules, think: Think | None = None, like: Likeness = STANDARD) -> None:
        self.rules, self.like = rules, like
        self.t = like.book.tables_of(rules, Chart.of(rules).reserve)
        self.s: at.Vector | None = None
        self.compared: Counter[str] = Counter()
        self.agreed: Counter[str] = Counter()
        self.taken_over = 0
        self._secret = False
        self._think = think

    def noted(self, game: Game, command: Command, facts: Sequence[Fact]) -> None:
        """One more command of the hub."""
        hub = self.like.book.position_of(self.rules, self.t, game.state)
        name = type(command).__name__
        secret, self._secret = self._secret, bool(game.state.open_bids.maxima)
        if self.s is None or type(command) is StartGame or (facts and type(facts[0]) is Corrected):
            self.taken_over += 1  # a correction puts things where it wants: no engine has to find out how
            self.s = self._with_memory(hub)
            return
        if secret or isinstance(command, OWN_SECRETS):
            self.taken_over += 1  # the hub bids up to a maximum, which no position holds
            self.s = self._with_memory(hub)
            return
        before = self.s
        after = before[:]
        self.like.steps[type(command)](after, self.t, self.rules, command)
        self.like.carry_on(after, self.t)
        if found := difference(hub, after, self.like.bare):
            raise Differs(f"after {command}: {found}")
        self.compared[name] += 1
        if self._think is not None:
            before[at.LUCK] = self.like.luck(before, command)
            after = self._think(before, self.t)
            if found := difference(hub, after, self.like.bare):
                raise Differs(f"instead of {command}: {found}")
            self.agreed[name] += 1
        self.s = after

    def restart(self, game: Game) -> None:
        """The hub has taken something back."""
        self.s = self._with_memory(self.like.book.position_of(self.rules, self.t, game.state))

    def _with_memory(self, hub: at.Vector) -> at.Vector:
        if self.s is not None:
            hub[at.SEEN : at.PILE] = self.s[at.SEEN : at.PILE]
        return hub
