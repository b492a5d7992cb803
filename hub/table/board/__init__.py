"""How a table uses its board: reports become moves, pieces are located, lights are set."""
