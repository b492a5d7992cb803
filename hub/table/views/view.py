"""The whole view for one audience, computed from the lobby, the running game and the board.

No other code reads a state on behalf of a browser.
"""

import time
from collections.abc import Callable
from copy import copy
from itertools import accumulate, chain
from typing import TypeAlias

import msgspec
from msgspec import Struct, structs

from hub.domain.auctions import CallLot, own_bid
from hub.domain.decks import release_cards, tickets_of
from hub.domain.ids import NOBODY, POT, Space, seat_of
from hub.domain.state import State
from hub.domain.tasks import AdvancePending, ThrowAgainPending
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.table.board.board_map import too_short
from hub.table.board.lights import glows
from hub.table.board.pieces import drift
from hub.table.game.live import LiveGame
from hub.table.interfaces.board import is_random
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.state import TableState
from hub.table.views.options import free_view, market_view, offers_view, prompt_view, trade_open
from hub.table.wire import contract
from hub.table.wire.audience import Audience
from hub.table.wire.contract import GoingView, JoinView, PauseView, View

ViewReader: TypeAlias = Callable[[Audience], contract.View]
"""Makes the view of an audience, as of one moment."""


class ViewContext(Struct):
    """The inputs of a view, all as of one moment: `table` is a copy that does not change."""

    table: TableState
    board: contract.BoardView
    pause: contract.PauseView | None


def view_context(state: TableState, pause: contract.PauseView | None) -> ViewContext:
    """The inputs of views as of now; `pause` is the pause as everybody sees it."""
    return ViewContext(copy(state), board_view(state), pause)


def view(context: ViewContext, audience: Audience) -> contract.View:
    table, live, lobby = context.table, context.table.live, context.table.lobby
    state = live.game.state if live else None
    rules = live.game.rules if live else table.editions[lobby.edition]
    shown = table.view(
        version=table.version_for(audience),
        role=audience.role,
        you=audience.seat,
        phase=phase(live),
        game=lobby.game,
        edition=lobby.edition,
        editions=table.cards,
        seats=tuple(_seat(context, index, state) for index in range(len(lobby.seats))),
        board=context.board,
        join=_join(table.join, audience),
        notice=table.notice,
        tables=rules.track.printing.digest,
        speaker=table.speaker,
        house_rules=live.game.rules.agreed if live else lobby.house_rules,
        middle=POT in rules.routes.values(),
        going_s=lobby.going_s,
        real_dice=lobby.real_dice,
        language=lobby.language,
        open_door=lobby.open_door,
        hall=table.hall.changes,
        **{name: field.shown(table, audience) for name, field in table.fields.items()},
    )
    return at_rest(shown if live is None else _with_game(shown, table, live, audience), context.pause)


def _with_game(shown: View, table: TableState, live: LiveGame, audience: Audience) -> View:
    game, state = live.game, live.game.state
    mine = audience.seat if audience.role == "seat" else None
    shown = structs.replace(
        shown,
        deeds=_deeds(state),
        on_turn=state.turns.seat,
        turn=state.turns.number,
        faces=state.turns.shown,
        pot=state.ledger.balances[POT],
        winner=state.turns.winner,
        feed=live.feed(audience),
        undo=live.undoable_for(audience),
        redo=live.log_for(audience).redo,
        round=state.turns.round,
        stock=dict(state.supply.stock),
        tickets=len(state.tickets.pile),
        market=market_view(game, audience),
        own_bid=None if mine is None else own_bid(state, mine),
        own_maximum=None if mine is None else live.own_maximum(mine, _joined_ms(table.join, mine)),
        streak=state.turns.streak,
    )
    if shown.phase != "playing":
        return shown
    return structs.replace(
        shown,
        prompt=prompt_view(game, live.question_for(audience), audience, table.wrong),
        free=free_view(live, audience),
        offers=offers_view(game, audience),
        trade=trade_open(game),
        stops=stops(game),
        going=going_view(table, time.monotonic()),
    )


def _join(join: JoinView, audience: Audience) -> JoinView:
    """The part of `join` that an audience may see: the banker all, a seat its own phones, everybody the address."""
    if audience.role == "banker":
        return join
    phones = {seat: phones for seat, phones in join.phones.items() if seat == str(audience.seat)}
    return JoinView(join.url, {}, phones=phones, named=join.named)


def _joined_ms(join: JoinView, seat: int) -> int:
    """When the newest phone got onto a seat; those that wait to be let in are not there yet."""
    return max((phone.since_ms for phone in join.phones.get(str(seat), ()) if phone.state != "waiting"), default=0)


def phase(live: LiveGame | None) -> contract.Phase:
    if live is None:
        return "lobby"
    return "playing" if live.game.state.turns.winner == NOBODY else "over"


