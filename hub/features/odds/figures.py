"""The figures by which a position is judged: what the rules say of each seat that is still in, and of the table.

They are the same for all editions; what an edition does not have (shares, credit, tickets) is 0 in it. Money is counted
in starting moneys, and rents by how often a piece lands on each space, as counted in games of bots.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.trading import deals
from hub.bots.sight import Sight
from hub.domain.commands import OfferTrade
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.ledger import half_up
from hub.domain.pieces import FREE
from hub.rules.assets import estate_value, raisable
from hub.rules.game import Game
from hub.rules.slots import Rules

Vector: TypeAlias = list[float]

OFTEN = 10
"""Turns over which rents are counted, so that they are figures of the size of the others."""

PIPS = 7
"""What a visitor is assumed to have thrown: the mean of two dice."""

TWO_DICE = {pips: (6 - abs(7 - pips)) / 36 for pips in range(2, 13)}
"""How likely the next throw leads so many spaces ahead. Speed dice and cards make it a likeness, which is enough."""


class PositionFigures(NamedTuple):
    """The figures of a position: `seats` are those still in, `own[n]` belongs to `seats[n]`, `table` to all."""

    seats: Sequence[Seat]
    own: Sequence[Vector]
    table: Vector


class Figures:
    """Computes them for positions of an edition; `landings[space]` is how often a turn ends a move there."""

    def __init__(self, rules: Rules, landings: Sequence[float]) -> None:
        track = rules.track
        self._rules, self._landings, self._money = rules, landings, float(rules.opening.money)
        self._deeds, self._count = track.deeds, len(track.deeds)
        self._groups = [
            (group, spaces, sum([self._deeds[space].price for space in spaces]) / self._money)
            for group, spaces in track.groups.items()
        ]
        self._stock = rules.stock
        self._chart, self._may_trade = Chart.of(rules), OfferTrade in rules.handlers

    def of(self, game: Game) -> PositionFigures:
        """The figures of a position, by what is open on the table alone."""
        state, money = game.state, self._money
        seats = [seat for seat, out in enumerate(state.turns.out) if not out]
        estates = {seat: estate_value(game, seat) for seat in seats}
        shares = self._shares(game, seats, estates)
        rents = self._rents(game, seats)
        income = [self._income(rents[seat]) for seat in seats]
        wealth = [self._wealth(game, seat, estates[seat], shares[seat]) for seat in seats]
        built = [self._built(game, seat) for seat in seats]
        trades = self._trades(game, seats)
        compared = [
            (*worth[:2], *building[:2], paid) for worth, building, paid in zip(wealth, built, income, strict=True)
        ]
        own = [
            [
                *wealth[place],
                *built[place],
                *self._holdings(game, seat),
                *self._threats(game, seat, rents),
                *trades[seat],
                *self._place(game, seat),
                income[place],
                sum(income) - income[place],
                max(rents[seat].values(), default=0) / money,
                *parts,
            ]
            for place, (seat, parts) in enumerate(zip(seats, _parts(compared), strict=True))
        ]
        return PositionFigures(seats, own, self._table(game, seats))

    def _wealth(self, game: Game, seat: Seat, estate: int, shares: Vector) -> Vector:
        """Cash, debt to the bank, estate, shares, all together, and what the bank would give at once."""
        state, money = game.state, self._money
        cash, owed = state.ledger.balances[seat] / money, state.credit.owed[seat] / money
        raised = raisable(game, seat) / money
        total = cash + estate / money + shares[0] - owed
        return [total, cash, owed, estate / money, raised, math.sqrt(max(cash, 0.0)), *shares]

    def _shares(self, game: Game, seats: Sequence[Seat], estates: dict[Seat, int]) -> dict[Seat, Vector]:
        """By seat: the worth of shares held, the part of its own, the most another has of it, the most of another's."""
        shares = game.state.shares
        if not shares.issued:
            return dict.fromkeys(seats, [0.0] * 4)
        issued, held, balances = shares.issued, shares.holdings, game.state.ledger.balances
        price = {seat: half_up(balances[seat] + estates[seat], 1, issued) for seat in seats}
        found = {}
        for seat in seats:
            others = [other for other in seats if other != seat]
            found[seat] = [
                sum([price[issuer] * held[issuer][seat] for issuer in seats]) / self._money,
                held[seat][seat] / issued,
                max([held[seat][other] for other in others], default=0) / issued,
                max([held[other][seat] for other in others], default=0) / issued,
            ]
        return found

    def _rents(self, game: Game, seats: Sequence[Seat]) -> dict[Seat, dict[Space, int]]:
        """By seat and space: what a visitor would owe there now."""
        deeds, mortgaged, rules = self._deeds, game.state.deeds.mortgaged, game.rules.rents
        return {
            seat: {
                space: rules[deeds[space].kind].expected(game, deeds[space], seat, PIPS)
                for space in game.state.deeds.hands[seat]
                if not mortgaged[space]
            }
            for seat in seats
        }

    def _income(self, rents: dict[Space, int]) -> float:
        """What a turn of somebody else brings on average."""
        landings = self._landings
        return OFTEN * sum([landings[space] * rent for space, rent in rents.items()]) / self._money

    def _holdings(self, game: Game, seat: Seat) -> Vector:
        """Whole groups and parts of groups, loans on mortgages, and deeds in all."""
        deeds, plots = game.state.deeds, game.hand(seat).plots
        whole = whole_prices = parts = nearly = barred = 0.0
        for group, spaces, prices in self._groups:
            mine = len(plots.get(group, ()))
            if mine == len(spaces):
                whole, whole_prices = whole + 1, whole_prices + prices
            elif mine:
                parts += prices * (mine / len(spaces)) ** 2
                nearly += prices * (mine == len(spaces) - 1)
                others = {deeds.owner[space] for space in spaces} - {seat}
                barred += prices * (len(others) == 1 and NOBODY not in others) * (1 - mine / len(spaces))
        hand, mortgaged = deeds.hands[seat], deeds.mortgaged
        loans = sum([self._deeds[space].mortgage for space in hand if mortgaged[space]]) / self._money
        return [whole, whole_prices, parts, nearly, barred, loans, len(hand) / self._count]

    def _built(self, game: Game, seat: Seat) -> tuple[float, float, float]:
        """What a turn of another would bring, built with the cash at hand, and to the top; and how far it is built."""
        stage, mortgaged, landings = game.state.deeds.stage, game.state.deeds.mortgaged, self._landings
        money, reached, top, stages = game.state.ledger.balances[seat], 0.0, 0.0, 0
        for space in reversed(game.hand(seat).buildable):
            if mortgaged[space]:
                continue
            deed, now = self._deeds[space], stage[space]
            rents, most = deed.rents, min(self._rules.ladders[deed.kind].top, len(deed.rents) - 1)
            more = min(most - now, max(0, money) // deed.house_price)
            money -= more * deed.house_price
            reached += landings[space] * rents[now + more]
            top += landings[space] * rents[most]
            stages += now
        return OFTEN * reached / self._money, OFTEN * top / self._money, stages / OFTEN

    def _trades(self, game: Game, seats: Sequence[Seat]) -> dict[Seat, Vector]:
        """By seat: the largest joint gain of a trade that it could offer or be offered, and of one for deeds alone.

        As sensible bots see it: they will soon agree on it, so who has one ahead is better off than without.
        """
        found = {seat: [0.0, 0.0, 0.0] for seat in seats}
        for seat in seats if self._may_trade else ():
            for deal in deals(Sight(game, seat), self._chart):
                gain = (deal.gain + deal.gain_to) / self._money
                for place, side in ((0, seat), (1, deal.to)):
                    found[side][place] = max(found[side][place], gain)
                    found[side][2] = max(found[side][2], gain * bool(deal.give))
        return found

    def _threats(self, game: Game, seat: Seat, rents: dict[Seat, dict[Space, int]]) -> Vector:
        """What the next throw costs on average, and how likely it costs more than there is in cash, or at all."""
        state, count = game.state, len(self._landings)
        cash, at = state.ledger.balances[seat], state.pieces.spaces[seat]
        raised = cash + raisable(game, seat)
        due = {space: rent for other, theirs in rents.items() if other != seat for space, rent in theirs.items()}
        mean = over_cash = over_all = 0.0
        for pips, chance in TWO_DICE.items():
            rent = due.get((at + pips) % count, 0)
            mean += chance * rent
            over_cash += chance * (rent > cash)
            over_all += chance * (rent > raised)
        landings = self._landings
        beyond = [landings[space] * (rent > cash) for space, rent in due.items()]
        fatal = [landings[space] * (rent > raised) for space, rent in due.items()]
        return [OFTEN * mean / self._money, over_cash, over_all, sum(beyond), sum(fatal)]

    def _place(self, game: Game, seat: Seat) -> Vector:
        """Whose turn it is, jail, and what is held besides deeds."""
        state = game.state
        turns, seats = state.turns, len(state.turns.out)
        cards = sum([seat == holder for held in state.decks.held.values() for holder in held.values()])
        tickets = sum([seat == holder for holder in state.tickets.held.values()])
        return [
            float(seat == turns.seat),
            (seat - turns.seat) % seats / seats,
            float(state.custody.missed[seat] != FREE),
            state.pieces.spaces[seat] / len(self._landings),
            float(cards),
            float(tickets),
            float(turns.skips[seat]),
        ]

    def _table(self, game: Game, seats: Sequence[Seat]) -> Vector:
        """What is the same for all: how many are in, how long it has lasted, what the bank has left."""
        state = game.state
        unsold = sum([state.deeds.owner[space] == NOBODY for space in self._deeds])
        left = [state.supply.stock.get(kind, 0) / most for kind, most in self._stock.items() if most]
        cash = sum([state.ledger.balances[seat] for seat in seats]) / self._money
        return [
            len(seats) / 8,
            float(len(seats) == 2),
            len(state.turns.out) / 8,
            min(state.turns.number, 500) / 100,
            unsold / self._count,
            min(left, default=1.0),
            cash / len(seats),
        ]


def _parts(compared: Sequence[tuple[float, ...]]) -> list[Vector]:
    """By seat, its part of what all have of each of some figures; equal parts of nothing."""
    wholes = [sum([max(figure, 0.0) for figure in column]) for column in zip(*compared, strict=True)]
    return [
        [
            max(figure, 0.0) / whole if whole > 0 else 1 / len(compared)
            for figure, whole in zip(row, wholes, strict=True)
        ]
        for row in compared
    ]
