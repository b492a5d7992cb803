"""Hindsight: why a game ended as it did (FORESIGHT.md). The odds all along it, and what moved them: chance or people.

A game is cut into `spans`, each of which may have moved the odds; the positions between them are played on by workers
(`measuring`), and `telling` puts what that says into words for a table whose game is over (`looking_back`).
"""
