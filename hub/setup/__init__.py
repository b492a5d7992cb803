"""How a checkout is set up, checked and handed over to the workshop: what `python3 hub` does besides the commands."""
