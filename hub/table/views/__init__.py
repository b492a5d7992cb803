"""What each audience gets to see, made from lobby, game and board."""
