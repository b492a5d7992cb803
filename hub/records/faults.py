"""What is wrong with a record, and in which line."""

from __future__ import annotations

TEXT_LENGTH_MAXIMUM = 400  # what a record names wrongly may be as long as its line


class RecordFault(Exception):
    """A record cannot be read, or does not play as it says; `line` counts from 1, 0 stands for the whole of it."""

    def __init__(self, line: int, text: str) -> None:
        if len(text) > TEXT_LENGTH_MAXIMUM:
            text = f"{text[:TEXT_LENGTH_MAXIMUM]}…"
        super().__init__(f"line {line}: {text}" if line else text)
        self.line, self.text = line, text
