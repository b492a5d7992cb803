"""Real dice typed in on the die buttons: a long press begins, each press raises a face, ok confirms, cancel forgets."""

from micropython import const
from shared.clock import since

DICE = ("die1", "die2", "die3")
_FORGET_MS = const(30000)


class TypedDice:
    """What is being typed. `faces` is None, or one number per die of the throw, 0 while it is not set."""

    def __init__(self):
        self.faces = None
        self.last = 0  # the die that was touched last
        self._wanted = 0
        self._touched_at = 0

    def expect(self, wanted):
        """So many dice are to be thrown; whatever was typed for another throw is forgotten."""
        if wanted != self._wanted:
            self.faces = None
        self._wanted = wanted

    def press(self, button, press, now):
        """Take a press of a button: a report for the hub, or None if it was a step of typing."""
        self._touched_at = now
        if self.faces is None:
            if press == "short" or button not in DICE[: self._wanted]:
                return {"t": "button", "id": button, "press": press}
            self.faces = [0] * self._wanted
        if button == "cancel":
            self.faces = None
        elif button == "ok":
            return self._confirm()
        elif button in DICE[: self._wanted]:
            self.last = DICE.index(button)
            self.faces[self.last] = self.faces[self.last] % 6 + 1
        return None

    def tick(self, now):
        """Forget what nobody goes on typing."""
        if self.faces is not None and since(now, self._touched_at) >= _FORGET_MS:
            self.faces = None

    def text(self):
        """What has been typed, for the display."""
        return "+".join(str(face) if face else "-" for face in self.faces)

    def _confirm(self):
        if 0 in self.faces:
            return None
        faces, self.faces = self.faces, None
        return {"t": "dice", "faces": faces}
