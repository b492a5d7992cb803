"""Foresight: estimates how a game may go on, by many rollouts of a position by bots (ODDS.md).

The caller passes a `Position`, which holds only what a seat or an onlooker may know, and gets an `Outlook`. The work is
done in separate processes (`workers`), by one of two engines with identical results that differ only in speed.
"""
