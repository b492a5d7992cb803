"""The model of a node: its pins, and what people do and see."""

from __future__ import annotations

import pytest
from emulation.model import Faults, NodeModel, pins

UID = "04A1B2C3D4E5F6"


@pytest.fixture
def model():
    """A side of thirteen readers, the tap reader and forty lights."""
    return NodeModel(13, lambda: 0.0, tap=True, pixels=40)


def test_buttons_pull_their_pins_low(model):
    """A pressed button is a low pin, all others stay high; without its pull-up it is low in any case."""
    assert not model.pin_read(pins.BUTTONS["ok"])
    for pin in pins.BUTTONS.values():
        model.pull_up(pin)
    for name, pin in pins.BUTTONS.items():
        model.press(name)
        assert [other for other, gpio in pins.BUTTONS.items() if not model.pin_read(gpio)] == [name]
        model.release(name)
        assert model.pin_read(pin) == 1
    with pytest.raises(ValueError, match="no such button"):
        model.press("die4")


def test_lamps_and_buzzer(model):
    """A lamp is lit by its pin or by PWM; the buzzer sounds while its PWM has a duty."""
    model.pin_write(pins.LAMPS["ok"], 1)
    model.pwm_write(pins.LAMPS["die2"], 1000, 30000)
    assert [name for name, on in model.lamps().items() if on] == ["die2", "ok"]
    model.pwm_write(pins.BUZZER, 880, 32768)
    assert model.buzzer_hz == 880
    model.pwm_write(pins.BUZZER, 880, 0)
    assert model.buzzer_hz == 0


def test_lights(model):
    """A word is green, red, blue; a short frame leaves the lights behind it, a long one is cut."""
    model.pixel_write(pins.PIXELS, [0x00FF10, 0x8000FF])
    assert model.pixels()[:3] == ((255, 0, 16), (0, 128, 255), (0, 0, 0))
    model.pixel_write(pins.PIXELS, [1] * 99)
    assert model.pixels() == ((0, 0, 1),) * 40


def test_a_tag_lies_where_it_was_put_last(model):
    """Putting a tag down lifts it from where it lay; taking one that is not there is no matter."""
    model.put(3, UID)
    model.put(9, UID)
    assert model.tags() == {UID: 9}
    model.take(UID)
    model.take(UID)
    assert model.tags() == {}


def test_the_decoders_wake_what_the_address_says(model):
    """Each address wakes its reader, three outputs have none, and the tap reader has a pin of its own."""
    awake = []
    for output in range(16):
        model.pin_write(pins.SELECT_ENABLE_N, 1)
        for bit, pin in enumerate(pins.SELECT_ADDRESS):
            model.pin_write(pin, output >> bit & 1)
        model.pin_write(pins.SELECT_ENABLE_N, 0)
        awake.append(model.awake)
    assert awake == [(index,) for index in range(13)] + [()] * 3
    model.release_pins()
    model.pin_write(pins.TAP_RESET, 1)
    assert model.awake == (13,)


def test_two_awake_readers_spoil_the_bus(model):
    """Both answer at once, a low wins, and it is counted."""
    model.fail(0, Faults(dead=0xF0))
    model.fail(13, Faults(dead=0x3C))
    model.pin_write(pins.SELECT_ENABLE_N, 0)
    model.pin_write(pins.TAP_RESET, 1)
    assert model.transaction(b"\xee\x00") == b"\x30\x30"
    assert model.counters.two_awake == 1


def test_more_readers_than_decoders_is_an_error():
    """Two decoders have sixteen outputs."""
    with pytest.raises(ValueError, match="16"):
        NodeModel(17, lambda: 0.0)


def test_the_firmware_knows_the_same_pins(staged):
    """The pins in the firmware's `config.py` are those of the board."""
    config = {}
    exec((staged / "config.py").read_text(), config)
    assert config["BUTTON_PINS"] == pins.BUTTONS
    assert config["LAMP_PINS"] == pins.LAMPS
    assert config["SELECT_PINS"] == pins.SELECT_ADDRESS
    assert config["SELECT_ENABLE_PIN"] == pins.SELECT_ENABLE_N
    assert config["TAP_RESET_PIN"] == pins.TAP_RESET
    assert config["CHIP_SELECT_PIN"] == pins.CHIP_SELECT
    assert config["PIXEL_PIN"] == pins.PIXELS
    assert config["BUZZER_PIN"] == pins.BUZZER
