"""A table as plain data: what it was given, and its present state.

`hub.table.changes` changes it and `hub.table.views` reads it, both only under the lock of `hub.table.table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from hub.domain.commands import HubCommand
from hub.domain.ids import Seat, Space
from hub.domain.tasks import Lot
from hub.rules.handlers import Chance
from hub.rules.slots import Rules
from hub.table.board.board_map import BoardMap
from hub.table.board.presence import Presence
from hub.table.board.stickers import Stickers
from hub.table.board.strips import Strips
from hub.table.game.live import LiveGame, Moment
from hub.table.hall_names import HallNames
from hub.table.interfaces.board import Board, EventId, TagEvent
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.interfaces.storage import Store
from hub.table.lobby import Lobby
from hub.table.wire.audience import Audience
from hub.table.wire.contract import EditionCard, Misplaced
from hub.table.wire.doors import JoinView
from hub.table.wire.foresight_views import AdviceView, LengthView, OutlookView
from hub.table.wire.hindsight_views import HindsightView
from hub.table.wire.lab_views import LabQuestion, LabView


class Pause(Struct, frozen=True):
    """`frozen`: the evening of `game` has ended. `astray` are the seats whose pieces have to be put back first."""

    game: str = ""
    frozen: bool = False
    astray: tuple[Seat, ...] = ()


class Foreseen(Struct, frozen=True):
    """The outlook of the running game at one moment (`LiveGame.moment`)."""

    moment: Moment
    outlook: OutlookView


class Count(Struct, frozen=True):
    """What the hub says next in the open auction (`automatic.auctioneer`), and when, by the monotonic clock.

    `since` names what everybody knows; as long as it stays the same, so does the moment.
    """

    command: HubCommand
    since: tuple[str, str, Lot, int, int]
    due_s: float


class AdviceAsked(Struct, frozen=True):
    """A seat has asked what would be wise at one moment, as it sees it, about an `offer` of trade or (0) the question.

    `found` is None until it is known.
    """

    moment: Moment
    offer: int = 0
    found: AdviceView | None = None


class Walk(Struct, frozen=True):
    """The light of a node's strip that glows until people have said at which space it is; `space` is looked for."""

    node: str
    space: Space
    light: int


class LookedBack(Struct, frozen=True):
    """How far looking back at a game that is over has come, in hundredths, and in the end what was found."""

    moment: Moment
    percent: int = 0
    found: HindsightView | None = None


class Settings(Struct, frozen=True):
    """By what a game would be played that began now: edition, agreed house rules, number of players."""

    edition: str
    house_rules: tuple[str, ...]
    seats: int


class LabOrder(Struct, frozen=True, eq=False):
    """What the laboratory is asked, with the edition without house rules. Each is another one, whatever it asks."""

    question: LabQuestion
    edition: Rules


class KnownLength(Struct, frozen=True):
    """How long a game with these settings takes."""

    settings: Settings
    length: LengthView


@dataclass(slots=True, kw_only=True, eq=False)
class TableState:
    """First what a table was given, then who sits there and what they play, then what is known of the board.

    `foreseen` is the newest outlook, `looked_back` the newest hindsight, perhaps of earlier moments, `length` that of
    an evening, perhaps with other settings. `advice_asked` is what seats asked advice about, perhaps earlier. `lab` is
    None where there is no laboratory, `lab_order` what it plays. `hall` is
    what the hall of fame makes of names. `pause` is as stored, perhaps of another game (`changes.pausing`); `held_back`
    is an arrival that waits for its end. `wrong` is the piece that was put on a wrong space, `learning` the space whose
    reader is being learnt, `walk` the light that is walked along a strip. `positions` are the last durable reports by
    node, `notice` says why something could not be stored. `foreign` are the editions by others that are installed;
    those that the banker trusts are among `editions`, too. `unseen` counts the versions that brought an audience
    nothing, because others settled something among themselves.
    """

    store: Store
    board: Board
    chance: Chance
    editions: Mapping[str, Rules]
    cards: tuple[EditionCard, ...]
    foreign: Mapping[str, ForeignEdition] = field(default_factory=dict)
    bot_kinds: frozenset[str]

    lobby: Lobby
    live: LiveGame | None = None
    foreseen: Foreseen | None = None
    advice_asked: Mapping[Seat, AdviceAsked] = field(default_factory=dict)
    count: Count | None = None
    hall: HallNames = field(default_factory=HallNames)
    looked_back: LookedBack | None = None
    length: KnownLength | None = None
    lab: LabView | None = None
    lab_order: LabOrder | None = None
    pause: Pause = field(default_factory=Pause)
    held_back: TagEvent | None = None

    board_map: BoardMap = field(default_factory=BoardMap)
    stickers: Stickers = field(default_factory=Stickers)
    strips: Strips = field(default_factory=Strips)
    presence: Presence = field(default_factory=Presence)
    positions: dict[str, EventId] = field(default_factory=dict)
    wrong: Misplaced | None = None
    learning: int | None = None
    walk: Walk | None = None

    speaker: str = ""
    notice: str | None = None
    online: frozenset[int] = frozenset()
    join: JoinView = field(default_factory=lambda: JoinView("", {}))
    version: int = 0
    unseen: Mapping[Audience, int] = field(default_factory=dict)

    def track_length(self) -> int:
        """How many spaces the track has that is played on, or would be."""
        rules = self.live.game.rules if self.live is not None else self.editions[self.lobby.edition]
        return len(rules.track.spaces)

    def version_for(self, audience: Audience) -> int:
        """The version as this audience counts: without those that showed it nothing new, nor were sent to it."""
        return self.version - self.unseen.get(audience, 0)

    def show_only(self, audience: Audience) -> None:
        """The next version shows something new to this audience and nothing to others, who do not count it."""
        seats = (Audience("seat", seat) for seat in range(len(self.lobby.seats)))
        others = [one for one in (Audience("viewer"), Audience("banker"), *seats) if one != audience]
        self.unseen = {**self.unseen, **{one: self.unseen.get(one, 0) + 1 for one in others}}

    def is_at(self, moment: Moment) -> bool:
        """Whether nothing has happened in the running game since this moment."""
        return self.live is not None and self.live.moment == moment

    def settings(self) -> Settings | None:
        """By what a game would be played that began now; None while one is at the table, or none could begin."""
        lobby = self.lobby
        least, most = self.editions[lobby.edition].seats
        if lobby.game is not None or not least <= len(lobby.seats) <= most:
            return None
        return Settings(lobby.edition, lobby.house_rules, len(lobby.seats))
