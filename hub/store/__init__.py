"""Where a table's log is stored: one durable SQLite file in the data folder, next to its secrets. Used by `hub.cli`."""
