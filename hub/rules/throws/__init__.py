"""Ways to throw the dice and to begin."""
