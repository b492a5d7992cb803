"""Wakes one reader of a node at a time: two 74HC238 drive the resets of a side's readers, a pin that of the tap reader.

`Readers` uses it. While SEL_EN_N is high both decoders drive every reset low, and a reader in reset sleeps with its
antenna off; a pull-up keeps it high while the microcontroller boots or hangs.
"""

from micropython import const

TAP = const(-1)


class Select:
    """`address`: pins SEL_A0 to SEL_A3. `channels[reader]`: the output of the decoders, 0 to 15, or `TAP`."""

    def __init__(self, address, enable_n, tap, channels):
        self._address = address
        self._enable_n = enable_n
        self._tap = tap
        self._channels = channels
        self.sleep()

    def __len__(self):
        """How many readers there are."""
        return len(self._channels)

    def sleep(self):
        """Put all readers into reset."""
        self._enable_n(1)
        self._tap(0)

    def wake(self, reader):
        """Release only this reader from reset."""
        channel = self._channels[reader]
        self.sleep()
        if channel == TAP:
            self._tap(1)
            return
        for pin in self._address:  # SEL_EN_N is high, so no other reader wakes while the address changes
            pin(channel & 1)
            channel >>= 1
        self._enable_n(0)
