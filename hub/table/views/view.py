"""The whole view for one audience, made from the lobby, the running game and the board.

Nothing else reads a state for a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TypeAlias

import msgspec
from msgspec import Struct

from hub.domain.bidding import own_bid
from hub.domain.decks import release_cards
from hub.domain.ids import NOBODY, POT
from hub.domain.state import State
from hub.domain.tickets import tickets_of
from hub.rules.ports import Rules
from hub.table.board.drift import drift
from hub.table.game.live import LiveGame
from hub.table.lobby import Lobby
from hub.table.state import TableState
from hub.table.views.at_rest import at_rest
from hub.table.views.market import market_view
from hub.table.views.options import free_view, offers_view, prompt_view, trade_open
from hub.table.views.stops import stops
from hub.table.wire.audience import Audience
from hub.table.wire.contract import (
    BoardView,
    DeedView,
    EditionCard,
    HouseRuleCard,
    JoinView,
    PauseView,
    Phase,
    SeatView,
    View,
)

ViewReader: TypeAlias = Callable[[Audience], View]
"""Makes the view of an audience, as of one moment."""


class ViewContext(Struct, kw_only=True):
    """What a view is made from, all of it as of one moment."""

    version: int
    lobby: Lobby
    live: LiveGame | None
    cards: tuple[EditionCard, ...]
    tables: str
    board: BoardView
    url: str
    urls: tuple[str, ...]
    codes: Mapping[str, str]
    online: frozenset[int]
    notice: str | None
    speaker: str
    pause: PauseView | None


def view_context(state: TableState, pause: PauseView | None) -> ViewContext:
    """What views are made from, as of now; `pause` is what everybody sees of it."""
    live = state.live
    return ViewContext(
        version=state.version,
        lobby=state.lobby,
        live=live,
        cards=state.cards,
        tables=(live.game.rules if live else state.editions[state.lobby.edition]).track.printing.digest,
        board=board_view(state),
        url=state.url,
        urls=state.urls,
        codes=state.codes,
        online=state.online,
        notice=state.notice,
        speaker=state.speaker,
        pause=pause,
    )


def view(context: ViewContext, audience: Audience) -> View:
    """The view of one audience."""
    live, lobby = context.live, context.lobby
    state = live.game.state if live else None
    playing = live is not None and phase(live) == "playing"
    codes = dict(context.codes) if audience.role == "banker" else {}
    shown = View(
        version=context.version,
        role=audience.role,
        you=audience.seat,
        phase=phase(live),
        game=lobby.game,
        edition=lobby.edition,
        editions=context.cards,
        seats=tuple(_seat(context, index, state) for index in range(len(lobby.seats))),
        deeds=_deeds(state) if state else (),
        on_turn=state.turns.seat if state else NOBODY,
        turn=state.turns.number if state else 0,
        faces=state.turns.shown if state else (),
        pot=state.ledger.balances[POT] if state else 0,
        winner=state.turns.winner if state else NOBODY,
        prompt=prompt_view(live.game, live.question, audience) if live and playing else None,
        free=free_view(live.game, audience) if live and playing else (),
        offers=offers_view(live.game, audience) if live and playing else (),
        trade=trade_open(live.game) if live and playing else False,
        feed=live.feed(audience) if live else (),
        undo=live.undoable() if live else 0,
        redo=len(live.effective.redo) if live else 0,
        board=context.board,
        join=JoinView(context.url, codes, context.urls if audience.role == "banker" else ()),
        notice=context.notice,
        tables=context.tables,
        speaker=context.speaker,
        house_rules=live.game.rules.agreed if live else lobby.house_rules,
        round=state.turns.round if state else 1,
        stock=dict(state.supply.stock) if state else {},
        tickets=len(state.tickets.pile) if state else 0,
        stops=stops(live.game) if live and playing else (),
        market=market_view(live.game, audience) if live else None,
        own_bid=own_bid(state, audience.seat)
        if state and audience.role == "seat" and audience.seat is not None
        else None,
        streak=state.turns.streak if state else 0,
    )
    return at_rest(shown, context.pause)


def phase(live: LiveGame | None) -> Phase:
    """Lobby, playing or over."""
    if live is None:
        return "lobby"
    return "playing" if live.game.state.turns.winner == NOBODY else "over"


def board_view(state: TableState) -> BoardView:
    """The electronics at a glance; drift is only told while every node is there to see the pieces."""
    nodes, live, simulator = state.board.nodes(), state.live, state.board.simulator
    up = [node for node in nodes if node.link == "up"]
    complete = bool(nodes) and len(up) == len(nodes)
    adrift = drift(live.game.state, state.lobby, state.board_map, state.presence) if live and complete else ()
    delays = [node.rtt_ms for node in up if node.rtt_ms is not None]
    return BoardView(
        state="none" if not nodes else "up" if complete else "partly" if up else "lost",
        simulated=any(node.simulated for node in nodes),
        by_hand=bool(simulator and simulator.by_hand),
        kind="side" if any(node.kind == "side" for node in nodes) else "starter",
        rtt_ms=max(delays) if delays else None,
        drift=tuple(adrift),
        unknown_tags=tuple(uid for uid in state.presence.uids() if state.lobby.seat_of(uid) is None),
        enrolling=state.lobby.enrolling,
        wrong=state.wrong,
    )


def card(rules: Rules) -> EditionCard:
    """An edition as the lobby offers it."""
    offered = tuple(HouseRuleCard(rule.id, rule.values, rule.usual) for rule in rules.house_rules)
    return EditionCard(rules.id, *rules.seats, offered, bool(rules.track.printing.digest))


def _seat(context: ViewContext, index: int, state: State | None) -> SeatView:
    seat = context.lobby.seats[index]
    look = SeatView(
        seat=index,
        name=seat.name,
        colour=seat.colour,
        shape=seat.shape,
        tag=seat.tag,
        online=index in context.online,
        bot=seat.bot,
        sums=seat.sums,
    )
    if context.live is None or state is None:
        return look
    game = context.live.game
    return msgspec.structs.replace(
        look,
        balance=state.ledger.balances[index],
        space=state.pieces.spaces[index],
        misses=state.custody.missed[index],
        out=state.turns.out[index],
        release_cards=tuple(deck for deck, _ in release_cards(state, index)),
        tickets=len(tickets_of(state, index)),
        arrived=state.pieces.arrived[index],
        owed=state.credit.owed[index],
        credit_limit=game.rules.debts.limit(game, index),
        skips=state.turns.skips[index],
    )


def _deeds(state: State) -> tuple[DeedView, ...]:
    deeds = state.deeds
    return tuple(
        DeedView(deed, deeds.owner[deed], deeds.mortgaged[deed], deeds.stage[deed])
        for deed in sorted(chain.from_iterable(deeds.hands))
    )
