"""What the terminal shows when a table is open.

Which board, where to go, the QR code for the tablet, the banker's PIN.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import segno

WARNING = (
    "",
    "Browsers will warn that this connection is not private, because only this computer vouches for its certificate.",
    'That is so at home: choose "Advanced" and go on, once on each device. In return its screen stays awake.',
)


def welcome(
    *,
    version: str,
    board: str,
    local_url: str,
    url: str,
    pin: str,
    folder: str,
    others: Sequence[str] = (),
    tls: bool = False,
) -> str:
    """The text of the welcome. `url` is what other devices in the house open, `local_url` this computer itself.

    `others` are further addresses of this computer; with `tls` a warning of the browsers is explained.
    """
    lines = [
        f"Bankhalter {version}",
        board,
        f"Games are kept in {folder}.",
        "",
        f"  This computer:  {local_url}",
        f"  Banker:         {url}/table",
        f"  Phones, guests: {url}",
        f"  Banker's PIN:   {pin}",
        *([f"  Also at:        {', '.join(others)}"] if others else []),
        *(WARNING if tls else ()),
        "",
        qr_blocks(f"{url}/table"),
        "Stop with Ctrl-C; the game goes on where you left it.",
    ]
    return "\n".join(lines)


def qr_blocks(text: str) -> str:
    """A QR code in half-height block characters, readable on dark and light terminals."""
    drawn = io.StringIO()
    segno.make(text, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
