"""Handlers for the requests of browsers: lobby, commands, undo and redo, board map, the hands of a simulated board.

Permissions have been checked before (`hub.server.access.keys`); here every action is carried out, or refused because
of the table's state.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from hub.domain.commands import Throw
from hub.domain.history import Redone, Undone
from hub.domain.ids import NOBODY
from hub.rules.slots import Contradiction
from hub.table.changes import advice, designs, foreign, laboratory, open_door, pausing, reports, stickers, strips
from hub.table.changes.commits import LOBBY, change_hall, change_lobby, commit
from hub.table.changes.learning import guess_map, step
from hub.table.changes.playing import open_game, play, take_back
from hub.table.game.family_tables import documents_of_rules
from hub.table.game.live import BANKER, LiveGame
from hub.table.game.offer_numbers import as_meant
from hub.table.hall_names import HallNames, forget_name, merge_names, part_names, recall_names
from hub.table.interfaces.board import Simulator
from hub.table.interfaces.storage import Asked, Batch, GameRecord, Origin, now_ms
from hub.table.lobby import (
    Lobby,
    add_seat,
    await_tag,
    bind_tag,
    change_seat,
    move_seat,
    remove_seat,
    set_advice,
    set_bot,
    set_outlook,
    set_sums,
)
from hub.table.state import TableState
from hub.table.wire import advice_requests, over_http, requests
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Refusal, TableReason, refusal

ID_BYTES = 6
DEVICE_LENGTH_MAXIMUM = 64
CHANGING = (requests.Undo, requests.Redo, requests.RestartTurn, requests.NewGame)
"""What changes the game besides its commands."""
Doer: TypeAlias = Callable[[Any, Origin], Refusal | None]
log = logging.getLogger(__name__)


class RequestHandlers:
    """Carries out the action of a request under the table's lock; returns None, or the refusal."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._doers: dict[type, Doer] = {
            requests.Correct: lambda action, origin: play(self._state, action.correction, origin),
            requests.Undo: self._in_game(self._undo),
            requests.Redo: self._in_game(self._redo),
            requests.RestartTurn: self._in_game(self._restart_turn),
            requests.AddSeat: self._in_lobby(lambda lobby, action: add_seat(lobby, action, self._seats_maximum())),
            requests.SitDown: lambda action, origin: open_door.sit(self._state, action, origin),
            requests.Knock: lambda action, origin: open_door.knock(self._state, action, origin),
            requests.SetDoor: lambda action, origin: open_door.set_door(self._state, action, origin),
            requests.ChangeSeat: lambda action, origin: self._replace(change_seat(self._state.lobby, action), origin),
            requests.RemoveSeat: self._in_lobby(remove_seat),
            requests.MoveSeat: self._in_lobby(move_seat),
            requests.SetBot: self._set_bot,
            requests.SetSums: lambda action, origin: self._replace(set_sums(self._state.lobby, action), origin),
            requests.SetOutlook: self._set_outlook,
            advice_requests.SetAdvice: lambda action, origin: self._replace(
                set_advice(self._state.lobby, action), origin
            ),
            advice_requests.AskAdvice: lambda action, _origin: advice.ask(self._state, action),
            requests.SetRealDice: self._set_real_dice,
            requests.SetGoing: self._set_going,
            requests.MergeNames: self._in_hall(lambda names, action: merge_names(names, action, self._games())),
            requests.PartNames: self._in_hall(part_names),
            requests.ForgetName: self._in_hall(lambda names, action: forget_name(names, action, self._games())),
            requests.RecallNames: self._in_hall(recall_names),
            requests.BeSpeaker: self._be_speaker,
            requests.ChooseEdition: self._in_lobby(self._choose_edition),
            requests.AgreeHouseRules: self._in_lobby(self._agree),
            requests.Enrol: self._enrol,
            requests.Begin: self._begin,
            requests.NewGame: self._new_game,
            requests.Freeze: self._freeze,
            requests.GoOn: self._in_game(self._go_on),
            requests.StartLab: lambda action, _origin: laboratory.start(self._state, action),
            requests.StopLab: lambda _action, _origin: laboratory.stop(self._state),
            requests.Learn: lambda action, origin: step(self._state, action, origin),
            requests.Stick: lambda action, origin: stickers.stick(self._state, action, origin),
            requests.Unstick: lambda action, origin: stickers.unstick(self._state, action, origin),
            requests.Tap: lambda action, origin: stickers.tap(self._state, action, origin),
            requests.Walk: lambda action, origin: strips.walk(self._state, action, origin),
            requests.Match: lambda action, origin: strips.match(self._state, action, origin),
            requests.Unmatch: lambda action, origin: strips.unmatch(self._state, action, origin),
            requests.Hands: self._hands,
            requests.PutTag: self._put_tag,
            requests.Press: self._press,
            requests.Cable: self._cable,
            requests.UseBoard: self._use_board,
            requests.NewCode: self._new_code,
            requests.ChooseAddress: lambda _action, origin: self._keep(origin),
            requests.SignOut: self._phones,
            requests.LetIn: self._phones,
            requests.ForgetTries: lambda _action, _origin: None,  # the server counts tries in memory
            requests.SetNode: self._set_node,
            requests.Sweep: self._sweep,
            requests.UpdateNode: self._update_node,
            over_http.PutOnTable: lambda action, origin: designs.put_on_table(self._state, action.rules, origin.asked),
            over_http.CallHelp: lambda _action, origin: self._keep(origin),
        }

    def do(
        self, audience: Audience, request: requests.Request, asked: Asked, documents: Mapping[str, bytes]
    ) -> Refusal | None:
        """Carry out a request; `documents` are the server's own, which the request changes along with the table."""
        origin = Origin(asked.client, asked.id, documents=documents, asked=asked)
        if isinstance(request.action, requests.Play):
            return self._play(audience, request.action, origin)
        doer = self._doers.get(type(request.action))
        if doer is None:
            return refusal(TableReason.BAD_REQUEST)
        if isinstance(request.action, CHANGING) and pausing.is_frozen(self._state):
            return refusal(TableReason.FROZEN)
        if isinstance(request.action, requests.ChangeSeat) and audience.role == "seat" and self._state.live is not None:
            return refusal(TableReason.NOT_ALLOWED)  # only in the lobby may a phone rename its seat
        return doer(request.action, origin)

    def _play(self, audience: Audience, action: requests.Play, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        if action.prompt is not None and action.prompt != live.question_for(audience):
            return refusal(TableReason.STALE)
        typed = isinstance(action.command, Throw) and bool(action.command.faces)
        if typed and audience.role == "seat" and not self._state.lobby.real_dice:
            return refusal(TableReason.NOT_ALLOWED)
        return play(self._state, as_meant(live.game.state.shares, audience, action.command), origin)

    def _in_game(self, change: Callable[[LiveGame, Any, Origin], Refusal | None]) -> Doer:
        """A handler for a change that is only possible while a game is at the table."""

        def do(action: Any, origin: Origin) -> Refusal | None:
            live = self._state.live
            return refusal(TableReason.NO_GAME) if live is None else change(live, action, origin)

        return do

    def _undo(self, live: LiveGame, action: requests.Undo, origin: Origin) -> Refusal | None:
        moves = min(1, live.undoable()) if action.to is None else live.moves_since(action.to)
        return self._take_back(live, moves, action.seen, origin)

    def _restart_turn(self, live: LiveGame, action: requests.RestartTurn, origin: Origin) -> Refusal | None:
        return self._take_back(live, live.moves_this_turn(), action.seen, origin)

    def _take_back(self, live: LiveGame, moves: int, seen: int, origin: Origin) -> Refusal | None:
        if seen != live.undoable_for(BANKER):
            return refusal(TableReason.STALE)
        if moves == 0:
            return refusal(TableReason.NOTHING_TO_UNDO)
        return take_back(self._state, Undone(live.reach(moves)), origin)

    def _redo(self, live: LiveGame, action: requests.Redo, origin: Origin) -> Refusal | None:
        waiting = live.log_for(BANKER).redo
        if action.seen != waiting:
            return refusal(TableReason.STALE)
        if not waiting:
            return refusal(TableReason.NOTHING_TO_REDO)
        return take_back(self._state, Redone(), origin)

    def _in_lobby(self, change: Callable[[Lobby, Any], Lobby | Refusal]) -> Doer:
        """A handler for a change that is only possible in the lobby."""

        def do(action: Any, origin: Origin) -> Refusal | None:
            if self._state.live is not None:
                return refusal(TableReason.GAME_RUNNING)
            return self._replace(change(self._state.lobby, action), origin)

        return do

    def _replace(self, changed: Lobby | Refusal, origin: Origin) -> Refusal | None:
        return changed if isinstance(changed, Refusal) else change_lobby(self._state, changed, origin.asked)

    def _in_hall(self, change: Callable[[HallNames, Any], HallNames | Refusal]) -> Doer:
        """A handler for a change of the names in the hall of fame."""

        def do(action: Any, origin: Origin) -> Refusal | None:
            changed = change(self._state.hall, action)
            return changed if isinstance(changed, Refusal) else change_hall(self._state, changed, origin.asked)

        return do

    def _games(self) -> Sequence[GameRecord]:
        return self._state.store.games()

    def _keep(self, origin: Origin) -> Refusal | None:
        return commit(self._state, Batch(documents=origin.documents, asked=origin.asked))

    def _new_code(self, action: requests.NewCode, origin: Origin) -> Refusal | None:
        there = 0 <= action.seat < len(self._state.lobby.seats)
        return self._keep(origin) if there else refusal(TableReason.NO_SUCH_SEAT)

    def _phones(self, _action: requests.SignOut | requests.LetIn, origin: Origin) -> Refusal | None:
        """Store the server's document about phones; refused without one, since then there is no such phone."""
        return self._keep(origin) if origin.documents else refusal(TableReason.NO_SUCH_PHONE)

    def _set_bot(self, action: requests.SetBot, origin: Origin) -> Refusal | None:
        if action.bot is not None and action.bot not in self._state.bot_kinds:
            return refusal(TableReason.BAD_REQUEST)
        return self._replace(set_bot(self._state.lobby, action), origin)

    def _set_outlook(self, action: requests.SetOutlook, origin: Origin) -> Refusal | None:
        live = self._state.live
        over = live is not None and live.game.state.turns.winner != NOBODY
        return self._replace(set_outlook(self._state.lobby, on=action.on, over=over), origin)

    def _set_real_dice(self, action: requests.SetRealDice, origin: Origin) -> Refusal | None:
        return self._replace(msgspec.structs.replace(self._state.lobby, real_dice=action.on), origin)

    def _set_going(self, action: requests.SetGoing, origin: Origin) -> Refusal | None:
        return self._replace(msgspec.structs.replace(self._state.lobby, going_s=action.seconds), origin)

    def _be_speaker(self, action: requests.BeSpeaker, _origin: Origin) -> Refusal | None:
        if not 0 < len(action.device) <= DEVICE_LENGTH_MAXIMUM:
            return refusal(TableReason.BAD_REQUEST)
        if not (action.unless_taken and self._state.speaker):
            self._state.speaker = action.device
        return None

    def _seats_maximum(self) -> int:
        return self._state.editions[self._state.lobby.edition].seats[1]

    def _choose_edition(self, lobby: Lobby, action: requests.ChooseEdition) -> Lobby | Refusal:
        trusting = foreign.trust(self._state, lobby, action.edition, action.trusted)
        if isinstance(trusting, Refusal):
            return trusting
        return msgspec.structs.replace(trusting, edition=action.edition, house_rules=())

    def _agree(self, lobby: Lobby, action: requests.AgreeHouseRules) -> Lobby | Refusal:
        try:
            rules = self._state.editions[lobby.edition].with_house_rules(action.house_rules)
        except Contradiction:
            return refusal(TableReason.HOUSE_RULES_CONTRADICT)
        except KeyError:
            return refusal(TableReason.NO_SUCH_HOUSE_RULE)
        return msgspec.structs.replace(lobby, house_rules=rules.agreed)

    def _enrol(self, action: requests.Enrol, origin: Origin) -> Refusal | None:
        if action.seat is not None and action.uid is not None:
            if (space := self._state.stickers.on(self._state.track_length()).get(action.uid)) is not None:
                return refusal(TableReason.STICKER_TAKEN, space=space)
            return self._replace(bind_tag(self._state.lobby, action.seat, action.uid), origin)
        return self._replace(await_tag(self._state.lobby, action.seat), origin)

    def _begin(self, _action: requests.Begin, origin: Origin) -> Refusal | None:
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
        strips.spread(state)
        lobby = msgspec.structs.replace(state.lobby, game=record.id, edition=rules.id, enrolling=None)
        start = live.game.rules.opening.set_up(live.game, count, state.chance)
        documents = {LOBBY: msgspec.json.encode(lobby), **documents_of_rules(rules)}
        refused = play(state, start, msgspec.structs.replace(origin, documents=documents))
        if refused is None:
            log.info("a game has begun", extra={"game": record.id, "edition": rules.id, "seats": count})
            state.lobby = lobby
        else:
            state.live = None
        return refused

    def _new_game(self, _action: requests.NewGame, origin: Origin) -> Refusal | None:
        lobby = self._state.lobby
        lobby = msgspec.structs.replace(lobby, game=None, edition=designs.played_again(self._state, lobby))
        refused = change_lobby(self._state, lobby, origin.asked)
        if refused is None:
            self._state.live = self._state.length = None  # estimated again, with the pace of the game just played
        return refused

    def _freeze(self, _action: requests.Freeze, origin: Origin) -> Refusal | None:
        live = self._state.live
        if live is None or live.game.state.turns.winner != NOBODY:
            return refusal(TableReason.NO_GAME)
        self._state.wrong = None
        return pausing.freeze(self._state, origin.asked)

    def _go_on(self, _live: LiveGame, action: requests.GoOn, origin: Origin) -> Refusal | None:
        refused = pausing.go_on(self._state, origin.asked, anyway=action.anyway)
        reports.catch_up(self._state)
        return refused

    def _hands(self, action: requests.Hands, _origin: Origin) -> Refusal | None:
        def switch(simulator: Simulator) -> None:
            simulator.by_hand = action.by_hand

        return self._simulated(switch)

    def _put_tag(self, action: requests.PutTag, origin: Origin) -> Refusal | None:
        """Record the request first, as in `_press`: its effect may be durable before it is answered."""
        node, reader, board = action.node, action.reader, self._state.board
        if board.simulator is None:
            return refusal(TableReason.NOT_SIMULATED)
        if node is not None and node not in {known.node for known in board.nodes()}:
            return refusal(TableReason.BAD_REQUEST)
        return self._keep(origin) or self._simulated(
            lambda simulator: simulator.lift(action.uid) if node is None else simulator.place(action.uid, node, reader)
        )

    def _press(self, action: requests.Press, origin: Origin) -> Refusal | None:
        """Record the request first: if its answer is lost, it may have moved the game and must not do so again.

        Other requests to the hands need no record: repeating them puts a piece where it already lies.
        """
        if self._state.board.simulator is None:
            return refusal(TableReason.NOT_SIMULATED)
        return self._keep(origin) or self._simulated(
            lambda simulator: simulator.press(action.button, "long" if action.long else "short")
        )

    def _cable(self, action: requests.Cable, _origin: Origin) -> Refusal | None:
        return self._simulated(
            lambda simulator: simulator.replug(action.node) if action.plugged else simulator.unplug(action.node)
        )

    def _use_board(self, _action: requests.UseBoard, _origin: Origin) -> Refusal | None:
        self._state.board.use_offered()
        return None

    def _set_node(self, action: requests.SetNode, origin: Origin) -> Refusal | None:
        """Restart a node with new settings; contradictory settings never reach it."""
        board = self._state.board
        nodes = {node.node: node for node in board.nodes()}
        try:
            if not action.settings.fit(nodes[action.node].kind, strip=nodes[action.node].strip):
                return refusal(TableReason.BAD_REQUEST)
            if (refused := self._keep(origin)) is None:  # recorded first, because the node stores its settings
                board.configure(action.node, action.settings)
        except KeyError:
            return refusal(TableReason.BAD_REQUEST)
        return refused

    def _sweep(self, action: requests.Sweep, _origin: Origin) -> Refusal | None:
        try:
            self._state.board.sweep(action.node)
        except KeyError:
            return refusal(TableReason.BAD_REQUEST)
        return None

    def _update_node(self, action: requests.UpdateNode, origin: Origin) -> Refusal | None:
        """Record the request first, as for settings, so that repeating it does not update the node twice."""
        board = self._state.board
        if not any(node.node == action.node and node.link == "up" and not node.simulated for node in board.nodes()):
            return refusal(TableReason.NO_UPDATE)
        try:
            if (refused := self._keep(origin)) is None:
                board.update(action.node)
        except KeyError:
            return refusal(TableReason.NO_UPDATE)
        return refused

    def _simulated(self, do: Callable[[Simulator], None]) -> Refusal | None:
        """Do something that only a simulated board can do; refused if the node or tag does not exist."""
        simulator = self._state.board.simulator
        if simulator is None:
            return refusal(TableReason.NOT_SIMULATED)
        try:
            do(simulator)
        except (KeyError, ValueError, IndexError):
            return refusal(TableReason.BAD_REQUEST)
        return None
