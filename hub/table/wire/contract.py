"""What browsers get to see: the messages from the hub to browsers.

Those in the other direction are in `hub.table.requests`; `web/src/wire.ts` is generated from both
(`web/wire_types.py`).

A client receives whole views of a few kB, never patches, each with a rising `version`; what a viewer may not know is
not in their view. It sends requests, each with its own `id`, and gets one `Ack` for each; repeating a request repeats
its ack and has no other effect. Python sends keys and figures; every sentence that people read is in `web/src/locales`.
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, cast

from msgspec import Struct, defstruct

from hub.domain.ids import NOBODY, Holder
from hub.domain.offers import Offer
from hub.domain.shares import Report, ShareOffer
from hub.domain.tasks import AnyTask
from hub.domain.unions import AnySeatCommand
from hub.table.interfaces.board import NodeKind

Role: TypeAlias = Literal["banker", "seat", "viewer"]
Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "orange", "teal", "brown"]
Shape: TypeAlias = Literal["triangle", "square", "circle", "star", "diamond", "hexagon", "heart", "cross"]
BotKind: TypeAlias = Literal["sensible", "bold", "random", "master"]
"""Kinds of bots."""

Sums: TypeAlias = Literal["round", "exact", "change"]
"""What a child works out before a payment is confirmed: the notes in round figures, what is left, or the change."""

GoingSeconds: TypeAlias = Literal[0, 3, 5, 8, 12]
"""How long the hub waits before each call of an open auction; 0: it calls nothing."""

SpokenLanguage: TypeAlias = Literal["", "de", "en"]
"""A language of the pages, empty as long as nobody has chosen one."""

PhoneKind: TypeAlias = Literal["iphone", "ipad", "android", "computer", "other"]
PhoneState: TypeAlias = Literal["waiting", "new", "known"]
"""A phone of a seat waits for the seat's yes, or is in: `new` until somebody has said that it belongs there."""

Phase: TypeAlias = Literal["lobby", "playing", "over"]
Value: TypeAlias = int | str


class SeatView(Struct, frozen=True, kw_only=True):
    """One player. Money in the edition's unit; `misses` counts throws without a double in jail, -1 when not in jail.

    `bot` is the kind of bot that plays the seat, None if people do. Of two pieces on a space the one with the lower
    `arrived` came first. `owed` is the debt to the bank and `credit_limit` its maximum, None where the bank lends
    nothing; `skips` counts turns still to be missed. `sums` is what a child works out before paying, None for nothing.
    `by_self`: they sat down with a phone of their own and entered the name themselves. `home`: they are out because
    they went home.
    """

    seat: int
    name: str
    colour: Colour
    shape: Shape
    tag: str | None
    online: bool
    balance: int = 0
    space: int = 0
    misses: int = -1
    out: bool = False
    release_cards: tuple[str, ...] = ()
    tickets: int = 0
    bot: BotKind | None = None
    arrived: int = 0
    owed: int = 0
    credit_limit: int | None = None
    skips: int = 0
    sums: Sums | None = None
    by_self: bool = False
    home: bool = False


class DeedView(Struct, frozen=True):
    """One sold deed: its space, its owner, whether it is mortgaged, and its stage."""

    deed: int
    owner: int
    mortgaged: bool
    stage: int


class Option(Struct, frozen=True, kw_only=True):
    """One thing a seat may do now.

    The client sends `command` back, with its `amount` changed in units of `step` within the bounds, if there are any.

    `refused` is the reason (a key, with `details`) why it cannot be done just now, shown next to the disabled button.
    `cost` is the money that the seat pays (positive) or receives (negative); where an amount is chosen, for an amount
    of one. `levy` is what a chosen amount costs in addition, in percent, half a unit rounded up. `role` says which
    physical button does the same. `goal` is the space to which it takes the piece, `awaits` the rent due there as
    things stand, 0 if that depends on a throw.
    """

    command: AnySeatCommand
    role: Literal["ok", "cancel", "dice", "extra"] = "extra"
    cost: int = 0
    levy: int = 0
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1
    goal: int | None = None
    awaits: int = 0
    refused: str | None = None
    details: dict[str, Value] = {}


class PromptView(Struct, frozen=True, kw_only=True):
    """The open question. `id` changes with every new question; `seats` are those asked.

    `options` has only those that this viewer may use. `waiting` counts the tasks after this one, `then` is the next of
    them. `dice` is the number of dice to be thrown, 0 if none are.
    """

    id: str
    task: AnyTask
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    waiting: int
    dice: int = 0
    then: AnyTask | None = None


