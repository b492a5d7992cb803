"""Who acts at a table without being a person: bots, and the hands of a simulated board."""
