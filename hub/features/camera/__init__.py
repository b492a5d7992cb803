"""The camera: a board without electronics. It sees the pieces and dice, and reports them as nodes do (CAMERA.md).

Printed marks (`bankhalter print EDITION --marks`) say where the board is and which piece is which. Whatever a picture
leaves open is not seen, never guessed (`reading`). Pictures are looked at in a process of its own (`eyes`), and only
there is OpenCV needed; they are never stored.
"""

from hub.feature import Feature

FEATURE = Feature(
    __name__,
    commands={"camera": ".command"},
    at_table=".at_table",
    requests=".requests:REQUESTS",
    view=".requests:FIELDS",
    screens=("camera",),
    contract=".contract",
    offers={"camera board": ".board:camera_board"},
)
