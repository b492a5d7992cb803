"""What families may agree on beside the rules of an edition: changes that make another sentence of it."""
