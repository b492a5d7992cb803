"""Shares of players: guide price, market with the bank and among players, reports, dividends, takeovers."""
