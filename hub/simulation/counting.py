"""Plays single games of a laboratory and counts how they went, and what each deed cost and earned."""

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec import Struct

from hub.bots import sensible
from hub.bots.sight import Bot
from hub.domain.commands import Command
from hub.domain.deeds import PRINTED, DeedMoved, StageSet
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, seat_of
from hub.domain.ledger import RENT, MoneyMoved
from hub.domain.turns import SeatBankrupted
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.simulation.series import sentence_of
from hub.simulation.setting import Setting, playing_version
from hub.table.game.chance import Dice

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


@dataclass(frozen=True)
class _Variant:
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
