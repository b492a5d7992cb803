"""What may become of a game: a position is played on by bots many times, and counted (FORESIGHT.md).

The caller passes a `Position`, which holds only what a seat or an onlooker may know, and gets an `Outlook`. The
work is done by processes of its own (`workers`), by one of two engines that nobody can tell apart but by their speed.
"""
