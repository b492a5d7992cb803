"""Who may do what, and what is let in at all: keys, addresses, the filter before every request."""
