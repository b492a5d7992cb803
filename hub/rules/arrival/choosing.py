"""Choosing a space: where a triple leads to, and which deed the auction space puts up for sale (mega-07, -19)."""

from collections.abc import Iterable

from hub.domain.commands import ChooseSpace
from hub.domain.ids import NOBODY, Seat, Space, seat_of
from hub.domain.tasks import AdvancePending, SpacePending
from hub.rules.answering import answer_to
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.moving import go_forward, pips_of_move
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected

PIPS_EXPECTED = 7
"""The average throw of two dice, by which a utility is rated if no throw led to the auction space (D22)."""


@part(sheet="auction_space")
class AuctionSpace:
    """The visitor picks an unsold deed for auction; if all are sold, the piece goes to where its rent is highest.

    A utility counts with the throw of the move. A visitor who came by ticket has none, and throws on arrival.
    """

    def land(self, game: Game, task: AdvancePending) -> None:
        owner = game.state.deeds.owner
        unsold = tuple(space for space in game.rules.track.deeds if owner[space] == NOBODY)
        if unsold:
            game.ask(SpacePending(task.seat, unsold, "auction"))
            return
        thrown = task.by != "ticket"
        target = self._dearest(game, task.seat, pips_of_move(game) if thrown else PIPS_EXPECTED)
        if target is not None:
            factor = 0 if thrown else self._dice_factor(game, target)
            go_forward(game, task.seat, target, "auction", rent_throw_factor=factor)

    def _dearest(self, game: Game, seat: Seat, pips: int) -> Space | None:
        """The deed with the highest rent for this seat, in a tie the nearest ahead; None if there is none (D22)."""
        deeds, rules = game.state.deeds, game.rules
        best, dearest = 0, None
        for space in rules.track.ahead[game.state.pieces.spaces[seat]]:
            deed, owner = rules.track.deeds.get(space), deeds.owner[space]
            if deed is not None and owner not in (NOBODY, seat) and not deeds.mortgaged[space]:
                rent = rules.rents[deed.kind].expected(game, deed, owner, pips)
                if rent > best:
                    best, dearest = rent, space
        return dearest

    def _dice_factor(self, game: Game, space: Space) -> int:
        """The factor for a fresh throw on this deed: the rent per pip, 0 unless it is a utility."""
        deed, owner = game.rules.track.deeds[space], seat_of(game.state.deeds.owner[space])
        rent = game.rules.rents[deed.kind]
        return rent.expected(game, deed, owner, 1) - rent.expected(game, deed, owner, 0)


@part(sheet=None)
class ChoosingSpaces:
    """Any of the spaces on offer. A seat that chooses its own space after a triple stays, and nothing happens (D14)."""

    def handlers(self) -> Handlers:
        return (answer_to(SpacePending, ChooseSpace, self.choose, self.refuse, self.answers),)

    def refuse(self, game: Game, command: ChooseSpace, task: SpacePending) -> Rejected | None:
        return None if command.space in task.spaces else Rejected(Reason.NO_SUCH_SPACE)

    def choose(self, game: Game, command: ChooseSpace, task: SpacePending) -> None:
        if task.purpose == "auction":
            game.rules.auction.open(game, (command.space,))
        elif command.space != game.state.pieces.spaces[command.seat]:
            go_forward(game, command.seat, command.space, "triple")

    def answers(self, game: Game, task: SpacePending, seat: Seat) -> Iterable[Choice]:
        stays = task.spaces if task.purpose == "auction" else (game.state.pieces.spaces[seat],)
        return [Choice(ChooseSpace(seat, space), goal=None if space in stays else space) for space in task.spaces]
