"""The sensible bot of the derived engine: what `hub.bots.sensible` would do, in the same subset of Python as `play`."""
