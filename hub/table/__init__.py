"""One live table: its lobby, the running game, the views of each audience, and the exchange with the board."""
