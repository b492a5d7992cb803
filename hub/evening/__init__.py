"""A game as a story for those who played it: figures and awards of the evening, and the way through it move by move.

Asked by `hub.server.http.story`. What it reads of a log is what `hub.export.story` lets out, so sealed bids stay
sealed.
"""
