"""What browsers get to see: the downward half of all that crosses between hub and browser.

The upward half is `hub.table.wire.requests`; `web/src/wire.ts` is generated from both (`hub.server.typescript`).

Downwards a client gets whole views: small (a few kB), never a patch, each with a rising `version`; what a viewer
may not know is not in their view. Upwards it sends requests, each with its own `id`, and gets one `Ack`; repeating a
request repeats its ack and nothing else. Python sends keys and figures; every sentence a person reads is in
`web/src/locales`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.ids import Holder
from hub.domain.offers import Offer
from hub.domain.shares import Report, ShareOffer
from hub.domain.tasks import AnyTask
from hub.domain.unions import AnySeatCommand
from hub.table.interfaces.board import NodeKind
from hub.table.wire.doors import JoinView
from hub.table.wire.foresight_views import AdviceView, LengthView, OutlookView
from hub.table.wire.lab_views import LabView

Role: TypeAlias = Literal["banker", "seat", "viewer"]
Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "orange", "teal", "brown"]
Shape: TypeAlias = Literal["triangle", "square", "circle", "star", "diamond", "hexagon", "heart", "cross"]
BotKind: TypeAlias = Literal["sensible", "bold", "random", "master"]
"""Kinds of bots."""

Sums: TypeAlias = Literal["round", "exact", "change"]
"""What a child works out before a payment is confirmed: the notes in round figures, what is left, or the change."""

GoingSeconds: TypeAlias = Literal[0, 3, 5, 8, 12]
"""How long the hub waits before each call of an open auction; 0: it calls nothing."""

Phase: TypeAlias = Literal["lobby", "playing", "over"]
Value: TypeAlias = int | str


class SeatView(Struct, frozen=True, kw_only=True):
    """One player. Money in the edition's unit; `misses` are throws without a double in jail, -1 when not in jail.

    `bot` is the kind of bot that answers for the seat, None if people do. Of two pieces on a space the
    one with the lower `arrived` came first. `owed` is owed to the bank, `credit_limit` how much may be, None where the
    bank lends nothing; `skips` are turns still to be missed. `sums` is what a child who plays it works out before it
    pays, None if nothing. With `advice` its phone may ask what would be wise, as long as there is an outlook.
    `by_self`: nobody wrote the name for them, they sat down with a phone of their own.
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
    advice: bool = False
    by_self: bool = False


class DeedView(Struct, frozen=True):
    """One sold deed: its space, owner, whether it is mortgaged, how far it is built."""

    deed: int
    owner: int
    mortgaged: bool
    stage: int


class Option(Struct, frozen=True, kw_only=True):
    """One thing a seat may do now.

    The client sends `command` back, with its `amount` changed within the bounds if there are any, in units of `step`.

    `refused` is the reason why it cannot be done just now (a key), with `details`: shown next to the disabled
    button. `cost` is the money that leaves (positive) or comes (negative) when it is done; where an amount is chosen,
    for one. `levy` is what a chosen amount costs in addition, in percent, half a unit rounded up. `role` says which
    physical button does the same. `goal` is the space that the piece goes to by it, `awaits` the rent that awaits it
    there as things stand, 0 where it would depend on a throw.
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
    """The open question. `id` changes with every new question; `seats` are asked.

    `options` only those this viewer may use; `waiting` tasks are open below it, the next of which is `then`. `dice` is
    how many dice are to be thrown, 0 if none are.
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

    `set_off` of its price is not money: it reduces what `debtor` owes the other side (-1: nobody owes anything).
    """

    offer: Offer
    options: tuple[Option, ...]
    set_off: int
    debtor: Holder


class Explanation(Struct, frozen=True):
    """Why an amount is what it is: catalogue row of the edition, name of the formula, its figures."""

    row: str
    formula: str
    inputs: dict[str, int]


class FeedLine(Struct, frozen=True, kw_only=True):
    """One fact shown: `key` names the text (`fact.<key>` in the locales), `args` its figures.

    Seats and spaces are numbers.

    `move` is the move it belongs to; `undone` lines have been taken back since.
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
    """One player as an issuer of shares: the guide price now with its figures, who holds how many, the last report.

    `owed_since` is the number of the turn since which a report is owed, None if none is.
    """

    seat: int
    price: int
    explanation: Explanation
    holdings: tuple[HoldingView, ...]
    report: Report | None
    owed_since: int | None


class ShareOfferView(Struct, frozen=True):
    """An offer of shares that concerns this viewer, with what they may do about it."""

    offer: ShareOffer
    options: tuple[Option, ...]


class MarketView(Struct, frozen=True, kw_only=True):
    """Shares of players: `issued` shares each; `open` says whether this is a free moment, to offer and accept in."""

    issued: int
    issuers: tuple[IssuerView, ...]
    offers: tuple[ShareOfferView, ...]
    open: bool


