"""Whole evenings on a board that only a camera sees."""

import pytest

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

from features.camera.seen_evening import SeenEvening, SeenHouse  # noqa: E402

ALL = 999
"""More moves than an evening has; the gate looks at five."""
OTHERS = [pytest.param(name, ALL, marks=pytest.mark.all) for name in ("mpmp", "haustein", "mega", "euronopoly")]


def with_hands_and_a_push(picture, count):
    """An arm lies over the board in every fifth second, and after a while somebody has pushed the camera."""
    seen = picture
    if count > 60:
        way = cv2.getRotationMatrix2D((600, 500), 1.5, 0.99)
        seen = cv2.warpAffine(seen, way, seen.shape[::-1], borderValue=110)
    if count % 25 < 5:
        seen = seen.copy()
        cv2.ellipse(seen, (200 + 9 * (count % 90), 500), (70, 420), 0, 0, 360, 90, -1)
    return seen


@pytest.mark.parametrize(
    ("edition", "moves"), [("classic", 5), pytest.param("classic", ALL, marks=pytest.mark.all), *OTHERS]
)
def test_an_evening_is_seen(tmp_path, monkeypatch, edition, moves):
    """Each move counts because the camera saw it, once and nowhere else; in the end all pieces are in place."""
    house = SeenHouse(tmp_path, monkeypatch, with_hands_and_a_push, readers=14)
    evening = SeenEvening(house, edition, ("sensible",) * 3, ("rounds:5",), "seen")
    try:
        evening.throws = min(4, moves // 2) if edition == "classic" else 0
        evening.begin()
        while (evening.seen < moves or evening.thrown < evening.throws) and evening.move():
            pass
        state, board = house.table.state, house.camera.board
        stand = {seat.tag: state.live.game.state.pieces.spaces[at] for at, seat in enumerate(state.lobby.seats)}
        seen = {uid: state.board_map.space(*place) for uid, place in board.reports.tags().items()}
        gone = state.live.game.state.turns.out
        assert {uid: stand[uid] for at, uid in enumerate(stand) if not gone[at]}.items() <= seen.items()
        assert evening.seen >= min(moves, 12)
        assert evening.thrown == evening.throws
    finally:
        house.close()
