"""A bot with common sense: one small adviser per question, put together in `player`."""