class Misplaced(Struct, frozen=True):
    """A wooden piece that stands elsewhere than the rules say: `found` (None = on no reader) instead of `space`."""

    seat: int
    space: int
    found: int | None


class PauseView(Struct, frozen=True):
    """Why the game stands still: the evening has ended (`frozen`), or pieces have to be put back.

    `missing` are the pieces that the readers do not see where they belong; empty if there is nothing to check.
    """

    kind: Literal["frozen", "put_back"]
    missing: tuple[Misplaced, ...]


class TooShort(Struct, frozen=True):
    """A side of the track has so many spaces `wanted`, and a side of the board has no more than so many `readers`."""

    readers: int
    wanted: int


class BoardView(Struct, frozen=True, kw_only=True):
    """The electronics at a glance. `state`: `none` = nothing found yet; `sought` is whether anything is looked for.

    `wrong`: a piece was put on the wrong space just now. `stickers`: so many spaces have one that phones can read.
    `dark`: nothing glows on the space that a piece has to go to, although a reader would see it there.
    `short`: its sides have too few readers for this track, and pieces are moved on the screen.
    """

    state: Literal["none", "up", "partly", "lost"]
    sought: bool
    simulated: bool
    by_hand: bool
    kind: NodeKind
    rtt_ms: float | None = None
    drift: tuple[Misplaced, ...] = ()
    wrong: Misplaced | None = None
    unknown_tags: tuple[str, ...] = ()
    enrolling: int | None = None
    stickers: int = 0
    dark: bool = False
    short: TooShort | None = None


class HouseRuleCard(Struct, frozen=True):
    """A house rule that can be agreed on by its id, or with one of `values` (`rounds:20`) instead of the `usual` one.

    `usual` is 0 where the edition has none of its own.
    """

    id: str
    values: tuple[int, ...] = ()
    usual: int = 0


class EditionCard(Struct, frozen=True):
    """An edition the lobby offers: id, how many seats it takes, which house rules can be agreed on.

    `own_tables` says that a family has replaced the printed tables. `by` is the package of an edition by somebody else,
    empty for our own; until the banker has said that it is trusted, nothing else is known of it but its id, and
    `seats_max` is 0. `names` are what it calls itself, by language.
    """

    id: str
    seats_min: int
    seats_max: int
    house_rules: tuple[HouseRuleCard, ...] = ()
    own_tables: bool = False
    by: str = ""
    names: dict[str, str] = {}


class GoingView(Struct, frozen=True):
    """An open auction is being called: how often it was since the last bid, and when the next call comes."""

    called: int
    left_ms: int


class View(Struct, frozen=True, kw_only=True):
    """The whole picture for one viewer. `you` is the viewer's seat, None for banker and viewers.

    Fetch the edition again when `tables` changes, and the hall of fame when `hall` does.
    `free` are the side options of this viewer's seats (mortgage, redeem); `undo`/`redo` count what can
    be taken back or made again; `trade` says whether offers may be made now. `notice` is a trouble banner key
    (`disk_full`, ...), None when all is well. `house_rules`
    are agreed on, with their values; with a `middle` money may lie there, in the `pot`;
    `round` is the one that is played where their number is limited; `stock` is
    what the bank has left of each limited kind of building, `tickets` how many lie in the
    pile. `stops` are the spaces that the current move has passed, where throws add up to one move. `market` is
    None in editions without shares; `own_bid` is what this viewer's own seat has bid in the running sealed auction,
    `own_maximum` up to how much the hub bids for it in the open one, both shown to nobody else. `going_s` is how long
    the hub waits before it calls an open auction, `going` how far it is. `streak` counts the doubles of this turn, each
    of which brings another throw. `speaker` is the device that sounds and speaks, as it named itself; empty if none
    does. During a `pause` only what ends it can be done. `outlook` is None unless people want to know who is winning,
    and always None on phones of players; so is `length`, which is there before a game that could begin. With
    `real_dice` people throw dice of their own, and whoever is to throw says what they show. `advice` is there on phones
    of a seat that may ask for it. With an `open_door` phones without a code may sit down or knock. `lab` is the
    banker's alone, and None where the hub has none.
    """

    version: int
    role: Role
    you: int | None
    phase: Phase
    game: str | None
    edition: str
    editions: tuple[EditionCard, ...]
    seats: tuple[SeatView, ...]
    deeds: tuple[DeedView, ...]
    on_turn: Holder
    turn: int
    faces: tuple[int, ...]
    pot: int
    winner: Holder
    prompt: PromptView | None
    free: tuple[Option, ...]
    offers: tuple[OfferView, ...]
    trade: bool
    feed: tuple[FeedLine, ...]
    undo: int
    redo: int
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
    outlook: OutlookView | None = None
    hall: int = 0
    length: LengthView | None = None
    real_dice: bool = False
    lab: LabView | None = None
    advice: AdviceView | None = None
    open_door: bool = True
