"""The running game: its log and what is in force of it, the feed, chance, the tables it is played on."""
