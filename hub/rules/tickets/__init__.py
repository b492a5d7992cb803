"""Shuttle tickets: getting them and riding on them."""
