"""What `hub.bots.sensible` would do with tickets, malls and skyscrapers, in the same subset of Python as `play`."""
