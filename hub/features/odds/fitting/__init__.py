"""Fits the evaluation of an edition (`hub.features.odds.evaluation`) to games of bots: play, learn, say how good it is.

Only this needs numpy (`pip install 'bankhalter[fit]'`): learning takes a minute with it and hours without; who only
wants to know the odds needs the result, which plain Python reads.
"""
