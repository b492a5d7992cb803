"""A table's log on a PostgreSQL server: for clubs, where many tables stand on one database (extra `club`)."""
