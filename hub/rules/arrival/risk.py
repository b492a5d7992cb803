"""The risk space, and card spaces that apply only when reached by a throw (euro-05, -14) [E7, E20]."""

from hub.domain.ids import BANK
from hub.domain.tasks import AdvancePending
from hub.rules.arrival.spaces import CardSpace
from hub.rules.game import Game
from hub.rules.parts import part
from hub.rules.payments import pay


@part(sheet="risk_space")
class RiskSpace:
    """An even face brings its pips, an odd one costs them: `factor` times the sum, `double_factor` after a double."""

    factor: int
    double_factor: int

    def land(self, game: Game, task: AdvancePending) -> None:
        faces = game.state.turns.faces
        amount = self.stake(faces)
        inputs = {"first": faces[0], "second": faces[1], "factor": self._factor(faces)}
        if amount < 0:
            pay(game, task.seat, BANK, -amount, "risk_loss", inputs)
        else:
            pay(game, BANK, task.seat, amount, "risk_gain", inputs)

    def stake(self, faces: tuple[int, ...]) -> int:
        """What two faces bring; negative is what they cost."""
        return self._factor(faces) * sum(-face if face % 2 else face for face in faces)

    def _factor(self, faces: tuple[int, ...]) -> int:
        return self.double_factor if faces[0] == faces[1] else self.factor


@part(sheet="card_space_by_throw")
class CardSpaceByThrow(CardSpace):
    """A seat that a card sent here does not draw another one."""

    def land(self, game: Game, task: AdvancePending) -> None:
        if task.by == "throw":
            super().land(game, task)
