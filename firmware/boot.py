"""The first thing that runs. After an order to be flashed it starts nothing, so that nothing disturbs the flashing.

A watchdog that runs cannot be stopped, so the application leaves a flag and resets; this boot finds the flag, takes it
away and keeps application and watchdog off. Any later reset starts the application again.
"""

import os

try:
    os.remove("maintenance")
    maintenance = True
except OSError:
    maintenance = False
