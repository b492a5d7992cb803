"""Stores a table's log durably: in one SQLite file in the data folder, next to its secrets, or on a database server."""
