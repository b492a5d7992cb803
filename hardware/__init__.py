"""The board as code: one pin map, the side node's circuit, its drawings, its parts and what models say about them.

`python3 hub hardware` calls `hardware.produce`; nothing of the hub imports this package.
"""
