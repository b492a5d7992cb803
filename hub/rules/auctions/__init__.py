"""Ways to sell to the highest bidder."""
