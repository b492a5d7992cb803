"""Decisions: pure functions from a state and a command to facts or a refusal; nothing of the world is imported."""
