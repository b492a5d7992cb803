"""The printed circuit of the side node: placed by hand, routed by our own router, judged by KiCad.

`place`, `judge` and `plot` run in Debian's Python, which has KiCad's module; the router needs nothing.
"""
