"""One live table: who sits there, the running game, what everybody sees, what the board says and shows."""
