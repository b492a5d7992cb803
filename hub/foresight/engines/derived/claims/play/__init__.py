"""The rules of claims and credit, in the same subset of Python as the `play` of the standard rules."""
