"""Game records: whole games or single situations as lines of text that people write, replayed by deciding each command.

Called by the commands `replay` and `record`, and by tests that use games as fixtures. The format is described
in `hub/docs/RECORD.md`.
"""
