"""Everything that changes a table: commands, undo, requests, reports, pauses; functions called under its lock."""
