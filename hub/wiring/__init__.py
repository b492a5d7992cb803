"""Everything of one evening put together: which board, which rules, which address; `bankhalter play` calls it."""


class CannotRun(Exception):
    """A command could not do what it was asked for; the text is one sentence: what is wrong, what to do."""
