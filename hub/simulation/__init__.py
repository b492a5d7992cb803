"""Whole games played by bots, to find faults in rules and to measure. Called by `hub.commands`."""
