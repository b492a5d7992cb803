"""Where a table's log is kept: one durable SQLite file in the data folder, beside its secrets. Used by `hub.cli`."""
