"""What is wrong with a record, and in which line."""

from __future__ import annotations


class RecordFault(Exception):
    """A record cannot be read, or does not play as it says; `line` counts from 1, 0 stands for the whole of it."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.line, self.text = line, text
