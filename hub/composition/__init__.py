"""Composition of the hub: creates all parts of a table or a club and connects them; called by the commands."""


class CannotRun(Exception):
    """A command failed; the message is one sentence that says what is wrong and what to do."""
