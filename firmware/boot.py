"""Runs first. If the node is about to be flashed, `main.py` starts nothing: a started watchdog cannot be stopped."""

import os

try:
    os.remove("maintenance")
    maintenance = True  # only this once: the next reset starts the application
except OSError:
    maintenance = False
