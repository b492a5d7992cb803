"""The question of a laboratory: the setting that all its games share, the variants to compare, and how each game went.

Other code plays other games, so games of different versions are never mixed: a version is a digest of the hub's rules,
tables and bots, and of the package of a third-party edition.
"""

import hashlib
import pickle
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from msgspec import Struct

from hub.bots import sensible
from hub.bots.sight import Bot
from hub.domain.commands import Command
from hub.domain.deeds import PRINTED, DeedMoved, StageSet
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, seat_of
from hub.domain.ledger import RENT, MoneyMoved
from hub.domain.turns import SeatBankrupted
from hub.editions import EDITIONS
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.simulation.series import sentence_of
from hub.table.game.chance import Dice
from hub.table.interfaces.foreign import GROUP

Variant: TypeAlias = tuple[str, ...]
"""House rules in force, as games store them; none are the printed rules."""

PLAYING = ("domain", "rules", "editions", "bots", "simulation", "table/game/chance.py")
"""The parts of the hub by which a game, and what is counted of it, becomes what it is."""

OURS = "bankhalter"
REQUIRED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
INSTALLED = re.compile(r".*\.(?:dist|egg)-info|__pycache__|__editable__.*|.*\.(?:pth|pyc)|\.\.")
"""Names in a package's list of files that only tell how it was installed, or come of its having run."""


class Setting(Struct, frozen=True):
    """What must be equal for games to be comparable. `tables` identifies a family's own, `version` rules and bots."""

    edition: str
    tables: str
    seats: int
    seed: str
    turns_maximum: int
    version: str


class Laboratory(Struct, frozen=True, dict=True):
    """A setting, and the edition under each variant; the first are the rules that the others are compared with."""

    setting: Setting
    rules: tuple[Rules, ...]

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple([rules.agreed for rules in self.rules])

    @cached_property
    def packed(self) -> tuple[bytes, ...]:
        return tuple([pickle.dumps((self.setting, rules), pickle.HIGHEST_PROTOCOL) for rules in self.rules])


def laboratory(rules: Rules, variants: Sequence[Variant], seats: int, seed: str, turns_maximum: int) -> Laboratory:
    """The variants of one edition. Raises KeyError as `Rules.with_house_rules` does."""
    setting = Setting(rules.id, rules.track.printing.digest, seats, seed, turns_maximum, playing_version(rules.id))
    return Laboratory(setting, tuple([rules.with_house_rules(variant) for variant in variants]))


@cache
def playing_version(edition: str) -> str:
    """The version of the hub, and a digest of all that plays this edition in this process."""
    digest = hashlib.sha256()
    for name, file in (*_own(), *_foreign(edition)):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    for required in sorted(_required(edition)):
        digest.update(required.encode() + b"\0")
    return f"{metadata.version(OURS)}+{digest.hexdigest()[:12]}"


def _own() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).resolve().parents[1]
    for part in PLAYING:
        place = package / part
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.suffix in {".py", ".csv"}:
                yield file.relative_to(package).as_posix(), file


def _foreign(edition: str) -> Iterator[tuple[str, Path]]:
    """All files of the package that declares an edition, by names that are the same wherever it is installed."""
    for entry in _entries(edition):
        yield from sorted({**dict(_listed(entry)), **dict(_imported(entry))}.items())


def _listed(entry: metadata.EntryPoint) -> Iterator[tuple[str, Path]]:
    """The files that were installed; of one that is installed as a link to its sources these are none."""
    for file in (entry.dist.files or ()) if entry.dist is not None else ():
        path = Path(str(file.locate()))
        if not any(map(INSTALLED.fullmatch, file.parts)) and path.is_file():
            yield file.as_posix(), path


def _imported(entry: metadata.EntryPoint) -> Iterator[tuple[str, Path]]:
    """The files beside the module that is imported; finding it runs nothing."""
    spec = find_spec(entry.module.partition(".")[0])
    if spec is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        for file in sorted(folder.rglob("*")):
            name = PurePosixPath(folder.name, file.relative_to(folder).as_posix())
            if not any(map(INSTALLED.fullmatch, name.parts)) and file.is_file():
                yield str(name), file
    if spec.submodule_search_locations is None and spec.origin is not None:
        yield Path(spec.origin).name, Path(spec.origin)


def _required(edition: str) -> set[str]:
    """What such a package needs besides us, and what that needs, each with its version as far as it is installed."""
    seen, left = {OURS}, [dist for entry in _entries(edition) if (dist := entry.dist) is not None]
    found = set[str]()
    while left:
        for wish in left.pop().requires or ():
            name = REQUIRED.match(wish)
            if name is None or name[0] in seen:
                continue
            seen.add(name[0])
            try:
                dist = metadata.distribution(name[0])
            except metadata.PackageNotFoundError:
                continue
            found.add(f"{name[0]} {dist.version}")
            left.append(dist)
    return found


