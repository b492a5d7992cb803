"""Ways into jail and out of it."""
