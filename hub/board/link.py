"""The link between a node and the hub, sans-IO: hello, acknowledgement, resending, heartbeat. One source for both ends.

The port thread of the hub and the firmware of a node each own a `Link`; they hand it the bytes they read (`feed`), call
`tick` at least every 50 ms, and get bytes to write and messages to act on through `owner`. PROTOCOL.md describes its
life.

Keys of a frame: t type | l link id | s sequence of a reliable message | k cumulative acknowledgement | the rest is
payload.
"""

from .clock import Clock, since
from .wire import Lines, decode, encode

VERSION_MIN = 1
VERSION_MAX = 1
WINDOW = 8
RESEND_MS = 250
RESEND_MAX_MS = 2000
BEAT_MS = 1000
SILENT_MS = 5000
STRANGER_MS = 200  # at most one hello per this time in answer to frames of a link we do not have
_SESSIONS = 0xFFFFFF


def common_version(offered):
    """The newest protocol version in our range and in `offered`, [min, max]; None if there is none."""
    if not isinstance(offered, list) or len(offered) != 2:
        return None
    low, high = offered
    if not isinstance(low, int) or not isinstance(high, int):
        return None
    best = min(high, VERSION_MAX)
    return best if best >= low and best >= VERSION_MIN else None


def _whole(value):
    return isinstance(value, int) and value >= 0


