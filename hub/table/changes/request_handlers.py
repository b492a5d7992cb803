"""What browsers ask for, beside and around the rules.

The lobby, undo and redo, the board map, a simulated board's hands. Who may ask for what was settled before
(`hub.server.access.keys`); here every action is possible or refused by the table's own situation.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from hub.domain.history import Redone, Undone
from hub.domain.ids import NOBODY
from hub.table.board.board_map import BoardMap
from hub.table.changes import pausing, reports
from hub.table.changes.commits import LOBBY, change_lobby, change_map
from hub.table.changes.learning import guess_map, learn_next
from hub.table.changes.playing import open_game, play, take_back
from hub.table.game.family_tables import documents_of_rules
from hub.table.lobby import Lobby, add_seat, await_tag, bind_tag, change_seat, move_seat, remove_seat, set_bot, set_sums
from hub.table.ports.board import Simulator
from hub.table.ports.storage import GameRecord, Origin, now_ms
from hub.table.state import TableState
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import (
    AddSeat,
    AgreeHouseRules,
    Begin,
    BeSpeaker,
    Cable,
    ChangeSeat,
    ChooseEdition,
    Correct,
    Enrol,
    Freeze,
    GoOn,
    Hands,
    Learn,
    MoveSeat,
    NewGame,
    Play,
    Press,
    PutTag,
    Redo,
    RemoveSeat,
    Request,
    RestartTurn,
    SetBot,
    SetSums,
    Undo,
)

ID_BYTES = 6
DEVICE_LENGTH_MAXIMUM = 64
CHANGING = (Undo, Redo, RestartTurn, NewGame)
"""What changes the game beside its commands."""
log = logging.getLogger(__name__)


class RequestHandlers:
    """Carries out the action of a request under the lock of the table; returns None or why not."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._doers: dict[type, Callable[[Any, Origin], Refusal | None]] = {
            Play: self._play,
            Correct: lambda action, origin: play(self._state, action.correction, origin),
            Undo: self._undo,
            Redo: self._redo,
            RestartTurn: self._restart_turn,
            AddSeat: self._in_lobby(lambda lobby, action: add_seat(lobby, action, self._seats_maximum())),
            ChangeSeat: self._change_seat,
            RemoveSeat: self._in_lobby(remove_seat),
            MoveSeat: self._in_lobby(move_seat),
            SetBot: self._set_bot,
            SetSums: lambda action, _origin: self._replace(set_sums(self._state.lobby, action)),
            BeSpeaker: self._be_speaker,
            ChooseEdition: self._in_lobby(self._choose_edition),
            AgreeHouseRules: self._in_lobby(self._agree),
            Enrol: self._enrol,
            Begin: self._begin,
            NewGame: self._new_game,
            Freeze: self._freeze,
            GoOn: self._go_on,
            Learn: self._learn,
            Hands: self._hands,
            PutTag: self._put_tag,
            Press: self._press,
            Cable: self._cable,
        }

    def do(self, audience: Audience, request: Request) -> Refusal | None:
        """Carry out a request."""
        doer = self._doers.get(type(request.action))
        if doer is None:
            return refusal(TableReason.BAD_REQUEST)
        if isinstance(request.action, CHANGING) and pausing.is_frozen(self._state):
            return refusal(TableReason.FROZEN)
        return doer(request.action, Origin(audience.actor, request.id))

    def _play(self, action: Play, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is not None and action.prompt is not None and action.prompt != live.question:
            return refusal(TableReason.STALE)
        return play(self._state, action.command, origin)

    def _undo(self, action: Undo, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        moves = min(1, live.undoable()) if action.to is None else live.moves_since(action.to)
        return self._take_back(moves, action.seen, origin)

    def _restart_turn(self, action: RestartTurn, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        return self._take_back(live.moves_this_turn(), action.seen, origin)

    def _take_back(self, moves: int, seen: int, origin: Origin) -> Refusal | None:
        live = self._state.live
        assert live is not None
        if seen != live.undoable():
            return refusal(TableReason.STALE)
        if moves == 0:
            return refusal(TableReason.NOTHING_TO_UNDO)
        return take_back(self._state, Undone(live.reach(moves)), origin)

    def _redo(self, action: Redo, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        if action.seen != len(live.effective.redo):
            return refusal(TableReason.STALE)
        if not live.effective.redo:
            return refusal(TableReason.NOTHING_TO_REDO)
        return take_back(self._state, Redone(), origin)

    def _in_lobby(self, change: Callable[[Lobby, Any], Lobby | Refusal]) -> Callable[[Any, Origin], Refusal | None]:
        """A change that is only possible while no game runs."""

        def do(action: Any, _origin: Origin) -> Refusal | None:
            if self._state.live is not None:
                return refusal(TableReason.GAME_RUNNING)
            return self._replace(change(self._state.lobby, action))

        return do

    def _replace(self, changed: Lobby | Refusal) -> Refusal | None:
        return changed if isinstance(changed, Refusal) else change_lobby(self._state, changed)

    def _change_seat(self, action: ChangeSeat, _origin: Origin) -> Refusal | None:
        return self._replace(change_seat(self._state.lobby, action))

    def _set_bot(self, action: SetBot, _origin: Origin) -> Refusal | None:
        if action.bot is not None and action.bot not in self._state.bot_kinds:
            return refusal(TableReason.BAD_REQUEST)
        return self._replace(set_bot(self._state.lobby, action))

    def _be_speaker(self, action: BeSpeaker, _origin: Origin) -> Refusal | None:
        if not 0 < len(action.device) <= DEVICE_LENGTH_MAXIMUM:
            return refusal(TableReason.BAD_REQUEST)
        self._state.speaker = action.device
        return None

    def _seats_maximum(self) -> int:
        return self._state.editions[self._state.lobby.edition].seats[1]

    def _choose_edition(self, lobby: Lobby, action: ChooseEdition) -> Lobby | Refusal:
        if action.edition not in self._state.editions:
            return refusal(TableReason.NO_SUCH_EDITION)
        return msgspec.structs.replace(lobby, edition=action.edition, house_rules=())

    def _agree(self, lobby: Lobby, action: AgreeHouseRules) -> Lobby | Refusal:
        try:
            rules = self._state.editions[lobby.edition].with_house_rules(action.house_rules)
        except KeyError:
            return refusal(TableReason.NO_SUCH_HOUSE_RULE)
        return msgspec.structs.replace(lobby, house_rules=rules.agreed)

    def _enrol(self, action: Enrol, _origin: Origin) -> Refusal | None:
        if action.seat is not None and action.uid is not None:
            return self._replace(bind_tag(self._state.lobby, action.seat, action.uid))
        return self._replace(await_tag(self._state.lobby, action.seat))

    def _begin(self, _action: Begin, origin: Origin) -> Refusal | None:
        state = self._state
        if state.live is not None:
            return refusal(TableReason.GAME_RUNNING)
        rules, count = state.editions[state.lobby.edition], len(state.lobby.seats)
        least, most = rules.seats
        if count < least:
            return refusal(TableReason.TOO_FEW_SEATS, least=least)
        if count > most:
            return refusal(TableReason.TOO_MANY_SEATS, most=most)
        record = GameRecord(
            secrets.token_hex(ID_BYTES), rules.id, tuple(seat.name for seat in state.lobby.seats), now_ms()
        )
        live = open_game(state, record, [])
        guess_map(state)
        lobby = msgspec.structs.replace(state.lobby, game=record.id, enrolling=None)
        start = live.game.rules.opening.set_up(live.game, count, state.chance)
        documents = {LOBBY: msgspec.json.encode(lobby), **documents_of_rules(rules)}
        refused = play(state, start, Origin(origin.actor, origin.request, documents=documents))
        if refused is None:
            log.info("a game has begun", extra={"game": record.id, "edition": rules.id, "seats": count})
            state.lobby = lobby
        else:
            state.live = None
        return refused

    def _new_game(self, _action: NewGame, _origin: Origin) -> Refusal | None:
        refused = change_lobby(self._state, msgspec.structs.replace(self._state.lobby, game=None))
        if refused is None:
            self._state.live = None
        return refused

    def _freeze(self, _action: Freeze, _origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None or live.game.state.turns.winner != NOBODY:
            return refusal(TableReason.NO_GAME)
        self._state.wrong = None
        return pausing.freeze(self._state)

    def _go_on(self, action: GoOn, _origin: Origin) -> Refusal | None:
        if self._state.live is None:
            return refusal(TableReason.NO_GAME)
        refused = pausing.go_on(self._state, anyway=action.anyway)
        reports.catch_up(self._state)
        return refused

    def _learn(self, action: Learn, _origin: Origin) -> Refusal | None:
        state = self._state
        match action.step:
            case "start":
                state.learning = 0
            case "skip":
                learn_next(state)
            case "stop":
                state.learning = None
            case "forget":
                state.learning = None
                return change_map(state, BoardMap())
        return None

    def _hands(self, action: Hands, _origin: Origin) -> Refusal | None:
        def switch(simulator: Simulator) -> None:
            simulator.by_hand = action.by_hand

        return self._simulated(switch)

    def _put_tag(self, action: PutTag, _origin: Origin) -> Refusal | None:
        if action.node is None:
            return self._simulated(lambda simulator: simulator.lift(action.uid))
        node, reader = action.node, action.reader
        return self._simulated(lambda simulator: simulator.place(action.uid, node, reader))

    def _press(self, action: Press, _origin: Origin) -> Refusal | None:
        return self._simulated(lambda simulator: simulator.press(action.button, "long" if action.long else "short"))

    def _cable(self, action: Cable, _origin: Origin) -> Refusal | None:
        return self._simulated(
            lambda simulator: simulator.replug(action.node) if action.plugged else simulator.unplug(action.node)
        )

    def _simulated(self, do: Callable[[Simulator], None]) -> Refusal | None:
        """Something only a simulated board can do. A node or tag that does not exist is refused."""
        simulator = self._state.board.simulator
        if simulator is None:
            return refusal(TableReason.NOT_SIMULATED)
        try:
            do(simulator)
        except (KeyError, ValueError, IndexError):
            return refusal(TableReason.BAD_REQUEST)
        return None
