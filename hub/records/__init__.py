"""Game records: whole games or single situations as lines of text that people write and the hub replays by deciding.

Called by the commands `replay` and `record`, and by tests that keep games as fixtures. The format stands in
`hub/docs/RECORD.md`.
"""
