"""What `hub.bots.sensible` would do under rules with claims, in the same subset of Python as `play`."""
