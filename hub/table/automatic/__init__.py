"""Whatever acts at a table on its own: bots, the auctioneer, simulated hands, and the desks of its odds."""
