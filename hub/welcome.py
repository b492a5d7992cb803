"""What the terminal shows when a table is open.

Which board, where to go, the QR code for the tablet, the banker's PIN.
"""

from __future__ import annotations

import io

import segno


def welcome(*, version: str, board: str, local_url: str, url: str, pin: str, folder: str) -> str:
    """The text of the welcome. `url` is what other devices in the house open, `local_url` this computer itself."""
    lines = [
        f"Bankhalter {version}",
        board,
        f"Games are kept in {folder}.",
        "",
        f"  This computer:  {local_url}",
        f"  Banker:         {url}/table",
        f"  Phones, guests: {url}",
        f"  Banker's PIN:   {pin}",
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
