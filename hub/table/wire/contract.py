"""What browsers get to see: the downward half of all that crosses between hub and browser.

The upward half is `hub.table.wire.requests`; `web/src/wire.ts` is written from both (`hub.server.typescript`).

Downwards a client gets whole views: small (a few kB), never a patch, each with a rising `version`; what a viewer
may not know is not in his view. Upwards it sends requests, each with its own `id`, and gets one `Ack`; repeating a
request repeats its ack and nothing else. Python sends keys and figures; every sentence a person reads is in
`web/src/locales`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import SeatCommand
from hub.domain.offers import Offer
from hub.domain.shares import Report, ShareOffer
from hub.domain.tasks import Task
from hub.table.ports.board import LampState, LinkState, NodeKind

Role: TypeAlias = Literal["banker", "seat", "viewer"]
Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "orange", "teal", "brown"]
Shape: TypeAlias = Literal["triangle", "square", "circle", "star", "diamond", "hexagon", "heart", "cross"]
BotKind: TypeAlias = Literal["sensible", "bold", "random"]
"""Kinds of automatic players."""

Sums: TypeAlias = Literal["round", "exact", "change"]
"""What a child works out before a payment is confirmed: the notes in round figures, what is left, or the change."""

Phase: TypeAlias = Literal["lobby", "playing", "over"]
Value: TypeAlias = int | str


class SeatView(Struct, frozen=True, kw_only=True):
    """One player. Money in the edition's unit; `misses` are throws without a double in jail, -1 when not in jail.

    `bot` is the kind of automatic player that answers for the seat, None if people do. Of two pieces on a space the
    one with the lower `arrived` came first. `owed` is owed to the bank, `credit_limit` how much may be, None where the
    bank lends nothing; `skips` are turns still to be missed. `sums` is what a child who plays it works out before it
    pays, None if nothing.
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


class DeedView(Struct, frozen=True):
    """One sold deed: its space, owner, whether it is mortgaged, how far it is built."""

    deed: int
    owner: int
    mortgaged: bool
    stage: int


class Option(Struct, frozen=True, kw_only=True):
    """One thing a seat may do now.

    The client sends `command` back, with its `amount` changed within the bounds if there are any, in units of `step`.

    `refused` is the reason why it cannot be done just now (a key), with `details`: shown beside the disabled
    button. `cost` is the money that leaves (positive) or comes (negative) when it is done; where an amount is chosen,
    for one. `levy` is what a chosen amount costs on top, in percent, half a unit rounded up. `role` says which physical
    button it is the twin of.
    """

    command: SeatCommand
    role: Literal["ok", "cancel", "dice", "extra"] = "extra"
    cost: int = 0
    levy: int = 0
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1
    refused: str | None = None
    details: dict[str, Value] = {}


class PromptView(Struct, frozen=True, kw_only=True):
    """The open question. `id` changes with every new question; `seats` are asked.

    `options` only those this viewer may use; `dice` is how many dice are to be thrown, 0 if none are.
    """

    id: str
    task: Task
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    waiting: int
    dice: int = 0


class OfferView(Struct, frozen=True):
    """A trade offer on the table, with what this viewer may do about it.

    `set_off` of its price is no money: it comes off what `debtor` owes the other side (-1: nobody owes anything).
    """

    offer: Offer
    options: tuple[Option, ...]
    set_off: int
    debtor: int


class Why(Struct, frozen=True):
    """Why an amount is what it is: catalogue row of the edition, name of the formula, its figures."""

    row: str
    formula: str
    inputs: dict[str, int]


class FeedLine(Struct, frozen=True, kw_only=True):
    """One fact told: `key` names the text (`fact.<key>` in the locales), `args` its figures.

    Seats and spaces are numbers.

    `move` is the move it belongs to; `undone` lines were taken back since.
    """

    move: int
    key: str
    args: dict[str, Value]
    why: Why | None = None
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
    why: Why
    holdings: tuple[HoldingView, ...]
    report: Report | None
    owed_since: int | None


class ShareOfferView(Struct, frozen=True):
    """An offer of shares that concerns this viewer, with what he may do about it."""

    offer: ShareOffer
    options: tuple[Option, ...]


class MarketView(Struct, frozen=True, kw_only=True):
    """Shares of players: `issued` shares each; `open` says whether a pause allows to offer and accept now."""

    issued: int
    issuers: tuple[IssuerView, ...]
    offers: tuple[ShareOfferView, ...]
    open: bool


