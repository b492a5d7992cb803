"""The rules of speed die, tickets and skyscrapers, in the same subset of Python as the `play` of the standard rules."""
