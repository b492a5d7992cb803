"""Decisions: pure functions from a state and a command to facts or a refusal.

Imports the domain and nothing of the world.
"""
