"""Hindsight: why a game ended as it did (ODDS.md): its odds throughout, and whether luck or skill moved them.

A game is cut into `spans`, each of which may have moved the odds; workers play rollouts of the positions between them
(`measuring`), and `highlights` turns the results into views for a table whose game is over (`looking_back`).
"""
