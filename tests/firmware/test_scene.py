"""What a node shows and plays."""

import types

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture
def typed():
    from node.dice import TypedDice

    return TypedDice()


@pytest.fixture
def scene(typed):
    from node.scene import Scene

    scene = Scene(typed)
    scene.on_link(True)
    return scene


@pytest.mark.parametrize("at", [None, [283, 14]])
def test_lights_are_the_hubs(scene, at):
    """Six digits per pixel; of a strip the hub says which ones these colours are."""
    scene.on_lights({"rgb": "ff0000000080"} | ({"at": at} if at else {}))
    assert scene.colours(0) == (bytes((255, 0, 0, 0, 0, 128)), at)
    scene.on_lights({"rgb": "", "at": []})
    assert scene.colours(0)[0] == b""


@pytest.mark.parametrize(
    "sent",
    [
        *(
            {"rgb": "ff0000000080", "at": at}
            for at in ([1], [1, 2, 3], [1, -1], [1, 512], [1, "2"], [1, 2.0], [1, None])
        ),
        *({"rgb": "ff0000000080", "at": at} for at in (7, "ab", {})),
        *({"rgb": rgb} for rgb in ("xyz", "ff000", 7, None)),
    ],
)
def test_lights_that_make_no_sense_are_refused(scene, sent):
    """No colours, too few or too many places, none that can be, or no list; what was shown stays."""
    scene.on_lights({"rgb": "010203"})
    with pytest.raises((ValueError, TypeError)):
        scene.on_lights(sent)
    assert scene.colours(0) == (b"\1\2\3", None)


def test_what_the_hub_showed_goes_with_its_link(scene, typed):
    """Before it says what to show, a hub that came back finds nothing of what was shown for it, or another, before."""
    scene.on_lights({"rgb": "ff0000"})
    scene.on_lamps({"on": {"die1": "blink", "ok": "on"}})
    scene.on_text({"text": "3+4"})
    for linked in (False, True):
        scene.on_link(linked)
        assert (scene.text(), typed.press("die1", "long", 0)["press"]) == ("", "long"), "nobody types for a lost hub"
    assert (scene.colours(0), any(scene.lamps(0))) == ((b"", None), False)


def test_a_text_is_cut_where_the_display_ends(scene):
    """Two lines of sixteen characters, and not one more."""
    scene.on_text({"text": "Bahnhofstrasse 12, bitte weiter zu Start"})
    assert scene.text() == "Bahnhofstrasse 12, bitte weiter "


def test_lamps_blink_twice_a_second(scene, typed):
    """A blinking lamp is lit half the time, one that is not named never; as many dice are thrown as blink."""
    scene.on_lamps({"on": {"die1": "blink", "ok": "on"}})
    seen = [scene.lamps(now) for now in range(0, 1024, 4)]
    assert [sum(column) for column in zip(*seen, strict=True)] == [128, 0, 0, 256, 0]
    typed.press("die1", "long", 0)
    assert typed.faces == [1]


def test_without_a_hub_one_light_says_so(scene):
    """What the last hub wanted shown is gone, a dim light and the cancel lamp blink."""
    scene.on_lights({"rgb": "ff0000"})
    scene.on_link(False)
    assert {scene.colours(now)[0] for now in range(0, 1024, 8)} == {b"", b"\x18\x0c\x00"}
    assert {scene.lamps(now) for now in range(0, 1024, 8)} == {(False,) * 5, (False,) * 4 + (True,)}


def test_a_die_being_typed_in_shows_its_dots(scene, typed):
    """As many lights as its face, the dice lamps steady, ok blinking, the faces on the display."""
    scene.on_lamps({"on": {"die1": "blink", "die2": "blink"}})
    scene.on_text({"text": "1500"})
    typed.press("die1", "long", 0)
    one = scene.colours(0)[0]
    for _ in range(3):
        typed.press("die2", "short", 0)
    assert len(one) == 3
    assert len(other := scene.colours(0)[0]) == 3 * 3
    assert not other.startswith(one), "each die has a colour of its own"
    assert scene.text() == "1+3"
    assert scene.lamps(0) == (True, True, False, True, False)
    assert scene.lamps(256) == (True, True, False, False, False)
    scene.on_lamps({"on": {}})
    assert scene.text() == "1500"


def test_the_self_test_is_shown_reader_by_reader(scene):
    """Green works, red does not, until it has been seen."""
    scene.show_test([1], 3)
    shown, _ = scene.colours(0)
    assert [shown[i] > shown[i + 1] for i in (0, 3, 6)] == [False, True, False]
    scene.end_test()
    assert scene.colours(0) == (b"", None)


@given(st.binary(max_size=180), st.integers(50, 500))
def test_a_strip_never_draws_more_than_it_may(colours, milliamps):
    """However much is lit, 20 mA per full channel add up to no more than the cap, and little is not dimmed."""
    from node.scene import dimmed

    values, at = dimmed((colours, [7]), milliamps)
    assert at == [7]
    assert sum(values) * 20 / 255 <= milliamps + 1
    if sum(colours) * 20 / 255 <= milliamps:
        assert values == colours


def test_a_sound_ends_by_itself():
    """Its notes follow each other, each as long as it is written; silence and an unknown key are no errors."""
    from node.sounds import Melody

    now = [1000]
    melody = Melody(lambda: now[0])
    melody.on_sound({"key": "coin"})
    assert [melody.pitch(1000 + ms) for ms in (0, 79, 80, 239, 240)] == [1319, 1319, 1760, 1760, 0]
    melody.play("no_such_sound")
    assert melody.pitch(1010) == 880
    melody.play(None)
    assert melody.pitch(1010) == 0


def test_a_node_has_notes_for_every_sound_of_the_hub():
    """The beep for unknown keys is for newer hubs, not for what was forgotten."""
    from node.sounds import SOUNDS

    from hub.table.board import lights

    assert {lights.REFUSED, lights.YOUR_TURN, lights.WON} <= SOUNDS.keys()


def test_only_what_has_changed_is_written(scene, typed):
    """A display takes a while, and a strip that is being sent a frame must not be sent another."""
    from node.feedback import Feedback
    from node.sounds import Melody

    written, names = [], ("colours", "lamps", "pitch", "text")
    outputs = types.SimpleNamespace(**{name: lambda _, name=name: written.append(name) for name in names})
    melody = Melody(lambda: 0)
    feedback = Feedback(scene, melody, outputs, 100, lambda: 0)
    for change in (str, str, lambda: scene.on_text({"text": "3+4"}), lambda: melody.play("coin"), str):
        change()
        feedback.step()
    assert written == [*names, "text", "pitch"]
