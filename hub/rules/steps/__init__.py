"""The turn plan: what a turn consists of, in order."""
