"""Typing in real dice on the die buttons: a long press begins, each press adds a pip, ok confirms, cancel discards."""

from micropython import const
from shared.clock import since

DICE = ("die1", "die2", "die3")
_FORGET_MS = const(30000)


class TypedDice:
    """The throw being typed in. `faces` is None, or has one number per die, 0 while that die is not set."""

    def __init__(self):
        self.faces = None
        self.last = 0  # index of the die whose button was pressed last
        self._wanted = 0
        self._touched_at = 0

    def expect(self, wanted):
        """Expect a throw of `count` dice, 0 for none; what was typed for another throw is discarded."""
        if wanted != self._wanted:
            self.faces = None
        self._wanted = wanted

    def press(self, button, press, now):
        """Handle a press: returns the report for the hub, or None if the press was part of typing."""
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
        """Discard a throw that nobody has continued to type."""
        if self.faces is not None and since(now, self._touched_at) >= _FORGET_MS:
            self.faces = None

    def text(self):
        """The faces typed so far, for the display; empty if nobody is typing."""
        return "+".join(str(face) if face else "-" for face in self.faces)

    def _confirm(self):
        if 0 in self.faces:
            return None
        faces, self.faces = self.faces, None
        return {"t": "dice", "faces": faces}
