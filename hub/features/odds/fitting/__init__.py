"""Fits the evaluation of an edition (`hub.features.odds.position`) to games of bots.

Only this needs numpy (`pip install 'bankhalter[fit]'`): without it it would take hours. Plain Python reads the result.
"""
