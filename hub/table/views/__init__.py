"""The views of each audience, computed from lobby, game and board."""