class OfferView(Struct, frozen=True):
    """A trade offer on the table, with what this viewer may do about it.

    `set_off` is the part of its price that is deducted from what `debtor` (-1: nobody) owes the other side.
    """

    offer: Offer
    options: tuple[Option, ...]
    set_off: int
    debtor: Holder


class Explanation(Struct, frozen=True):
    """How an amount comes about: catalogue row of the edition, name of the formula, its figures."""

    row: str
    formula: str
    inputs: dict[str, int]


class FeedLine(Struct, frozen=True, kw_only=True):
    """One fact as shown: `key` names the text (`fact.<key>` in the locales), `args` its figures.

    Seats and spaces are numbers. `move` is the move it belongs to; `undone` lines have been taken back since.
    """

    move: int
    key: str
    args: dict[str, Value]
    explanation: Explanation | None = None
    undone: bool = False


class HoldingView(Struct, frozen=True):
    """`holder` (a seat, or -1 for the bank) has `count` shares of an issuer."""

    holder: int
    count: int


class IssuerView(Struct, frozen=True, kw_only=True):
    """One player as an issuer of shares: the present guide price with its figures, the holdings, the last report.

    `owed_since` is the number of the turn since which a report is owed, None if none is.
    """

    seat: int
    price: int
    explanation: Explanation
    holdings: tuple[HoldingView, ...]
    report: Report | None
    owed_since: int | None


class ShareOfferView(Struct, frozen=True):
    """A share offer that concerns this viewer, with what they may do about it."""

    offer: ShareOffer
    options: tuple[Option, ...]


class MarketView(Struct, frozen=True, kw_only=True):
    """Shares of players, `issued` of each; `open` says whether this is a free moment, in which they may be traded.

    A report comes due at the space `report_at`, if at any, and costs `late_fine` if it is late.
    """

    issued: int
    issuers: tuple[IssuerView, ...]
    offers: tuple[ShareOfferView, ...]
    open: bool
    report_at: int | None
    late_fine: int


class Misplaced(Struct, frozen=True):
    """A wooden piece that is on `found` (None: on no reader) instead of `space`, where it is by the rules."""

    seat: int
    space: int
    found: int | None


class PauseView(Struct, frozen=True):
    """Why the game is paused: it is `frozen` for the evening, or pieces have to be put back.

    `missing` are the pieces that readers do not see where they belong; empty if there are none to wait for.
    """

    kind: Literal["frozen", "put_back"]
    missing: tuple[Misplaced, ...]


class TooShort(Struct, frozen=True):
    """Each side of the track needs `wanted` readers, but the shortest side of the board has only `readers`."""

    readers: int
    wanted: int


class BoardView(Struct, frozen=True, kw_only=True):
    """The board at a glance. `state` `none`: nothing was found yet; `sought`: whether the hub looks for nodes.

    `offered`: another board is plugged in that can be played on instead of a simulated one or one that is missing.

    `wrong`: a piece was just put on the wrong space.
    `random_tag`: a tag lies there that has another uid each time and so can be no piece; `unknown_tags` are others.
    `dark`: nothing can glow on the destination of a piece, although a reader would see the piece there.
    `short`: the sides have too few readers for this track, so pieces are moved on the screen.
    """

    state: Literal["none", "up", "partly", "lost"]
    sought: bool
    simulated: bool
    offered: bool = False
    by_hand: bool
    kind: NodeKind
    drift: tuple[Misplaced, ...] = ()
    wrong: Misplaced | None = None
    unknown_tags: tuple[str, ...] = ()
    random_tag: bool = False
    enrolling: int | None = None
    dark: bool = False
    short: TooShort | None = None


class HouseRuleCard(Struct, frozen=True):
    """A house rule: agreed on by its id, or with one of `values` (`rounds:20`) in place of the `usual` one.

    `usual` is 0 where the edition has none of its own.
    """

    id: str
    values: tuple[int, ...] = ()
    usual: int = 0


class EditionCard(Struct, frozen=True):
    """An edition that the lobby offers: its id, the possible numbers of seats, its house rules.

    `own_tables`: a family has replaced the printed tables. `by` is the package of a third-party edition, empty for our
    own; until the banker trusts it, nothing but its id is known, and `seats_max` is 0. `names` are its own names by
    language.
    """

    id: str
    seats_min: int
    seats_max: int
    house_rules: tuple[HouseRuleCard, ...] = ()
    own_tables: bool = False
    by: str = ""
    names: dict[str, str] = {}


