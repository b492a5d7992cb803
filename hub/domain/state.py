"""The state of one game: the fold of its facts. `evolve` gets no rules, so a rule fix never breaks a stored game.

State is mutable, and only `evolve` changes it; slices are lists of ints, because folding is the engine's hot path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from hub.domain.agenda import Agenda, AgendaSet, agenda_set
from hub.domain.auctions import AuctionClosed, AuctionOpened, BidPassed, BidPlaced
from hub.domain.bidding import (
    BidAbstained,
    BidHidden,
    BidSealed,
    BidsRevealed,
    BidsTied,
    BidTakenBack,
    SealedAuctionClosed,
    SealedAuctionOpened,
    SealedAuctionVoided,
    SealedBids,
    bid_hidden,
    bid_taken_back,
    bids_revealed,
    sealed_auction_opened,
    sealed_auction_voided,
)
from hub.domain.claims import Claims, RentAsked, RentClaimable, rent_asked, rent_claimable
from hub.domain.corrections import Corrected
from hub.domain.credit import Credit, CreditSet, credit_set
from hub.domain.custody import (
    FREE,
    BailDeferred,
    BailDemanded,
    Custody,
    JailThrowMissed,
    JailTurnWaited,
    SeatJailed,
    SeatReleased,
    bail_deferred,
    bail_demanded,
    jail_throw_missed,
    jail_turn_waited,
    seat_jailed,
    seat_released,
)
from hub.domain.debts import DebtSetOff
from hub.domain.decks import (
    CardDrawn,
    Decks,
    ReleaseCardMoved,
    card_drawn,
    release_card_moved,
)
from hub.domain.deeds import (
    DeedMortgaged,
    DeedMoved,
    Deeds,
    MortgageLifted,
    deed_mortgaged,
    deed_moved,
    mortgage_lifted,
)
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Space
from hub.domain.ledger import Ledger, MoneyMoved, money_moved
from hub.domain.offers import (
    Offers,
    TradeClosed,
    TradeOffered,
    trade_closed,
    trade_offered,
)
from hub.domain.pieces import PieceMoved, Pieces, piece_moved
from hub.domain.remote import Remote, RemotelyBought, RemotelyBuilt, remotely_bought, remotely_built
from hub.domain.rounds import AssetsReckoned, RoundBegan, round_began
from hub.domain.shares import (
    DividendPaid,
    InterestShown,
    PurchaseProposed,
    ReportFiled,
    ReportOwed,
    SeatTakenOver,
    ShareOfferClosed,
    Shares,
    SharesIssued,
    SharesMoved,
    SharesOffered,
    SharesVoided,
    report_filed,
    report_owed,
    seat_taken_over,
    share_offer_closed,
    shares_issued,
    shares_moved,
    shares_offered,
    shares_voided,
)
from hub.domain.supply import StageSet, Supply, stage_set
from hub.domain.tickets import (
    TicketMoved,
    Tickets,
    TicketsLost,
    TicketsShuffled,
    TicketTaken,
    TicketUsed,
    ticket_moved,
    ticket_taken,
    ticket_used,
    tickets_lost,
    tickets_shuffled,
)
from hub.domain.turns import (
    DiceThrown,
    FurtherThrowWaived,
    GameWon,
    OpeningThrown,
    RentThrown,
    SeatBankrupted,
    SkipImposed,
    StopPassed,
    ThrowGranted,
    TurnBegan,
    Turns,
    TurnSkipped,
    dice_thrown,
    further_throw_waived,
    game_won,
    opening_thrown,
    rent_thrown,
    seat_bankrupted,
    skip_imposed,
    stop_passed,
    throw_granted,
    turn_began,
    turn_skipped,
)


@dataclass(slots=True)
class State:
    """Everything the rules know of a running game, one slice per file of this package."""

    ledger: Ledger
    credit: Credit
    pieces: Pieces
    turns: Turns
    custody: Custody
    deeds: Deeds
    remote: Remote
    supply: Supply
    decks: Decks
    tickets: Tickets
    claims: Claims
    offers: Offers
    agenda: Agenda
    bids: SealedBids
    shares: Shares


class GameStarted(Fact, frozen=True):
    """The set-up: how many seats and spaces, the order of each deck, the stock of buildings, where the pieces start."""

    seats: int
    spaces: int
    decks: dict[str, tuple[int, ...]]
    stock: dict[str, int]
    space: Space = 0


def empty() -> State:
    """The state before the first fact: no seats, no track, nothing to do."""
    return State(
        Ledger([0, 0]),
        Credit([]),
        Pieces([]),
        Turns([]),
        Custody([]),
        Deeds([], [], [], []),
        Remote(),
        Supply({}),
        Decks({}, {}),
        Tickets([], {}),
        Claims(),
        Offers(),
        Agenda(),
        SealedBids(),
        Shares(),
    )


def game_started(state: State, fact: GameStarted) -> None:
    seats, spaces = fact.seats, fact.spaces
    state.ledger.balances = [0] * (seats + 2)
    state.credit.owed = [0] * seats
    state.pieces.spaces = [fact.space] * seats
    state.pieces.arrived = [0] * seats
    state.turns.out = [False] * seats
    state.turns.skips = [0] * seats
    state.custody.missed = [FREE] * seats
    state.deeds.owner = [NOBODY] * spaces
    state.deeds.mortgaged = [False] * spaces
    state.deeds.stage = [0] * spaces
    state.deeds.paid = [()] * spaces
    state.deeds.hands = [()] * (seats + 1)
    state.supply.stock = dict(fact.stock)
    state.decks.piles = {deck: list(order) for deck, order in fact.decks.items()}
    state.decks.held = {deck: {} for deck in fact.decks}
    state.decks.drawn = dict.fromkeys(fact.decks, 0)


def shown_only(_state: State, _fact: Fact) -> None:
    """A fact that is told in the feed and changes nothing by itself."""


AnyFact: TypeAlias = (
    GameStarted
    | MoneyMoved
    | CreditSet
    | PieceMoved
    | OpeningThrown
    | TurnBegan
    | DiceThrown
    | RentThrown
    | StopPassed
    | FurtherThrowWaived
    | ThrowGranted
    | SkipImposed
    | TurnSkipped
    | SeatBankrupted
    | RoundBegan
    | AssetsReckoned
    | GameWon
    | SeatJailed
    | JailThrowMissed
    | JailTurnWaited
    | SeatReleased
    | BailDeferred
    | BailDemanded
    | DeedMoved
    | RemotelyBought
    | RemotelyBuilt
    | DeedMortgaged
    | MortgageLifted
    | StageSet
    | CardDrawn
    | ReleaseCardMoved
    | TicketsShuffled
    | TicketTaken
    | TicketUsed
    | TicketMoved
    | TicketsLost
    | RentClaimable
    | RentAsked
    | TradeOffered
    | TradeClosed
    | DebtSetOff
    | AuctionOpened
    | BidPlaced
    | BidPassed
    | AuctionClosed
    | Corrected
    | SealedAuctionOpened
    | BidSealed
    | BidHidden
    | BidAbstained
    | BidTakenBack
    | BidsRevealed
    | BidsTied
    | SealedAuctionClosed
    | SealedAuctionVoided
    | SharesIssued
    | SharesMoved
    | SharesVoided
    | ReportOwed
    | ReportFiled
    | DividendPaid
    | SeatTakenOver
    | PurchaseProposed
    | InterestShown
    | SharesOffered
    | ShareOfferClosed
    | AgendaSet
)
"""Every fact there is, for decoding the log."""

EVOLVE: dict[type[Fact], Callable[[State, Any], None]] = {
    GameStarted: game_started,
    MoneyMoved: money_moved,
    CreditSet: credit_set,
    PieceMoved: piece_moved,
    OpeningThrown: opening_thrown,
    TurnBegan: turn_began,
    DiceThrown: dice_thrown,
    RentThrown: rent_thrown,
    StopPassed: stop_passed,
    FurtherThrowWaived: further_throw_waived,
    ThrowGranted: throw_granted,
    SkipImposed: skip_imposed,
    TurnSkipped: turn_skipped,
    SeatBankrupted: seat_bankrupted,
    RoundBegan: round_began,
    AssetsReckoned: shown_only,
    GameWon: game_won,
    SeatJailed: seat_jailed,
    JailThrowMissed: jail_throw_missed,
    JailTurnWaited: jail_turn_waited,
    SeatReleased: seat_released,
    BailDeferred: bail_deferred,
    BailDemanded: bail_demanded,
    DeedMoved: deed_moved,
    RemotelyBought: remotely_bought,
    RemotelyBuilt: remotely_built,
    DeedMortgaged: deed_mortgaged,
    MortgageLifted: mortgage_lifted,
    StageSet: stage_set,
    CardDrawn: card_drawn,
    ReleaseCardMoved: release_card_moved,
    TicketsShuffled: tickets_shuffled,
    TicketTaken: ticket_taken,
    TicketUsed: ticket_used,
    TicketMoved: ticket_moved,
    TicketsLost: tickets_lost,
    RentClaimable: rent_claimable,
    RentAsked: rent_asked,
    TradeOffered: trade_offered,
    TradeClosed: trade_closed,
    DebtSetOff: shown_only,
    AuctionOpened: shown_only,
    BidPlaced: shown_only,
    BidPassed: shown_only,
    AuctionClosed: shown_only,
    Corrected: shown_only,
    SealedAuctionOpened: sealed_auction_opened,
    BidSealed: shown_only,
    BidHidden: bid_hidden,
    BidAbstained: shown_only,
    BidTakenBack: bid_taken_back,
    BidsRevealed: bids_revealed,
    BidsTied: shown_only,
    SealedAuctionClosed: shown_only,
    SealedAuctionVoided: sealed_auction_voided,
    SharesIssued: shares_issued,
    SharesMoved: shares_moved,
    SharesVoided: shares_voided,
    ReportOwed: report_owed,
    ReportFiled: report_filed,
    DividendPaid: shown_only,
    SeatTakenOver: seat_taken_over,
    PurchaseProposed: shown_only,
    InterestShown: shown_only,
    SharesOffered: shares_offered,
    ShareOfferClosed: share_offer_closed,
    AgendaSet: agenda_set,
}


def evolve(state: State, fact: Fact) -> None:
    """Fold one fact into the state, in place."""
    EVOLVE[type(fact)](state, fact)


def fold(facts: Iterable[Fact], state: State | None = None) -> State:
    """The state after these facts, from `state` or from the beginning."""
    state = state or empty()
    for fact in facts:
        EVOLVE[type(fact)](state, fact)
    return state
