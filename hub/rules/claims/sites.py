"""Where a seat can build whose piece stands on its own plot of the group, and asking it (euro-11, -12) [E12]."""

from hub.domain.ids import Seat
from hub.domain.tasks import BuildPending
from hub.rules.asking import short_of
from hub.rules.building.evenly import refuse_stage_up
from hub.rules.claims.claim import refuse_debtor
from hub.rules.game import Game
from hub.rules.reasons import Rejected
from hub.rules.rent.owned import plots
from hub.rules.track import Deed


def refuse_site(game: Game, seat: Seat, deed: Deed, commission: int = 0) -> Rejected | None:
    """Refuse debtors of the bank, an uneven step, and those who lack the money."""
    rejected = refuse_debtor(game, seat) or refuse_stage_up(game, seat, deed.space)
    return rejected or short_of(game, seat, deed.house_price + commission)


def can_build(game: Game, seat: Seat, group: str) -> bool:
    """Whether an apartment can be built anywhere in the group."""
    deeds = (game.rules.track.deeds[space] for space in plots(game, seat, group))
    return any(refuse_site(game, seat, deed) is None for deed in deeds)


def ask_to_build(game: Game, seat: Seat, group: str) -> None:
    """A piece has come to its owner's plot: the seat is asked if it can build in the group."""
    if can_build(game, seat, group):
        game.ask(BuildPending(seat, group))