def board_view(state: TableState) -> contract.BoardView:
    """The board at a glance; drift is only shown while all nodes are connected, since only they see the pieces."""
    nodes, live, simulator = state.board.nodes(), state.live, state.board.simulator
    up = [node for node in nodes if node.link == "up"]
    complete = bool(nodes) and len(up) == len(nodes)
    adrift = drift(live.game.state, state.lobby, state.board_map, state.presence) if live and complete else ()
    length = state.track_length()
    uids = state.presence.uids()
    return contract.BoardView(
        state="none" if not nodes else "up" if complete else "partly" if up else "lost",
        sought=state.board.sought,
        offered=bool(state.board.offered),
        simulated=any(node.simulated for node in nodes),
        by_hand=bool(simulator and simulator.by_hand),
        kind="side" if any(node.kind == "side" for node in nodes) else "starter",
        drift=tuple(adrift),
        unknown_tags=tuple(
            uid
            for uid in uids
            if state.lobby.seat_of(uid) is None and state.bound_to(uid) is None and not is_random(uid)
        ),
        random_tag=any(map(is_random, uids)),
        enrolling=state.lobby.enrolling,
        wrong=state.wrong,
        dark=_is_dark(state),
        short=None if state.board_map.complete(length) else too_short(nodes, length),
    )


def _is_dark(state: TableState) -> bool:
    """Whether a piece has to be advanced to a space that cannot glow."""
    task = state.live.game.state.agenda.task if state.live else None
    if not isinstance(task, AdvancePending):
        return False
    length = state.track_length()
    return not glows(task.space, length, state.board_map, state.strips, state.board.nodes())


def card(rules: Rules, by: str = "") -> contract.EditionCard:
    """An edition as the lobby offers it; for a third-party one with its package (`by`) and its own names."""
    offered = tuple(contract.HouseRuleCard(rule.id, rule.values, rule.usual) for rule in rules.house_rules)
    key, words = f"edition.{rules.id}", rules.track.printing.words
    names = {language: said[key] for language, said in words.items() if key in said}
    if "name" in rules.track.own:
        names = dict.fromkeys(("de", "en"), rules.board)
    return contract.EditionCard(rules.id, *rules.seats, offered, bool(rules.track.printing.digest), by, names)


def unknown_card(found: ForeignEdition) -> contract.EditionCard:
    return contract.EditionCard(found.id, 0, 0, by=found.by)


def _seat(context: ViewContext, index: int, state: State | None) -> contract.SeatView:
    seat = context.table.lobby.seats[index]
    look = contract.SeatView(
        seat=index,
        name=seat.name,
        colour=seat.colour,
        shape=seat.shape,
        tag=seat.tag,
        online=index in context.table.online,
        bot=seat.bot,
        sums=seat.sums,
        by_self=bool(seat.came),
    )
    if context.table.live is None or state is None:
        return look
    game = context.table.live.game
    return msgspec.structs.replace(
        look,
        balance=state.ledger.balances[index],
        space=state.pieces.spaces[index],
        misses=state.custody.missed[index],
        out=state.turns.out[index],
        home=index in state.turns.home,
        release_cards=tuple(deck for deck, _ in release_cards(state, index)),
        tickets=len(tickets_of(state, index)),
        arrived=state.pieces.arrived[index],
        owed=state.credit.owed[index],
        credit_limit=game.rules.debts.limit(game, index),
        skips=state.turns.skips[index],
    )


def _deeds(state: State) -> tuple[contract.DeedView, ...]:
    deeds = state.deeds
    return tuple(
        contract.DeedView(deed, seat_of(deeds.owner[deed]), deeds.mortgaged[deed], deeds.stage[deed])
        for deed in sorted(chain.from_iterable(deeds.hands))
    )


def at_rest(shown: View, pause: PauseView | None) -> View:
    """The view without the options that would be refused because of the pause."""
    if pause is None:
        return shown
    prompt, market = shown.prompt, shown.market
    still = structs.replace(
        shown,
        pause=pause,
        prompt=prompt and structs.replace(prompt, options=()),
        free=(),
        offers=tuple(structs.replace(offer, options=()) for offer in shown.offers),
        trade=False,
        market=market
        and structs.replace(
            market, open=False, offers=tuple(structs.replace(offer, options=()) for offer in market.offers)
        ),
    )
    return structs.replace(still, undo=0, redo=0) if pause.kind == "frozen" else still


def going_view(state: TableState, now_s: float) -> GoingView | None:
    """The count at this time of the monotonic clock, None if the hub does not call."""
    count = state.count
    if count is None or not isinstance(count.command, CallLot):
        return None
    return GoingView(count.command.call - 1, round(1_000 * max(0.0, count.due_s - now_s)))


def stops(game: Game) -> tuple[Space, ...]:
    """Derived from where the piece still stands before it is advanced; empty once the move is over."""
    task, turns = game.state.agenda.task, game.state.turns
    thrown = isinstance(task, AdvancePending) and task.by == "throw"
    if not (thrown or isinstance(task, ThrowAgainPending)):
        return ()
    origin, spaces = game.state.pieces.spaces[turns.seat], len(game.rules.track.spaces)
    return tuple((origin + steps) % spaces for steps in accumulate(turns.passed))
