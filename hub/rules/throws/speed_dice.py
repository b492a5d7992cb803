"""Two white dice and the speed die (mega-03 to -08), whose faces (`SPEED_DIE`) are numbered 1 to 6 as on any die."""

from dataclasses import dataclass

from hub.domain.custody import in_jail
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.tasks import AdvancePending, BusPending, SeatTask, SecondMoveOpen, SpacePending
from hub.rules.game import Game
from hub.rules.moving import go_by_faces, go_forward
from hub.rules.parts import part
from hub.rules.throws.two_dice import TwoDice
from hub.rules.tickets.taking import go_to_cards

WHITE_DICE = 2
SPEED_DIE = ("1", "2", "3", "mogul", "mogul", "bus")
SYMBOLS = {face: name for face, name in enumerate(SPEED_DIE, 1) if not name.isdigit()}


@part(sheet="speed_dice")
class SpeedDice(TwoDice):
    """All three dice, in jail only the white ones; `doubles_to_jail` doubles or triples in a row lead to jail."""

    def dice(self, game: Game, task: SeatTask) -> int:
        return WHITE_DICE if in_jail(game.state, task.seat) else WHITE_DICE + 1

    def pips(self, faces: tuple[int, ...]) -> int:
        """Symbols count 0 (D4)."""
        return sum(faces) - sum([face for face in faces[WHITE_DICE:] if face in SYMBOLS])

    def go(self, game: Game, seat: Seat, faces: tuple[int, ...]) -> None:
        symbol = SYMBOLS.get(faces[WHITE_DICE])
        if len(set(faces)) == 1 and symbol is None:
            game.ask(SpacePending(seat, game.rules.track.ahead[game.state.pieces.spaces[seat]], "triple"))
            return
        if symbol is not None:
            game.ask(SecondMoveOpen(seat, "bus" if symbol == "bus" else "mogul"))
        go_by_faces(game, seat, faces)


@dataclass(frozen=True)
class SecondMove:
    """What a symbol of the speed die brings once the first move is over; void if that ended in jail (D11)."""

    def resume(self, game: Game, task: SecondMoveOpen) -> None:
        seat = task.seat
        if in_jail(game.state, seat):
            return
        if task.face == "mogul":
            target = worth_a_visit(game, seat)
            if target is not None:
                go_forward(game, seat, target, "mogul")
        elif game.state.tickets.pile:
            game.ask(BusPending(seat))
        else:
            go_to_cards(game, seat)


def worth_a_visit(game: Game, seat: Seat) -> Space | None:
    """Where the mogul leads: to the next unsold deed or, when all are sold, to the next for which rent is due (D12).

    None if there is no such deed, or if the seat already stands on the only one: it does not go all the way round
    (D11).
    """
    here = game.state.pieces.spaces[seat]
    ahead = game.rules.track.deeds_ahead[here]
    owners = [*map(game.state.deeds.owner.__getitem__, ahead)]
    if NOBODY in owners:
        found = ahead[owners.index(NOBODY)]
    else:
        mortgaged = game.state.deeds.mortgaged
        visits = zip(ahead, owners, strict=True)
        found = next((deed for deed, owner in visits if owner != seat and not mortgaged[deed]), here)
    return None if found == here else found


@part(sheet=None)
def looking_ahead_again(game: Game, _fact: Fact) -> None:
    """Reacts to changes between the two moves: where the mogul leads is decided only after them (D11)."""
    for place, task in enumerate(game.tasks):
        if type(task) is AdvancePending and task.by == "mogul":
            game.tasks[place] = SecondMoveOpen(task.seat, "mogul")
