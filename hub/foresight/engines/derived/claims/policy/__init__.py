"""What `hub.bots.sensible` would do where groups are claimed, in the same subset of Python as `play`."""
