"""The rules of the derived engine, arranged like a rulebook: each command of the hub is one step, each task one frame.

Only integers, `if`, `while`, `for … in range` and calls are used here, because `translate` turns this source into C.
Games are replayed through this and through `hub.rules` to test that both are the same game (FORESIGHT.md).
"""
