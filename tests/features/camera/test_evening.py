"""Whole evenings on a board that only a camera sees."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from features.camera.seen_evening import SeenEvening, SeenHouse


def test_an_evening_is_seen(tmp_path, monkeypatch):
    """Every move is played because the camera saw it, and nothing else is."""
    house = SeenHouse(tmp_path, monkeypatch, lambda picture, _count: picture, readers=10)
    evening = SeenEvening(house, "classic", ("sensible",) * 3, ("rounds:5",), "seen")
    try:
        evening.begin()
        while evening.move():
            pass
    finally:
        house.close()
    print(evening.moves, house.now_ms)
