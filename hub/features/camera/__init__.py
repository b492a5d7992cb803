"""The camera: says what a picture of the board shows; `bankhalter camera`.

Printed marks (`bankhalter print EDITION --marks`) say where the board is and which piece is which. Whatever a picture
leaves open is not seen, never guessed (`reading`).
"""

from __future__ import annotations

from hub.feature import Feature

FEATURE = Feature(__name__, commands={"camera": ".command"})
