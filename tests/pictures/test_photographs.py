"""Photographs by anybody are read as their dots; what is too large is not even opened."""

import io

import pytest
from PIL import Image, PngImagePlugin

from hub.pictures.drawings import NoPicture, Photograph
from hub.pictures.files import picture_of


def photograph(**told: str) -> bytes:
    """A green PNG that says something besides its dots."""
    made, texts = io.BytesIO(), PngImagePlugin.PngInfo()
    for key, text in told.items():
        texts.add_text(key, text)
    Image.new("RGB", (30, 30), "#00a000").save(made, "PNG", pnginfo=texts)
    return made.getvalue()


def test_a_photograph_leaves_nothing_but_its_dots():
    """What a camera writes into a file, such as where it was taken, does not get into the print."""
    found = picture_of(photograph(Location="Home Street 7"))
    assert isinstance(found, Photograph)
    assert b"Home Street" not in found.png


def test_a_file_that_is_far_too_large_is_not_opened():
    """Neither as bytes nor as dots."""
    with pytest.raises(NoPicture, match="bytes"):
        picture_of(b" " * 4_000_001)