class Link:
    """One end of the link. The node says hello every second; the hub speaks only after it has heard a node.

    owner   now() write(frame) heard(line, ok) message(message)
            admit(hello) linked(hello) unlinked(why) refused(hello, why)
    outbox  next() acknowledged(message) returned(messages) linked(session); see `outbox.py`
    hello   what this end says of itself
    session a hub starts with any number and counts up with every link; a node keeps its boot id
    """

    def __init__(self, owner, outbox, hello, session, is_hub):
        self.owner = owner
        self.outbox = outbox
        self.hello = hello
        self.session = session
        self.is_hub = is_hub
        self.peer = None
        self.clock = Clock()
        self.stat = {"bad": 0, "dup": 0, "gap": 0, "resend": 0, "noise": 0, "rx": 0, "tx": 0}
        self._role = "hub" if is_hub else "node"
        self._lines = Lines()
        self._hello_at = owner.now() - BEAT_MS
        self._reset(None)

    @property
    def up(self):
        return self.link is not None

    @property
    def idle(self):
        """Whether the peer has acknowledged all that was sent."""
        return not self._window

    def _reset(self, link):
        now = self.owner.now()
        self.link = link
        self._window = []  # reliable messages on the wire, oldest first
        self._base = 1  # sequence number of the first of them
        self._taken = 0  # last sequence number received in order
        self._ack_due = False
        self._nak_at = None
        self._resend_ms = RESEND_MS
        self._heard_at = self._try_at = now
        self._beat_at = now - BEAT_MS  # the first heartbeat at once: nodes want the hub's clock
        self.clock.reset()

    # Input

    def feed(self, data):
        """Take bytes from the wire. What `owner.message` raises passes through; that message stays unacknowledged."""
        for line in self._lines.push(data):
            message = decode(line)
            self.owner.heard(line, message is not None)
            if message is None:
                self.stat["noise"] += 1
            else:
                self.stat["rx"] += 1
                self._receive(message)

    def _receive(self, message):
        kind = message.get("t")
        if kind == "hi":
            self._receive_hello(message)
        elif kind == "bye":
            self._receive_bye(message)
        elif self.link is None:
            self._answer_stranger(message)
        elif message.get("l") == self.link:
            self._receive_linked(kind, message)

    def _answer_stranger(self, message):
        # The peer believes in a link that we do not have (we restarted): tell it who we are.
        if "l" in message and since(self.owner.now(), self._hello_at) >= STRANGER_MS:
            self._say_hello(None)

    def _receive_linked(self, kind, message):
        taken = message.get("k")
        sequence = message.get("s")
        if not _whole(taken) or not (sequence is None or _whole(sequence)):
            self.stat["bad"] += 1
            return
        self._heard_at = self.owner.now()
        self._acknowledge(taken)
        if kind == "nk":
            self._resend()
        elif kind == "hb":
            self._receive_beat(message)
        if sequence is not None:
            self._receive_reliable(sequence, message)

    def _acknowledge(self, taken):
        count = min(taken - self._base + 1, len(self._window))
        if count <= 0:
            return
        for i in range(count):
            self.outbox.acknowledged(self._window[i])
        del self._window[:count]
        self._base += count
        self._resend_ms = RESEND_MS
        self._try_at = self._heard_at
        self._pump()

    def _receive_reliable(self, sequence, message):
        expected = self._taken + 1
        if sequence == expected:
            link = self.link
            self.owner.message(message)
            if self.link == link:
                # Only now: an acknowledged report must have had its effect.
                self._taken = sequence
                self._ack_due = True
                self._nak_at = None
        elif sequence < expected:
            self.stat["dup"] += 1
            self._ack_due = True
        else:
            self.stat["gap"] += 1
            if self._nak_at is None or since(self._heard_at, self._nak_at) >= RESEND_MS:
                self._nak_at = self._heard_at
                self._put({"t": "nk"})

    def _receive_beat(self, message):
        theirs = message.get("ms")
        echo = message.get("e")
        if not _whole(theirs) or not (echo is None or _whole(echo)):
            self.stat["bad"] += 1
        elif echo is None:
            self._put({"t": "hb", "e": theirs, "ms": self.owner.now()})
        else:
            self.clock.sample(echo, theirs, self._heard_at)

    # Hello and goodbye

    def _receive_hello(self, hello):
        if hello.get("role") == self._role:
            return  # our own message: the port echoes like a terminal
        if not _whole(hello.get("ses")):
            self.stat["bad"] += 1
            return
        refusal = self._refusal(hello)
        if refusal is not None:
            self.refuse(refusal[0], refusal[1])
            self.owner.refused(hello, refusal[0])
        elif self.is_hub:
            self._meet_node(hello)
        else:
            self._meet_hub(hello)

    def _refusal(self, hello):
        offered = hello.get("v")
        if common_version(offered) is None:
            text = "%s speaks protocol %d to %d, not %s"
            return ("version", text % (self._role, VERSION_MIN, VERSION_MAX, str(offered)[:20]))
        return self.owner.admit(hello)

    def _meet_node(self, hello):
        answered = hello.get("re")
        if answered is None:
            # A node without a link: it has restarted, or lost us.
            self._unlink("restarted" if self._other_boot(hello) else "lost")
            self._say_hello(None)
        elif answered == self.session and self.link is None:
            self._link_up(hello, self.session)

    def _other_boot(self, hello):
        return self.peer is not None and self.peer["ses"] != hello["ses"]

    def _meet_hub(self, hello):
        session = hello["ses"]
        if self.link == session:
            self._say_hello(session)  # it has not received our answer
            return
        self._unlink("restarted")
        self._say_hello(session)
        self._link_up(hello, session)

    def _receive_bye(self, message):
        why = str(message.get("why", ""))[:20]
        if self.link is None:
            self.owner.refused(None, why)
        elif message.get("l") == self.link:
            self._unlink(why)

    def _link_up(self, hello, session):
        self.peer = hello
        self._reset(session)
        self.owner.linked(hello)
        self.outbox.linked(hello["ses"])
        self._pump()

    def _unlink(self, why):
        if self.link is None:
            return
        window = self._window
        self._reset(None)
        if self.is_hub:
            self.session = (self.session + 1) & _SESSIONS
        # The next tick of a node says hello at once, and a stale time never looks as if it were in the future.
        self._hello_at = self.owner.now() - BEAT_MS
        self.outbox.returned(window)
        self.owner.unlinked(why)

    def refuse(self, why, text):
        """Say `bye` with a key for programs and a sentence for people at a serial monitor; ends a link that is up."""
        message = {"t": "bye", "why": why, "text": text}
        if self.is_hub:
            message["l"] = self.session
        elif self.link is not None:
            message["l"] = self.link
        self._write(message)
        self._unlink(why)

    def drop(self, why):
        """End the link without a `bye`: the port is gone."""
        self._unlink(why)

    # Output

    def _say_hello(self, answered):
        message = {"t": "hi", "v": [VERSION_MIN, VERSION_MAX], "ses": self.session, "role": self._role}
        if answered is not None:
            message["re"] = answered
        message.update(self.hello)
        self._hello_at = self.owner.now()
        self._write(message)

    def _write(self, message):
        self.stat["tx"] += 1
        self.owner.write(encode(message))

    def _put(self, message):
        message["l"] = self.link
        message["k"] = self._taken
        self._ack_due = False
        self._write(message)

    def _pump(self):
        while self.link is not None and len(self._window) < WINDOW:
            message = self.outbox.next()
            if message is None:
                return
            if not self._window:
                self._try_at = self.owner.now()
            message["s"] = self._base + len(self._window)
            self._window.append(message)
            self._put(message)

    def _resend(self):
        self._try_at = self.owner.now()
        for message in self._window:
            self.stat["resend"] += 1
            self._put(message)

    # Time

    def tick(self):
        """Send what is due. Call it after each `feed`, after putting something into the outbox, and every 50 ms."""
        now = self.owner.now()
        if self.link is None:
            if not self.is_hub and since(now, self._hello_at) >= BEAT_MS:
                self._say_hello(None)
            return
        if since(now, self._heard_at) >= SILENT_MS:
            self._unlink("silent")
            return
        if self._window and since(now, self._try_at) >= self._resend_ms:
            self._resend_ms = min(self._resend_ms * 2, RESEND_MAX_MS)
            self._resend()
        self._pump()
        if since(now, self._beat_at) >= BEAT_MS:
            self._beat_at = now
            self._put({"t": "hb", "ms": now})
        if self._ack_due:
            self._put({"t": "ak"})