class NodeView(Struct, frozen=True, kw_only=True):
    """A node for `/device`: see `NodeStatus`. `tags` are (reader, uid) pairs, `lights` one 0xRRGGBB per reader."""

    node: str
    kind: NodeKind
    port: str
    link: LinkState
    readers: int
    firmware: str
    why: str | None
    rtt_ms: float | None
    faults: dict[str, str]
    counters: dict[str, int]
    tags: tuple[tuple[int, str], ...]
    lights: tuple[int, ...]
    lamps: dict[str, LampState]
    spaces: tuple[int | None, ...]


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


class BoardView(Struct, frozen=True, kw_only=True):
    """The electronics at a glance. `state`: `none` = nothing found yet.

    `wrong`: a piece was put on the wrong space just now.
    """

    state: Literal["none", "up", "partly", "lost"]
    simulated: bool
    by_hand: bool
    kind: NodeKind
    rtt_ms: float | None = None
    drift: tuple[Misplaced, ...] = ()
    wrong: Misplaced | None = None
    unknown_tags: tuple[str, ...] = ()
    enrolling: int | None = None


class HouseRuleCard(Struct, frozen=True):
    """A house rule that can be agreed on by its id, or with one of `values` (`rounds:20`) instead of the `usual` one.

    `usual` is 0 where the edition has none of its own.
    """

    id: str
    values: tuple[int, ...] = ()
    usual: int = 0


class EditionCard(Struct, frozen=True):
    """An edition the lobby offers: id, how many seats it takes, which house rules can be agreed on.

    `own_tables` says that a family has put other tables in the place of the printed ones.
    """

    id: str
    seats_min: int
    seats_max: int
    house_rules: tuple[HouseRuleCard, ...] = ()
    own_tables: bool = False


class JoinView(Struct, frozen=True):
    """How a phone gets in: the address of this table and, for the banker only, one join code per free seat number.

    `urls` are all addresses it may be reached at, again for the banker only.
    """

    url: str
    codes: dict[str, str]
    urls: tuple[str, ...] = ()


class View(Struct, frozen=True, kw_only=True):
    """The whole picture for one viewer. `you` is the viewer's seat, None for banker and viewers.

    `tables` names the tables of the edition as they are now: fetch the edition anew when it changes.

    `free` are the options of this viewer's seats beside the prompt (mortgage, redeem); `undo`/`redo` count what can
    be taken back or made again; `trade` says whether offers may be made now. `notice` is a trouble banner key
    (`disk_full`, ...), None when all is well. `house_rules`
    are agreed on, with their values; `round` is the one that is played where their number is limited; `stock` is
    what the bank has left of each limited kind of building, `tickets` how many lie in the
    pile. `stops` are the spaces that the move in the making has passed, where throws add up to one move. `market` is
    None in editions without shares; `own_bid` is what this viewer's own seat has bid in the running sealed auction,
    told to nobody else. `streak` counts the doubles of this turn, each of which brings another throw. `speaker` is the
    device that sounds and speaks, as it named itself; empty if none does. While there is a `pause` nothing but what
    ends it can be done.
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
    on_turn: int
    turn: int
    faces: tuple[int, ...]
    pot: int
    winner: int
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
    round: int = 1
    stock: dict[str, int] = {}
    tickets: int = 0
    stops: tuple[int, ...] = ()
    market: MarketView | None = None
    own_bid: int | None = None
    streak: int = 0
    speaker: str = ""
    pause: PauseView | None = None


class WireLineView(Struct, frozen=True):
    """One raw line for `/device`."""

    index: int
    at_ms: int
    node: str
    outward: bool
    text: str
    ok: bool


class LatencyView(Struct, frozen=True):
    """How often something took how long: `counts[i]` at most `bounds_ms[i]`, the last count longer than all bounds.

    `stored`: from a report until its effect is durable; `shown`: from a report until it was sent to every browser.
    """

    name: Literal["stored", "shown"]
    bounds_ms: tuple[int, ...]
    counts: tuple[int, ...]
    longest_ms: float


class DeviceView(Struct, frozen=True):
    """What `/device` shows beside the view: the nodes, the newest raw lines, the board map being learnt.

    `spare_tags` are simulated tags that lie on no reader and belong to nobody.
    """

    nodes: tuple[NodeView, ...]
    lines: tuple[WireLineView, ...]
    learning: int | None
    learnt: int
    spare_tags: tuple[str, ...] = ()
    latencies: tuple[LatencyView, ...] = ()
