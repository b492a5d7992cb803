"""What a table makes of its board: reports become moves, pieces are looked for, lights are set."""
