"""Dividends: paid on passing the start, before the salary, to all who hold shares of the player (haustein-22)."""

from hub.domain.ids import BANK, Account, Seat, Space
from hub.domain.money import half_up, shared_out
from hub.domain.shares import DividendPaid
from hub.domain.tasks import AdvancePending
from hub.domain.turns import seats_from
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay


@part(sheet="dividends")
class Dividends:
    """Each share earns its part of the reported cash, in all no more than the cash in hand [H26, H27, H28].

    The bank's shares earn for the bank; a player's own earn nothing.
    """

    def passed(self, game: Game, task: AdvancePending, origin: Space) -> None:
        if not task.salary:
            return
        holders = others_holding(game, task.seat)
        if holders:
            self._pay(game, task.seat, holders)

    def _pay(self, game: Game, seat: Seat, holders: dict[Account, int]) -> None:
        reported = game.state.shares.reports[seat].cash
        counts = tuple(holders.values())
        amounts = [half_up(reported, count, game.state.shares.issued) for count in counts]
        cash = game.state.ledger.balances[seat]
        capped = sum(amounts) > cash
        if capped:
            amounts = shared_out(cash, counts)
        game.emit(DividendPaid(seat, reported, capped, tuple(holders), counts, tuple(amounts)))
        for holder, count, amount in zip(holders, counts, amounts, strict=True):
            inputs = {"reported": reported, "count": count, "shares": game.state.shares.issued, "capped": int(capped)}
            pay(game, seat, holder, amount, "dividend", inputs)


def others_holding(game: Game, issuer: Seat) -> dict[Account, int]:
    """Who else holds shares of a seat: players clockwise from it, then the bank."""
    held = game.state.shares.holdings[issuer]
    accounts: tuple[Account, ...] = (*seats_from(game.state, issuer), BANK)
    return {account: held[account] for account in accounts if held[account] and account != issuer}
