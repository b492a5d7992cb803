"""The rules of the derived engine, split like a rulebook: each command of the hub is one step, each task one frame.

Only whole numbers, `if`, `while`, `for … in range` and calls are used here, because `translate` turns this source into
C; whether it is the same game as that of `hub.rules` is proved by replaying games through both (FORESIGHT.md).
"""
