"""The reports of a node that the hub has not acknowledged yet, from which the node's end of the link sends.

Each report is numbered once (`n`), and keeps its number over re-links, so that the hub can recognise repetitions.
The box holds at most 32. When it is full the reports of tags are dropped, because the next `all`, sent after each
link-up and after each overflow, says where every tag lies anyway.
"""

QUEUE = 32
ALL_ENTRIES = 12  # 12 tags with the longest uid fill 480 of 512 bytes; more go into a second `all`


class Events:
    """`snapshot()` returns ([[reader, uid], ...], [[reader, what], ...]): all tags seen and all failed readers."""

    def __init__(self, snapshot):
        self._snapshot = snapshot
        self._waiting = []
        self._in_flight = 0
        self._n = 0
        self._all_due = False
        self._resync = False
        self.dropped = 0

    def add(self, message):
        """Number and queue a report; False if it had to be dropped."""
        if len(self._waiting) + self._in_flight >= QUEUE:
            self._overflow()
            if message["t"] == "tag" or len(self._waiting) + self._in_flight >= QUEUE:
                self.dropped += 1
                return False
        self._append(message)
        return True

    def next(self):
        """The next message for the wire, or None."""
        if self._all_due and not self._waiting:
            self._append_all()
        if not self._waiting:
            return None
        self._in_flight += 1
        return self._waiting.pop(0)

    def acknowledged(self, message):
        """The hub has acknowledged this message: its effect is durable."""
        self._in_flight -= 1

    def returned(self, messages):
        """The link went down before these messages, oldest first, were acknowledged."""
        self._in_flight = 0
        self._waiting = [m for m in messages + self._waiting if not self._is_old_all(m)]

    def linked(self, session):
        """A link came up: the hub is sent the complete state again."""
        self._all_due = True

    def _append(self, message):
        self._n += 1
        message["n"] = self._n
        self._waiting.append(message)

    def _overflow(self):
        kept = [m for m in self._waiting if m["t"] != "tag"]
        self.dropped += len(self._waiting) - len(kept)
        self._waiting = kept
        self._all_due = True
        self._resync = True

    def _is_old_all(self, message):
        # The next link-up sends a fresh one; only the promise that something was dropped must survive.
        if message["t"] != "all":
            return False
        if message.get("resync"):
            self._resync = True
        return True

    def _append_all(self):
        self._all_due = False
        tags, faults = self._snapshot()
        while True:
            room = ALL_ENTRIES - min(len(tags), ALL_ENTRIES)
            part = {"t": "all", "tags": tags[:ALL_ENTRIES], "faults": faults[:room]}
            tags = tags[ALL_ENTRIES:]
            faults = faults[room:]
            if self._resync:
                part["resync"] = True
                part["dropped"] = self.dropped
            if tags or faults:
                part["more"] = True
            self._append(part)
            if not tags and not faults:
                self._resync = False
                return
