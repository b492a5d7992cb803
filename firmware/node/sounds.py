"""What the buzzer plays: a few notes per key."""

from shared.clock import since

SOUNDS = {
    "coin": ((1319, 80), (1760, 160)),
    "key": ((1047, 30),),
    "wrong": ((220, 250),),
    "fanfare": ((784, 120), (1047, 120), (1319, 120), (1568, 300)),
}
_UNKNOWN = ((880, 60),)


class Melody:
    """The sound being played; `now()` is the time in ms."""

    def __init__(self, now):
        self._now = now
        self._notes = ()
        self._began_at = 0

    def on_sound(self, message):
        """Play the sound that the hub has asked for."""
        self.play(message["key"])

    def play(self, key):
        """Start a sound, replacing the current one; None is silence."""
        self._notes = () if key is None else SOUNDS.get(key, _UNKNOWN)
        self._began_at = self._now()

    def pitch(self, now):
        """The frequency to sound now in Hz, 0 for silence."""
        into = since(now, self._began_at)
        for hertz, length in self._notes:
            if into < length:
                return hertz
            into -= length
        self._notes = ()
        return 0
