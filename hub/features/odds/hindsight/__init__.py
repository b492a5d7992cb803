"""Hindsight: why a game ended as it did (ODDS.md): `spans`, `measuring` between them, and `weighing` the changes."""
