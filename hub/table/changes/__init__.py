"""What changes a table: commands, undo, requests, reports, pauses. Functions over its state, under the lock."""
