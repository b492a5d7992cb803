"""The running game: its log, the moves in force, the feed, chance, and the tables it is played on."""
