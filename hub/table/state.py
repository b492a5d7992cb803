"""A table as plain data: its dependencies and its present state.

`hub.table.changes` modifies it and `hub.table.views` reads it, both only under the lock of `hub.table.table`.
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
from hub.table.wire.hindsight_views import HindsightView
from hub.table.wire.lab_views import LabQuestion, LabView
from hub.table.wire.odds_views import AdviceView, LengthView, OutlookView


class Pause(Struct, frozen=True):
    """`frozen`: `game` is suspended for the evening. `astray`: seats whose pieces have to be put back first."""

    game: str = ""
    frozen: bool = False
    astray: tuple[Seat, ...] = ()


class KnownOutlook(Struct, frozen=True):
    """The outlook of the running game at one moment (`LiveGame.moment`)."""

    moment: Moment
    outlook: OutlookView


class Count(Struct, frozen=True):
    """The hub's next call in the open auction (`automatic.auctioneer`), and when it is due by the monotonic clock.

    `since` identifies the bid or call that it follows, as everybody knows it; the time changes only with it.
    """

    command: HubCommand
    since: tuple[str, str, Lot, int, int]
    due_s: float


class AdviceAsked(Struct, frozen=True):
    """A seat's request for advice at a moment, as it sees it, about an `offer` of trade or (0) the open question.

    `found` is None until the advice is known.
    """

    moment: Moment
    offer: int = 0
    found: AdviceView | None = None


class LightWalk(Struct, frozen=True):
    """The light of a node's strip that glows until people have said at which space it is; `space` is the next one."""

    node: str
    space: Space
    light: int


class LookedBack(Struct, frozen=True):
    """The progress of hindsight on a finished game, in percent, and finally its findings."""

    moment: Moment
    percent: int = 0
    found: HindsightView | None = None


class Settings(Struct, frozen=True):
    """The settings of a game that could begin now: edition, agreed house rules, number of players."""

    edition: str
    house_rules: tuple[str, ...]
    seats: int


class LabOrder(Struct, frozen=True, eq=False):
    """An order for the laboratory, with the edition without house rules. Compared by identity, not by content."""

    question: LabQuestion
    edition: Rules


class KnownLength(Struct, frozen=True):
    """How long a game with these settings takes."""

    settings: Settings
    length: LengthView


@dataclass(slots=True, kw_only=True, eq=False)
class TableState:
    """First the table's dependencies, then who sits there and what they play, then what is known of the board.

    `known_outlook` is the newest outlook and `looked_back` the newest hindsight, either perhaps of an earlier moment;
    `length` is the newest estimate, perhaps for other settings; `advice_asked` are the seats' latest requests for
    advice, perhaps of earlier moments. `lab` is None where there is no laboratory; `lab_order` is what it works on.
    `hall` says which names the hall of fame merges or forgets. `pause` is as stored, perhaps of another game
    (`changes.pausing`); `held_back` is an arrival that counts once the pause is over. `wrong` is the piece that was put
    on a wrong space, `learning` the space whose reader is being learnt, `walk` the light that is walked along a strip.
    `positions` has the last durable report of each node; `notice` says why something could not be stored. `foreign`
    are the installed editions by others; those that the banker trusts are in `editions` as well. `unseen` counts, by
    audience, the versions that showed it nothing new, because others dealt in private.
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
    known_outlook: KnownOutlook | None = None
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
    walk: LightWalk | None = None

    speaker: str = ""
    notice: str | None = None
    online: frozenset[int] = frozenset()
    join: JoinView = field(default_factory=lambda: JoinView("", {}))
    version: int = 0
    unseen: Mapping[Audience, int] = field(default_factory=dict)

    def track_length(self) -> int:
        """The number of spaces of the track in play, or of the edition chosen in the lobby."""
        rules = self.live.game.rules if self.live is not None else self.editions[self.lobby.edition]
        return len(rules.track.spaces)

    def seats_maximum(self) -> int:
        """How many may play the edition chosen in the lobby."""
        return self.editions[self.lobby.edition].seats[1]

    def version_for(self, audience: Audience) -> int:
        """The version as this audience counts it, without those that showed it nothing new and were not sent to it."""
        return self.version - self.unseen.get(audience, 0)

    def show_only(self, audience: Audience) -> None:
        """Have all other audiences skip the next version, since it shows only this audience something new."""
        seats = (Audience("seat", seat) for seat in range(len(self.lobby.seats)))
        others = [one for one in (Audience("viewer"), Audience("banker"), *seats) if one != audience]
        self.unseen = {**self.unseen, **{one: self.unseen.get(one, 0) + 1 for one in others}}

    def is_at(self, moment: Moment) -> bool:
        """Whether nothing has happened in the running game since this moment."""
        return self.live is not None and self.live.moment == moment

    def settings(self) -> Settings | None:
        """The settings of a game that could begin now; None while a game is at the table, or if none could begin."""
        lobby = self.lobby
        least, most = self.editions[lobby.edition].seats
        if lobby.game is not None or not least <= len(lobby.seats) <= most:
            return None
        return Settings(lobby.edition, lobby.house_rules, len(lobby.seats))
