"""Fingers on buttons: bounces, short and long presses, real dice typed in."""

import asyncio
import random
import types

import pytest

MASK = (1 << 30) - 1


def sampled(levels, start_ms=MASK - 500):
    """What a button says to (down, ms) pieces, sampled every 4 ms, with a clock that wraps on the way."""
    from node.buttons import SAMPLE_MS, Button

    button, now, said = Button(start_ms), start_ms, []
    for down, ms in ((False, 100), *levels):
        for _ in range(ms // SAMPLE_MS):
            now = now + SAMPLE_MS & MASK
            if press := button.sample(down, now):
                said.append(press)
    return said


def bouncing(chance, down):
    """A contact that changes, bounces for up to 15 ms and comes to rest."""
    return [(chance.random() < 0.5, 4) for _ in range(chance.randrange(4))] + [(down, 60)]


BOUNCY = [level for _ in range(100) for down in (True, False) for level in bouncing(random.Random(_), down)]


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ([(True, 80), (False, 80)], ["short"]),
        ([(True, 560), (False, 80)], ["short"]),
        ([(True, 700), (False, 80)], ["long"]),
        ([(True, 5000)], ["long"]),
        ([(True, 4), (False, 80)], []),
        ([(True, 80), (False, 4), (True, 80), (False, 80)], ["short"]),
        ([(True, 80), (False, 80)] * 3, ["short"] * 3),
        pytest.param(BOUNCY, ["short"] * 100, id="a contact that bounces at both ends"),
        ([(True, 8), (False, 8), (True, 60), (False, 8), (True, 8), (False, 60)] * 20, ["short"] * 20),
    ],
)
def test_what_a_finger_did(levels, said):
    """Short when let go, long while held, once each; a spark of one sample is nothing, a bounce of two no press."""
    assert sampled(levels) == said


def test_a_button_held_at_boot_means_nothing():
    """It counts from the first time it is let go."""
    from node.buttons import Button

    button = Button(0)
    assert [button.sample(down, now) for now, down in ((100, True), (800, True), (900, False), (904, False))] == [
        None
    ] * 4


class TestTypedDice:
    """A long press on a die button begins."""

    @pytest.fixture
    def typed(self):
        """Two dice are to be thrown."""
        from node.dice import TypedDice

        typed = TypedDice()
        typed.expect(2)
        return typed

    def test_each_press_raises_a_face_and_ok_confirms(self, typed):
        """The first press sets a one; after six comes one; nothing is reported before ok."""
        presses = [("die1", "long"), *[("die1", "short")] * 7, *[("die2", "short")] * 3]
        assert [typed.press(button, press, 0) for button, press in presses] == [None] * 11
        assert typed.text() == "2+3"
        assert typed.press("ok", "short", 0) == {"t": "dice", "faces": [2, 3]}
        assert typed.faces is None

    def test_ok_waits_for_all_dice(self, typed):
        """A die that is not set yet shows a dash."""
        typed.press("die2", "long", 0)
        assert typed.text() == "-+1"
        assert typed.press("ok", "short", 0) is None
        assert typed.faces == [0, 1]

    def test_cancel_forgets(self, typed):
        """Cancel answers the typing, not the hub's question; a die that is not thrown begins nothing."""
        typed.press("die1", "long", 0)
        assert typed.press("cancel", "short", 0) is None
        for button, press in (("cancel", "short"), ("die3", "long")):
            assert typed.faces is None
            assert typed.press(button, press, 0) == {"t": "button", "id": button, "press": press}
        assert typed.faces is None

    def test_what_nobody_goes_on_typing_is_forgotten(self, typed):
        """Half a minute after the last press, even of a die that is not thrown."""
        typed.press("die1", "long", 1000)
        typed.tick(30_000)
        assert typed.press("die3", "short", 30_000) is None
        typed.tick(59_000)
        assert typed.faces == [1, 0]
        typed.tick(60_000)
        assert typed.faces is None

    def test_the_console_looks_at_the_clock(self, monkeypatch):
        """Each look at the buttons is also one at the time of whoever types; each press is heard, and reported."""
        from node.console import Console

        async def wait(_ms):
            await asyncio.sleep(0)

        monkeypatch.setattr(asyncio, "sleep_ms", wait)
        ticks, played, reported = [], [], []
        typed = types.SimpleNamespace(tick=ticks.append, press=lambda name, press, _now: f"{press} {name}")
        console = Console({}, typed, types.SimpleNamespace(play=played.append), reported.append, lambda: 5)
        console.run(lambda: None).send(None)
        console._pressed("ok", "short", 5)
        assert (ticks, played, reported) == ([5], ["key"], ["short ok"])

    def test_another_throw_forgets_what_was_typed(self, typed):
        """Somebody threw on a phone meanwhile: no die is wanted any more, and a long press is a long press."""
        typed.press("die1", "long", 0)
        typed.expect(2)
        assert typed.faces == [1, 0], "the same throw, asked for again"
        typed.expect(0)
        assert typed.faces is None
        assert typed.press("die1", "long", 0) == {"t": "button", "id": "die1", "press": "long"}
