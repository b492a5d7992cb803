"""A player without any of their own shares at the end of a turn is taken over (haustein-23) [H30, H31].

Their cash is split by the distribution of their shares. All else goes to the player who holds enough of them, or to the
bank: deeds unmortgaged and unbuilt, shares into its stock, release cards under their piles.
"""

from operator import getitem

from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMoved, MortgageLifted, owned_by
from hub.domain.ids import BANK, NOBODY, Account, Seat, holder_of
from hub.domain.money import shared_out
from hub.domain.shares import SeatTakenOver
from hub.domain.turns import seats_from
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.shares.dividends import others_holding


@part(sheet="takeovers")
class Takeovers:
    """`shares_needed` of a player make the holder their heir (13 of 25 are 51 %)."""

    shares_needed: int

    def enter(self, game: Game) -> None:
        turns, holdings = game.state.turns, game.state.shares.holdings
        if 0 not in map(getitem, holdings, range(len(holdings))):  # of their own
            return
        for seat in seats_from(game.state, turns.seat):
            if turns.winner == NOBODY and not holdings[seat][seat]:
                self.take_over(game, seat)

    def take_over(self, game: Game, seat: Seat) -> None:
        """Split the cash, hand over everything else, and put the seat out."""
        holders = others_holding(game, seat)
        heirs = [holder for holder, count in holders.items() if holder >= 0 and count >= self.shares_needed]
        heir = heirs[0] if heirs else BANK
        self._split_cash(game, seat, holders)
        _hand_over_deeds(game, seat, heir)
        for deck, card in release_cards(game.state, seat):
            game.emit(ReleaseCardMoved(deck, card, seat, holder_of(heir)))
        game.emit(SeatTakenOver(seat, heir))
        game.drop_tasks(seat)

    def _split_cash(self, game: Game, seat: Seat, holders: dict[Account, int]) -> None:
        cash = game.state.ledger.balances[seat]
        for holder, amount in zip(holders, shared_out(cash, tuple(holders.values())), strict=True):
            inputs = {"cash": cash, "count": holders[holder], "shares": game.state.shares.issued}
            pay(game, seat, holder, amount, "takeover", inputs)


def _hand_over_deeds(game: Game, seat: Seat, heir: Account) -> None:
    """To a player with buildings and mortgages; to the bank without."""
    deeds = game.state.deeds
    for deed in owned_by(game.state, seat):
        if heir == BANK and deeds.stage[deed]:
            game.rules.building.set_stage(game, seat, deed, 0)
        if heir == BANK and deeds.mortgaged[deed]:
            game.emit(MortgageLifted(deed))
        game.emit(DeedMoved(deed, seat, holder_of(heir)))
