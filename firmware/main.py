"""Starts the application, unless `boot.py`, whose variables it shares, has found that the node is to be flashed."""

if not globals().get("maintenance"):
    from node.app import run

    run()
