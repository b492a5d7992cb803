"""What the story of an evening is on its way to a browser; `web/src/wire.ts` is written from it too.

All figures are plain numbers; awards, verdicts and outcomes are keys, whose sentences are in `web/src/locales`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import DiceSource
from hub.domain.tasks import Lot
from hub.export.auctions import Outcome
from hub.table.wire.contract import FeedLine

Award: TypeAlias = Literal[
    "landlord",
    "guest",
    "collector",
    "builder",
    "traveller",
    "jailbird",
    "bargain",
    "doubles",
    "comeback",
    "patron",
    "trader",
    "company",
]
"""What somebody is praised for; `company` is for those whom no other award found."""

Verdict: TypeAlias = Literal["few", "even", "odd", "uneven"]
"""What a test says of a die: too few throws to tell, nothing noticeable, rare by chance, very rare by chance."""


class WealthView(Struct, frozen=True, kw_only=True):
    """Net worth by turn: `seats[seat][n]` is what a seat had at the end of turn `turns[n]` (0 is the beginning)."""

    turns: tuple[int, ...]
    at_ms: tuple[int, ...]
    seats: tuple[tuple[int, ...], ...]


class SpaceRentView(Struct, frozen=True):
    """The rent that was paid for a deed in `times` payments; `landed` counts the pieces that came to stand there."""

    space: int
    rent: int
    times: int
    landed: int


class RentView(Struct, frozen=True):
    """One payment of rent. `turn` is when, `move` its place in the log."""

    deed: int
    payer: int
    payee: int
    amount: int
    turn: int
    move: int


class DieView(Struct, frozen=True, kw_only=True):
    """How often each face of a kind of dice came, and what the chi-square test says of it.

    `printed` is what stands on the faces; `source` tells real dice from those the hub threw. `chi` is the test's figure
    in hundredths, `permille` how many of a thousand honest dice would deviate as much or more.
    """

    printed: tuple[str, ...]
    source: DiceSource
    counts: tuple[int, ...]
    chi: int
    permille: int
    verdict: Verdict


class SumsView(Struct, frozen=True, kw_only=True):
    """How often each sum of the two first dice came: `counts[0]` is a 2, `counts[10]` a 12."""

    throws: int
    doubles: int
    counts: tuple[int, ...]


class SaleView(Struct, frozen=True, kw_only=True):
    """One auction. `printed` is the price printed on what was sold, 0 if there is none; `bids` counts offers."""

    lot: Lot
    sealed: bool
    turn: int
    outcome: Outcome
    winner: int
    price: int
    printed: int
    bids: int


class AwardView(Struct, frozen=True):
    """An award with those who share it, and the figure it was given for."""

    award: Award
    seats: tuple[int, ...]
    figure: int


class EveningView(Struct, frozen=True, kw_only=True):
    """The whole story of a game so far. `whole` is False while sealed bids keep the newest moves from being told.

    `undos` counts what was taken back or made again: if it changes, what was told before may be void.
    """

    game: str
    edition: str
    names: tuple[str, ...]
    started_ms: int
    ended_ms: int
    turns: int
    moves: int
    undos: int
    throws: int
    winner: int
    whole: bool
    wealth: WealthView
    rents: tuple[SpaceRentView, ...]
    biggest: tuple[RentView, ...]
    dice: tuple[DieView, ...]
    sums: SumsView
    sales: tuple[SaleView, ...]
    awards: tuple[AwardView, ...]


class FrameView(Struct, frozen=True, kw_only=True):
    """The table at one moment, each list by seat or by space. `owners` are -1 for the bank.

    `faces` is the last throw of the running turn.
    """

    balances: tuple[int, ...]
    pot: int
    spaces: tuple[int, ...]
    out: tuple[bool, ...]
    jailed: tuple[bool, ...]
    owners: tuple[int, ...]
    stages: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    on_turn: int
    faces: tuple[int, ...]


Change: TypeAlias = tuple[str, int, int]
"""A list of a frame by its name, a place in it, and what stands there now."""


class StepView(Struct, frozen=True, kw_only=True):
    """One move: what it changed since the move before, and the lines of the feed that tell it.

    `pot`, `on_turn` and `faces` are given whole.
    """

    changes: tuple[Change, ...]
    pot: int
    on_turn: int
    faces: tuple[int, ...]
    lines: tuple[FeedLine, ...]


class RetellingView(Struct, frozen=True, kw_only=True):
    """A part of the way through a game: `frame` is the table before step `first`, `steps` lead on from there.

    `count` is how many steps there are in all, `turns` with which of them each turn begins. See `EveningView` for
    `undos`.
    """

    game: str
    undos: int
    count: int
    turns: tuple[int, ...]
    first: int
    frame: FrameView
    steps: tuple[StepView, ...]
