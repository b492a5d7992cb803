"""The tests. Others install a package of this name, which `python -m tests.…` would find without this file."""
