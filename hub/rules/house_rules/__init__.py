"""What families may agree on besides the rules of an edition: changes to its declaration."""
