"""Requests about the evening: what is played and how, when it begins, pauses and ends."""

import logging
import secrets

import msgspec
from msgspec.structs import replace

from hub.rules.slots import Contradiction
from hub.table.changes import editions, learning, leaving, pausing, reports
from hub.table.changes.learning import guess_map
from hub.table.changes.playing import open_game, play
from hub.table.game.stored import documents_of_rules
from hub.table.interfaces.storage import GameRecord, now_ms
from hub.table.lobby import Lobby
from hub.table.requests.base import BANKER, Action, Doorkeeper, GatheringChange, LobbyChange, Sender
from hub.table.state import LOBBY, TableState, change
from hub.table.wire.audience import Ack, Refusal, TableReason, refusal
from hub.table.wire.contract import GoingSeconds, SpokenLanguage

ID_BYTES = 6
log = logging.getLogger(__name__)


class SetRealDice(LobbyChange):
    """Switch to real dice, whose faces are entered by the player who throws, or back; at any time."""

    who = (BANKER,)
    on: bool

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        return replace(lobby, real_dice=self.on)


class SetLanguage(LobbyChange):
    """Say which language the banker's tablet speaks; televisions follow it."""

    who = (BANKER,)
    language: SpokenLanguage

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        return replace(lobby, language=self.language)


class SetGoing(LobbyChange):
    """Have the hub call open auctions, this many seconds after the last bid and after each call, or not (0)."""

    who = (BANKER,)
    seconds: GoingSeconds

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        return replace(lobby, going_s=self.seconds)


class ChooseEdition(GatheringChange):
    """Choose the edition in the lobby.

    `trusted` confirms the package of a third-party edition, by the name and version that were shown (`by`).
    """

    who = (BANKER,)
    edition: str
    trusted: str = ""

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        trusting = editions.trust(table, lobby, self.edition, self.trusted)
        return trusting if isinstance(trusting, Refusal) else replace(trusting, edition=self.edition, house_rules=())


class AgreeHouseRules(GatheringChange):
    """Set the agreed house rules, in the lobby."""

    who = (BANKER,)
    house_rules: tuple[str, ...]

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        try:
            rules = table.editions[lobby.edition].with_house_rules(self.house_rules)
        except Contradiction:
            return refusal(TableReason.HOUSE_RULES_CONTRADICT)
        except KeyError:
            return refusal(TableReason.NO_SUCH_HOUSE_RULE)
        return replace(lobby, house_rules=rules.agreed)


class Begin(Action):
    """Start the game with the seats of the lobby."""

    who = (BANKER,)

    def at_the_door(self, door: Doorkeeper) -> Ack:
        """Everybody who sits there is accepted, including those who joined by themselves."""
        return door.reseat()

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        if table.live is not None:
            return refusal(TableReason.GAME_RUNNING)
        rules, count = table.editions[table.lobby.edition], len(table.lobby.seats)
        least, most = rules.seats
        if count < least:
            return refusal(TableReason.TOO_FEW_SEATS, least=least)
        if count > most:
            return refusal(TableReason.TOO_MANY_SEATS, most=most)
        names = tuple(seat.name for seat in table.lobby.seats)
        record = GameRecord(secrets.token_hex(ID_BYTES), rules.id, names, now_ms())
        live = open_game(table, record, [])
        guess_map(table)
        learning.spread(table)
        lobby = replace(table.lobby, game=record.id, edition=rules.id, enrolling=None)
        start = live.game.rules.opening.set_up(live.game, count, table.chance)
        documents = {LOBBY: msgspec.json.encode(lobby), **documents_of_rules(rules)}
        refused = play(table, start, replace(sender.origin, documents=documents))
        if refused is None:
            log.info("a game has started", extra={"game": record.id, "edition": rules.id, "seats": count})
            table.lobby = lobby
        else:
            table.live = None
        return refused


class NewGame(Action):
    """Return to the lobby with the same players; the running game stays stored."""

    who = (BANKER,)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Clear the table; what the game left is stored with it, also if it rests for another evening."""
        lobby = replace(table.lobby, game=None, edition=editions.played_again(table, table.lobby))
        refused = change(table, sender.asked, leaving.documents(table), lobby=lobby)
        if refused is None:
            table.live = table.wrong = table.held_back = None
        return refused


class Freeze(Action):
    """Freeze the game: nothing changes it until somebody goes on."""

    who = (BANKER,)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        if table.playing is None:
            return refusal(TableReason.NO_GAME)
        table.wrong = None
        return pausing.freeze(table, sender.asked)


class GoOn(Action):
    """End the pause; refused unless every piece is seen where it belongs, or `anyway` is set."""

    who = (BANKER,)
    anyway: bool = False

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        if table.live is None:
            return refusal(TableReason.NO_GAME)
        refused = pausing.go_on(table, sender.asked, anyway=self.anyway)
        reports.catch_up(table)
        return refused
