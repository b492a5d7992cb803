"""The corrections of every edition: each is judged, emits `Corrected`, then the facts that change the game.

A correction may do what no rule would, but never lead to an impossible state. Money only moves, and the pot owes
nothing; a deed has one owner or the bank; buildings stand evenly on whole groups and come out of the bank's stock;
whoever is out stays out. People whose table is in another state correct the cause first (the deed before its buildings,
say), and each step is in the log.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from hub.domain import corrections
from hub.domain.decks import ReleaseCardMoved, TicketMoved, release_cards, tickets_of
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted
from hub.domain.ids import BANK, NOBODY, POT, Account, Holder, Space, seat_of
from hub.domain.pieces import FREE, JailThrowMissed, PieceMoved, SeatJailed, SeatReleased, in_jail
from hub.domain.shares import SharesMoved
from hub.domain.tasks import ThrowPending
from hub.domain.turns import TurnBegan
from hub.rules import ending
from hub.rules.asking import closed
from hub.rules.assets import stands_in_the_way
from hub.rules.building.evenly import lacking, together
from hub.rules.corrections.mending import drop_landing, keep_debts, mend, shift_move
from hub.rules.game import Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.payments import pay
from hub.rules.shares.market import refuse_holding
from hub.rules.steps import FIRST_STEP

TEXT_LENGTH_MAXIMUM = 80
AMOUNT_MAXIMUM = 1_000_000_000  # sums of these are still exact in JavaScript
Moved: TypeAlias = corrections.CorrectReleaseCard | corrections.CorrectTicket | corrections.CorrectShares
MISSED_MAXIMUM = 2  # nobody is in jail after a third miss: it ends the stay, or the stay has no limit

C = TypeVar("C", bound=corrections.Correction)


def refuse_any(game: Game, correction: corrections.Correction) -> Rejected | None:
    """Refuse if no game is running, or if the reason typed is too long or unreadable."""
    reason = closed(game)
    if reason is not None:
        return Rejected(reason)
    text = correction.reason
    fits = len(text) <= TEXT_LENGTH_MAXIMUM and text.isprintable()
    return None if fits else Rejected(Reason.TEXT_UNFIT, {"most": TEXT_LENGTH_MAXIMUM})


def refuse_money(game: Game, command: corrections.CorrectMoney) -> Rejected | None:
    payer, payee = command.payer, command.payee
    if rejected := refuse_any(game, command) or _no_account(game, payer) or _no_account(game, payee):
        return rejected
    if payer == payee:
        return Rejected(Reason.NOTHING_TO_CORRECT)
    if not 0 < command.amount <= AMOUNT_MAXIMUM:
        return Rejected(Reason.AMOUNT_UNFIT, {"most": AMOUNT_MAXIMUM})
    missing = command.amount - game.state.ledger.balances[payer]
    return Rejected(Reason.NOT_ENOUGH_MONEY, {"missing": missing}) if payer != BANK and missing > 0 else None


def refuse_piece(game: Game, command: corrections.CorrectPiece) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_player(game, command.seat):
        return rejected
    if not 0 <= command.space < len(game.rules.track.spaces):
        return Rejected(Reason.NO_SUCH_SPACE)
    return Rejected(Reason.NOTHING_TO_CORRECT) if game.state.pieces.spaces[command.seat] == command.space else None


def refuse_deed(game: Game, command: corrections.CorrectDeed) -> Rejected | None:
    rejected = refuse_any(game, command) or _no_deed(game, command.deed)
    if rejected is None and command.owner != NOBODY:
        rejected = _no_player(game, command.owner)
    if rejected is not None:
        return rejected
    if game.state.deeds.owner[command.deed] == command.owner:
        return Rejected(Reason.NOTHING_TO_CORRECT)
    return _built(game, command.deed)


def refuse_mortgage(game: Game, command: corrections.CorrectMortgage) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_deed(game, command.deed):
        return rejected
    if game.state.deeds.owner[command.deed] == NOBODY:
        return Rejected(Reason.DEED_UNSOLD)
    if game.state.deeds.mortgaged[command.deed] == command.mortgaged:
        return Rejected(Reason.NOTHING_TO_CORRECT)
    return _built(game, command.deed)


def refuse_buildings(game: Game, command: corrections.CorrectBuildings) -> Rejected | None:
    """Every group must end up whole, unmortgaged and evenly built, and the bank must have the buildings."""
    if rejected := refuse_any(game, command):
        return rejected
    deeds = game.rules.track.deeds
    for space, stage in command.stages.items():
        if space not in deeds or not deeds[space].house_price:
            return Rejected(Reason.NO_SUCH_DEED, {"deed": space})
        top = game.rules.ladders[deeds[space].kind].top
        if not 0 <= stage <= top:
            return Rejected(Reason.NO_SUCH_STAGE, {"deed": space, "most": top})
    before = game.state.deeds.stage
    if all(before[space] == stage for space, stage in command.stages.items()):
        return Rejected(Reason.NOTHING_TO_CORRECT)
    groups = dict.fromkeys(deeds[space].group for space in command.stages)
    refused = (_refuse_group(game, group, command.stages) for group in groups)
    return next(filter(None, refused), None) or _refuse_stock(game, command.stages)


def refuse_jail(game: Game, command: corrections.CorrectJail) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_player(game, command.seat):
        return rejected
    if not 0 <= command.missed <= (MISSED_MAXIMUM if command.jailed else 0):
        return Rejected(Reason.AMOUNT_UNFIT, {"most": MISSED_MAXIMUM})
    wanted = command.missed if command.jailed else FREE
    return Rejected(Reason.NOTHING_TO_CORRECT) if game.state.custody.missed[command.seat] == wanted else None


def refuse_release_card(game: Game, command: corrections.CorrectReleaseCard) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_two_holders(game, command):
        return rejected
    card = release_card_of(game, command.deck, command.source)
    return Rejected(Reason.NO_RELEASE_CARD) if card is None else None


def refuse_ticket(game: Game, command: corrections.CorrectTicket) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_two_holders(game, command):
        return rejected
    return Rejected(Reason.NO_TICKET) if ticket_of(game, command.source) is None else None


def refuse_shares(game: Game, command: corrections.CorrectShares) -> Rejected | None:
    """Shares of seats that are out stay void."""
    if game.state.turns.out and not game.state.shares.issued:
        return Rejected(Reason.NOT_IN_EDITION)
    if rejected := refuse_any(game, command) or _no_player(game, command.issuer) or _no_two_holders(game, command):
        return rejected
    return refuse_holding(game, command.source, command.issuer, command.amount)


def refuse_turn(game: Game, command: corrections.CorrectTurn) -> Rejected | None:
    if rejected := refuse_any(game, command) or _no_player(game, command.seat):
        return rejected
    turns, tasks = game.state.turns, game.state.agenda.tasks
    fresh = turns.seat == command.seat and not turns.faces and tasks == (ThrowPending(command.seat),)
    return Rejected(Reason.NOTHING_TO_CORRECT) if fresh else None


def release_card_of(game: Game, deck: str, holder: Holder) -> int | None:
    """A release card of a deck that `holder` has (`NOBODY`: that nobody holds)."""
    if holder != NOBODY:
        return next((card for held, card in release_cards(game.state, holder) if held == deck), None)
    return game.rules.cards.release_card(game, deck)


def ticket_of(game: Game, holder: Holder) -> int | None:
    """The newest ticket of `holder` (`NOBODY`: the top one of the pile)."""
    tickets = game.state.tickets.pile[:1] if holder == NOBODY else tickets_of(game.state, holder)[-1:]
    return next(iter(tickets), None)


def _no_two_holders(game: Game, command: Moved) -> Rejected | None:
    """Whether it goes from one player, pile or bank to another."""
    for holder in (command.source, command.target):
        if holder not in (NOBODY, BANK) and (rejected := _no_player(game, holder)) is not None:
            return rejected
    return Rejected(Reason.NOTHING_TO_CORRECT) if command.source == command.target else None


def _no_account(game: Game, account: Account) -> Rejected | None:
    return None if account in {BANK, POT} else _no_player(game, account)


def _no_player(game: Game, one: Account | Holder) -> Rejected | None:
    out = game.state.turns.out
    if one < 0 or one >= len(out):
        return Rejected(Reason.NO_SUCH_SEAT)
    seat = seat_of(one)
    return Rejected(Reason.SEAT_OUT, {"seat": seat}) if out[seat] else None


def _no_deed(game: Game, deed: Space) -> Rejected | None:
    return None if deed in game.rules.track.deeds else Rejected(Reason.NO_SUCH_DEED, {"deed": deed})


def _built(game: Game, deed: Space) -> Rejected | None:
    owner = game.state.deeds.owner[deed]
    built = owner != NOBODY and stands_in_the_way(game, owner, game.rules.track.deeds[deed])
    return Rejected(Reason.GROUP_BUILT, {"deed": deed}) if built else None


def _refuse_group(game: Game, group: str, stages: dict[Space, int]) -> Rejected | None:
    deeds, spaces = game.state.deeds, game.rules.track.groups[group]
    after = {space: stages.get(space, deeds.stage[space]) for space in spaces}
    for built in (space for space, stage in after.items() if stage):
        deed, owner = game.rules.track.deeds[built], deeds.owner[built]
        if owner == NOBODY:
            return Rejected(Reason.GROUP_INCOMPLETE)
        ladder = game.rules.ladders[deed.kind]
        own = together(game, ladder, owner, deed)
        if lacking(game, ladder, deed, own) > 0:
            return Rejected(Reason.GROUP_INCOMPLETE)
        if any(deeds.mortgaged[space] for space in own):
            return Rejected(Reason.GROUP_MORTGAGED)
        if not ladder.fits([after[space] for space in own]):
            return Rejected(Reason.UNEVEN)
    return None


def _refuse_stock(game: Game, stages: dict[Space, int]) -> Rejected | None:
    left = dict(game.state.supply.stock)
    for space, stage in stages.items():
        ladder = game.rules.ladders[game.rules.track.deeds[space].kind]
        for kind, change in ladder.changes[game.state.deeds.stage[space]][stage].items():
            left[kind] += change
    short = next((kind for kind, count in left.items() if count < 0), None)
    return Rejected(Reason.NO_STOCK, {"kind": short}) if short is not None else None


@part(sheet=None)
class Corrections(Part):
    """Possible at any time in a running game, whatever task is open. Never offered: the banker's page has them.

    So is agreeing on an end.
    """

    def handlers(self) -> Handlers:
        return (
            *ending.handlers(),
            _noted("money", corrections.CorrectMoney, refuse_money, self.money),
            _noted("piece", corrections.CorrectPiece, refuse_piece, self.piece),
            _noted("deed", corrections.CorrectDeed, refuse_deed, self.deed),
            _noted("mortgage", corrections.CorrectMortgage, refuse_mortgage, self.mortgage),
            _noted("buildings", corrections.CorrectBuildings, refuse_buildings, self.buildings),
            _noted("jail", corrections.CorrectJail, refuse_jail, self.jail),
            _noted("release_card", corrections.CorrectReleaseCard, refuse_release_card, self.release_card),
            _noted("ticket", corrections.CorrectTicket, refuse_ticket, self.ticket),
            _noted("shares", corrections.CorrectShares, refuse_shares, self.shares),
            _noted("turn", corrections.CorrectTurn, refuse_turn, self.turn),
        )

    def money(self, game: Game, command: corrections.CorrectMoney) -> None:
        pay(game, command.payer, command.payee, command.amount, "correction", {})
        mend(game)

    def piece(self, game: Game, command: corrections.CorrectPiece) -> None:
        seat, origin = command.seat, game.state.pieces.spaces[command.seat]
        if in_jail(game.state, seat) and command.space not in game.rules.track.jails:
            game.emit(SeatReleased(seat, "correction"))
        game.emit(PieceMoved(seat, origin, command.space, "correction"))
        shift_move(game, seat, origin, command.space)
        drop_landing(game, seat)
        mend(game)

    def deed(self, game: Game, command: corrections.CorrectDeed) -> None:
        deed, deeds = command.deed, game.state.deeds
        game.emit(DeedMoved(deed, deeds.owner[deed], command.owner))
        if command.owner == NOBODY and deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
        mend(game)

    def mortgage(self, game: Game, command: corrections.CorrectMortgage) -> None:
        game.emit(DeedMortgaged(command.deed) if command.mortgaged else MortgageLifted(command.deed))
        mend(game)

    def buildings(self, game: Game, command: corrections.CorrectBuildings) -> None:
        for deed, stage in command.stages.items():
            if game.state.deeds.stage[deed] != stage:
                game.rules.building.set_stage(game, seat_of(game.state.deeds.owner[deed]), deed, stage)
        mend(game)

    def jail(self, game: Game, command: corrections.CorrectJail) -> None:
        seat = command.seat
        if not command.jailed:
            game.emit(SeatReleased(seat, "correction"))
            return
        if not in_jail(game.state, seat):
            game.emit(SeatJailed(seat, game.rules.track.nearest_jail(game.state.pieces.spaces[seat]), "correction"))
        if game.state.custody.missed[seat] != command.missed:
            game.emit(JailThrowMissed(seat, command.missed))
        drop_landing(game, seat)
        mend(game)

    def release_card(self, game: Game, command: corrections.CorrectReleaseCard) -> None:
        card = release_card_of(game, command.deck, command.source)
        assert card is not None, "judged before"
        game.emit(ReleaseCardMoved(command.deck, card, command.source, command.target))

    def ticket(self, game: Game, command: corrections.CorrectTicket) -> None:
        ticket = ticket_of(game, command.source)
        assert ticket is not None, "judged before"
        game.emit(TicketMoved(ticket, command.source, command.target))

    def shares(self, game: Game, command: corrections.CorrectShares) -> None:
        game.emit(SharesMoved(command.issuer, command.source, command.target, command.amount, "correction"))
        mend(game)

    def turn(self, game: Game, command: corrections.CorrectTurn) -> None:
        keep_debts(game)
        game.emit(TurnBegan(command.seat, game.state.turns.number + 1))
        game.step = FIRST_STEP


def _noted(
    what: corrections.What, kind: type[C], refuse: Callable[[Game, C], Rejected | None], act: Callable[[Game, C], None]
) -> Handler[C]:
    """The handler of a correction: first the fact `Corrected`, then the facts that say how."""

    def perform(game: Game, command: C) -> None:
        game.emit(corrections.Corrected(what, command.reason))
        act(game, command)

    return Handler(kind, refuse, perform)


@part(sheet=None)
class FewerCorrections(Corrections):
    """Leaves out the corrections that would lead to a state that cannot occur in this edition."""

    def handlers(self) -> Handlers:
        missing = (corrections.CorrectMortgage, corrections.CorrectReleaseCard)
        return tuple(handler for handler in super().handlers() if handler.command not in missing)
