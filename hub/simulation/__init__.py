"""Whole games played by automatic players, for finding faults in rules and for measuring. Called by `hub.commands`."""
