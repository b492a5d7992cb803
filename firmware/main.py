"""Starts the application, unless `boot.py`, which shares these names, has found an order to be flashed."""

if not globals().get("maintenance"):
    from node.app import run

    run()
