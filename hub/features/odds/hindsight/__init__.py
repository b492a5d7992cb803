"""Hindsight: why a game ended as it did (ODDS.md): `spans`, `desk` measures between them, `weighing` the changes."""