def _entries(edition: str) -> list[metadata.EntryPoint]:
    """By whom an edition is declared; ours never are."""
    if edition in EDITIONS:
        return []
    return [entry for entry in metadata.entry_points(group=GROUP) if entry.name == edition]


BUYING = frozenset({"purchase", "auction", "auction_bid", "commission"})
"""For what people pay when they get a deed that was the bank's."""

UNDECIDED = -1
"""The place of the winner of a game that did not end."""


class DeedCount(Struct, array_like=True, gc=False):
    """A deed in one game: how often the bank sold it, what was paid to buy and build on it, the rent it earned.

    `built` are the stages put up, `owned` the turns of the table during which it had an owner.
    """

    sold: int = 0
    spent: int = 0
    earned: int = 0
    built: int = 0
    owned: int = 0


class LabGame(Struct, array_like=True, frozen=True):
    """One game. `place` is the winner's in turn order, from 0 for who was first; `bankrupt` when people went out.

    `deeds` are in track order; `fault` says what broke the game off, a game that merely did not end has none.
    """

    variant: tuple[str, ...]
    number: int
    turns: int
    place: int
    bankrupt: tuple[int, ...]
    deeds: tuple[DeedCount, ...]
    fault: str = ""

    @property
    def ended(self) -> bool:
        return self.place != UNDECIDED


class WrongVersion(Exception):
    """A worker process has other rules or bots than the process that sent the work."""


class _Variant(Struct, frozen=True):
    setting: Setting
    rules: Rules
    maker: Callable[[str], Bot]


def play_games(packed: bytes, numbers: range) -> list[LabGame]:
    variant = _unpacked(packed)
    return [_played(variant, number) for number in numbers]


@lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> _Variant:
    setting: Setting
    rules: Rules
    try:
        setting, rules = pickle.loads(packed)  # noqa: S301 our own bytes
    except (ImportError, AttributeError) as error:
        raise WrongVersion(f"this process cannot load the edition: {error}") from error
    if setting.version != (own := playing_version(rules.id)):
        raise WrongVersion(f"who asks plays by {setting.version}, this process by {own}")
    return _Variant(setting, rules, sensible(rules))


def _played(variant: _Variant, number: int) -> LabGame:
    setting, rules = variant.setting, variant.rules
    luck, count = f"{setting.seed}/{number}", GameCount(rules)
    bots = [variant.maker(f"{luck}/{seat}") for seat in range(setting.seats)]
    player, fault = Player(rules, bots, Dice(luck), count.noted), ""
    try:
        player.play(setting.turns_maximum)
    except BotFault as raised:
        fault = str(raised)
    except Exception as error:  # noqa: BLE001 one broken game is counted, and the others are played
        fault = sentence_of(error)
    turns = player.game.state.turns
    place = UNDECIDED
    if turns.winner != NOBODY:
        place = (seat_of(turns.winner) - seat_of(turns.first)) % setting.seats
    return LabGame(rules.agreed, number, turns.number, place, tuple(count.bankrupt), count.deeds(turns.number), fault)


class GameCount:
    """Counts the facts of a game as they happen."""

    def __init__(self, rules: Rules) -> None:
        self.bankrupt: list[int] = []
        self._rules = rules
        self._of = {space: DeedCount() for space in sorted(rules.track.deeds)}
        self._since: dict[int, int] = {}
        self._look: Mapping[type[Fact], Callable[[Any, int], None]] = {
            MoneyMoved: self._paid,
            DeedMoved: self._moved,
            StageSet: self._built,
            SeatBankrupted: lambda _fact, turn: self.bankrupt.append(turn),
        }

    def noted(self, game: Game, _command: Command, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            look = self._look.get(type(fact))
            if look is not None:
                look(fact, game.state.turns.number)

    def deeds(self, turn: int) -> tuple[DeedCount, ...]:
        """The counts, if the game ends in this turn."""
        for space, since in self._since.items():
            self._of[space].owned += turn - since
        self._since.clear()
        return tuple(self._of.values())

    def _paid(self, fact: MoneyMoved, _turn: int) -> None:
        if fact.purpose.startswith(RENT):
            self._of[fact.inputs["deed"]].earned += fact.amount
        elif fact.purpose in BUYING:
            self._of[fact.inputs["deed"]].spent += fact.amount

    def _moved(self, fact: DeedMoved, turn: int) -> None:
        if fact.source == NOBODY and fact.target != NOBODY:
            self._of[fact.deed].sold += 1
            self._since[fact.deed] = turn
        elif fact.target == NOBODY and fact.deed in self._since:
            self._of[fact.deed].owned += turn - self._since.pop(fact.deed)

    def _built(self, fact: StageSet, _turn: int) -> None:
        stages = fact.stage - fact.before
        if stages > 0:
            price = self._rules.track.deeds[fact.deed].house_price if fact.paid == PRINTED else fact.paid
            self._of[fact.deed].built += stages
            self._of[fact.deed].spent += stages * price
