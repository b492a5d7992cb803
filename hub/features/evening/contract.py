"""What the story of an evening is on its way to a browser; `web/src/wire.ts` is generated from it too.

All figures are plain numbers; awards, verdicts and outcomes are keys, whose sentences are in `web/src/locales`.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from hub.domain.commands import DiceSource
from hub.domain.ids import Account, Holder
from hub.domain.tasks import Lot
from hub.records.story import Outcome

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
    payer: Account
    payee: Account
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
    winner: Holder
    price: int
    printed: int
    bids: int


class AwardView(Struct, frozen=True):
    """An award with those who share it, and the figure it was given for."""

    award: Award
    seats: tuple[int, ...]
    figure: int


class EveningView(Struct, frozen=True, kw_only=True):
    """The whole story of a game so far. `whole` is False while sealed bids keep the newest moves back.

    `edition` is the id of an edition, or the name of a family's own board; `printed` is always an id.
    `undos` counts what was taken back or made again: if it changes, what was fetched before may be void.
    """

    game: str
    edition: str
    printed: str
    names: tuple[str, ...]
    started_ms: int
    ended_ms: int
    turns: int
    moves: int
    undos: int
    throws: int
    winner: Holder
    whole: bool
    wealth: WealthView
    rents: tuple[SpaceRentView, ...]
    biggest: tuple[RentView, ...]
    dice: tuple[DieView, ...]
    sums: SumsView
    sales: tuple[SaleView, ...]
    awards: tuple[AwardView, ...]


class NemesisView(Struct, frozen=True):
    """Who won most against somebody: `lost` of the games they played `together`, and took `rents` from them."""

    name: str
    lost: int
    together: int
    rents: int


class PersonView(Struct, frozen=True, kw_only=True):
    """Somebody in the hall of fame: `won` counts by board. `merged` are further names, for the banker alone."""

    name: str
    games: int
    wins: int
    won: dict[str, int]
    nemesis: NemesisView | None
    merged: tuple[str, ...] = ()


class HallGameView(Struct, frozen=True):
    """A finished game: on which board (`EveningView.edition`), how long, who won, and which other people were there.

    `game` is its id, by which its story is asked for; empty if somebody who was there is forgotten.
    """

    game: str
    edition: str
    started_ms: int
    turns: int
    winner: str
    others: tuple[str, ...]


class HallRentView(Struct, frozen=True):
    """A high rent of a board; `place` is what is printed on the deed."""

    edition: str
    amount: int
    payer: str
    payee: str
    place: str
    started_ms: int


class HallView(Struct, frozen=True, kw_only=True):
    """The hall of fame, the best and the newest first. `forgotten` names are counted for the banker alone."""

    people: tuple[PersonView, ...]
    games: tuple[HallGameView, ...]
    rents: tuple[HallRentView, ...]
    forgotten: int = 0


CROSSING = (EveningView, HallView)
"""What crosses to pages as such."""
