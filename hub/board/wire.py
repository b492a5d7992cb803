"""The line codec of the wire: one message is one line, JSON TAB crc32 LF, at most 512 bytes.

Both ends use it: the port threads of the hub and, copied unmodified, the firmware of a node. Anything else that appears
on the line (a prompt, a traceback, noise) fails the check and is simply not a message.
"""

import binascii
import json

MAX_LINE = 512
_NOTHING = ()


def encode(message):
    """Message (dict) -> its frame with LF. ValueError if the frame would be longer than MAX_LINE bytes."""
    body = json.dumps(message, separators=(",", ":")).encode()
    frame = body + b"\t%08x\n" % (binascii.crc32(body) & 0xFFFFFFFF)
    if len(frame) > MAX_LINE:
        raise ValueError("frame too long")
    return frame


def decode(line):
    """A line without its LF -> message (dict), or None when it is noise."""
    if line[-1:] == b"\r":
        line = line[:-1]
    end = len(line) - 9
    if end < 2 or len(line) >= MAX_LINE:
        return None
    body = line[:end]
    # The whole tail is compared, so only one spelling of a checksum counts (int() would take signs and blanks).
    if line[end:] != b"\t%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    try:
        message = json.loads(str(body, "ascii"))
    except (ValueError, RuntimeError):
        return None
    return message if isinstance(message, dict) else None


class Lines:
    """Splits a byte stream into lines, holding at most MAX_LINE bytes of an unfinished one."""

    def __init__(self):
        self._rest = b""
        self._skipping = False

    def push(self, data):
        """Take bytes, return the lines they finish, without LF.

        An overlong line comes out once, cut behind MAX_LINE, and is skipped up to its LF.
        """
        parts = (self._rest + data).split(b"\n")
        rest = parts.pop()
        if not parts and len(rest) <= MAX_LINE and not self._skipping:
            self._rest = rest
            return _NOTHING
        return self._finish(parts, rest)

    def _finish(self, parts, rest):
        lines = []
        for part in parts:
            if self._skipping:
                self._skipping = False
            elif part and part != b"\r":
                lines.append(part[: MAX_LINE + 1])
        if len(rest) > MAX_LINE and not self._skipping:
            lines.append(rest[: MAX_LINE + 1])
            self._skipping = True
        self._rest = b"" if self._skipping else rest
        return lines
