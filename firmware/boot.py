"""Runs first. If the node is about to be flashed, `main.py` starts nothing: a watchdog could not be stopped again."""

import os

try:
    os.remove("maintenance")
    maintenance = True  # this once; any later reset starts the application
except OSError:
    maintenance = False