class PhoneView(Struct, frozen=True):
    """A phone of a seat: its `number` there, since when it is in or waits (wall clock), whether it is connected now.

    `uninvited`: it came without a code, and nobody has confirmed yet that it belongs there.
    """

    number: int
    kind: PhoneKind
    since_ms: int
    state: PhoneState
    online: bool
    uninvited: bool = False


class JoinView(Struct, frozen=True):
    """How phones join: the address of this table and, for the banker only, the join code of each seat number.

    `named` is the address by its name in the network, empty without one.
    Also for the banker only: `urls` are all addresses of the table; `wrong_pins` and `wrong_codes` count failed tries
    since the banker last looked. `phones` are those of each seat number, for a seat only its own.
    """

    url: str
    codes: dict[str, str]
    urls: tuple[str, ...] = ()
    phones: dict[str, tuple[PhoneView, ...]] = {}
    wrong_pins: int = 0
    wrong_codes: int = 0
    named: str = ""


class GoingView(Struct, frozen=True):
    """The calls of an open auction: how many there were since the last bid, and when the next one is due."""

    called: int
    left_ms: int


class View(Struct, frozen=True, kw_only=True):
    """The whole state of the table as one viewer may see it. `you` is the viewer's seat, None for banker and viewers.

    Fetch the edition again when `tables` changes, and the hall of fame when `hall` does. `free` are the side options of
    this viewer's seats (mortgage, redeem); `undo` and `redo` count the moves that can be taken back or made again;
    `trade` says whether offers may be made now. `notice` is the key of a trouble banner (`disk_full`, ...), None if all
    is well. `house_rules` are those agreed on, with their values. `middle` says whether the rules have a `pot`. `round`
    is the present round where their number is limited. `stock` is the bank's supply of each limited kind of building,
    `tickets` the size of the pile. `stops` are the stops of the current move. `market` is None in editions without
    shares. `own_bid` is the bid of this viewer's seat in a sealed auction and `own_maximum` its maximum in an open one,
    both shown to nobody else; after an undo the maximum is shown only if no phone has joined the seat since. `going_s`
    is how many seconds the hub waits before each call of an open auction, `going` the present state of the calls.
    `streak` counts the doubles of this turn, each of which brings another throw. `speaker` is the device that plays
    sounds and speaks, by the name it chose; empty if none does. During a `pause` only what ends it can be done.
    With `real_dice` people throw dice of their own and enter the faces. Televisions follow the `language` of the
    banker's tablet; it is empty until that said so. With an `open_door` phones without a code may sit down or knock.
    Features add fields of their own.
    """

    version: int
    role: Role
    you: int | None
    phase: Phase
    game: str | None
    edition: str
    editions: tuple[EditionCard, ...]
    seats: tuple[SeatView, ...]
    deeds: tuple[DeedView, ...] = ()
    on_turn: Holder = NOBODY
    turn: int = 0
    faces: tuple[int, ...] = ()
    pot: int = 0
    winner: Holder = NOBODY
    prompt: PromptView | None = None
    free: tuple[Option, ...] = ()
    offers: tuple[OfferView, ...] = ()
    trade: bool = False
    feed: tuple[FeedLine, ...] = ()
    undo: int = 0
    redo: int = 0
    board: BoardView
    join: JoinView
    notice: str | None = None
    tables: str = ""
    house_rules: tuple[str, ...] = ()
    middle: bool = False
    round: int = 1
    stock: dict[str, int] = {}
    tickets: int = 0
    stops: tuple[int, ...] = ()
    market: MarketView | None = None
    own_bid: int | None = None
    own_maximum: int | None = None
    going_s: GoingSeconds = 0
    going: GoingView | None = None
    streak: int = 0
    speaker: str = ""
    pause: PauseView | None = None
    hall: int = 0
    real_dice: bool = False
    language: SpokenLanguage = ""
    open_door: bool = True


def view_with(fields: Iterable[tuple[str, Any, Any]]) -> type[View]:
    """The view with the fields that features add: name, type and default value of each."""
    described = {"__doc__": View.__doc__}
    made = defstruct("View", list(fields), bases=(View,), namespace=described, frozen=True, kw_only=True)
    return cast("type[View]", made)
