"""What a node takes for its settings: those kept on it, then `config.py`, then defaults, and nothing that cannot be."""

import json
import types

import pytest

DEFAULTS = {"side": None, "readers": 10, "longest": 10, "gain": [5] * 10, "lights": 10, "milliamps": 500}
ALL = {"side": 1, "readers": 4, "longest": 10, "gain": [5, 4, 3, 0], "lights": 7, "milliamps": 300}


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Start with a builder's file of these names; `kept` is what an earlier start kept."""
    from node.settings import Settings

    monkeypatch.chdir(tmp_path)

    def run(kept=None, **names):
        if kept is not None:
            (tmp_path / "settings.json").write_text(kept if isinstance(kept, str) else json.dumps(kept))
        config = types.SimpleNamespace(**names)
        return Settings(config), config

    return run


def test_an_empty_file_is_a_side_of_ten(start):
    """A file that lacks everything gives a node that works; a starter has one reader, whatever else was written."""
    settings, config = start()
    assert (config.KIND, config.READERS, config.LONGEST_SIDE, config.PIXELS) == ("side", 10, 10, 10)
    assert (config.SIDE, config.GAIN, config.CONSOLE, config.PIXEL_MILLIAMPS) == (None, [5] * 10, False, 500)
    assert settings.wrong == []
    settings, config = start(KIND="starter", READERS=5, LONGEST_SIDE=1)
    assert (config.READERS, config.LONGEST_SIDE, settings.wrong) == (1, 1, ["readers"])


def test_what_was_kept_comes_before_the_builders_file(start):
    """Each value by itself: a file from an earlier firmware may lack some."""
    settings, config = start({"readers": 13, "new": 1}, READERS=10, LONGEST_SIDE=13, GAIN=(4,), PIXELS=0)
    assert settings.values == DEFAULTS | {"readers": 13, "longest": 13, "gain": [4] + [5] * 12, "lights": 0}
    assert (config.READERS, settings.wrong) == (13, [])


@pytest.mark.parametrize(
    ("kept", "wrong"),
    [
        ({"longest": 1}, ["longest"]),
        ({"readers": 15}, ["readers"]),
        ({"readers": True}, ["readers"]),
        ({"side": 4}, ["side"]),
        ({"gain": [6]}, ["gain"]),
        ({"gain": [5] * 11}, ["gain"]),
        ({"gain": 3}, ["gain"]),
        ({"lights": 301}, ["lights"]),
        ({"lights": -1}, ["lights"]),
        ({"milliamps": 39}, ["milliamps"]),
        ({"milliamps": 3001}, ["milliamps"]),
        ({"milliamps": "1"}, ["milliamps"]),
        ({"lights": "10", "side": "north"}, ["side", "lights"]),
        ("[1, 2", []),
        ("[1, 2]", []),
    ],
)
def test_what_cannot_be_is_a_default(start, kept, wrong):
    """It is named, and all else stays."""
    settings, _ = start(kept, READERS=10)
    assert (settings.values, settings.wrong) == (DEFAULTS, wrong)


def test_a_starter_leaves_the_port_its_current(start):
    """Its strip hangs on the same cable: 280 mA unless the builder says otherwise, 1 of them for each dark light."""
    settings, config = start({"lights": 260}, KIND="starter", READERS=1)
    assert (config.PIXELS, config.PIXEL_MILLIAMPS, settings.wrong) == (260, 280, [])
    settings, config = start({"lights": 261}, KIND="starter", READERS=1)
    assert (config.PIXELS, settings.wrong) == (1, ["lights"])
    settings, config = start({"lights": 300}, KIND="starter", READERS=1, PIXEL_MILLIAMPS=1000)
    assert (config.PIXELS, config.PIXEL_MILLIAMPS, settings.wrong) == (300, 1000, [])


def test_one_reader_more_than_the_longest_side_has_is_a_second_one_of_a_corner(start):
    """It may be there on a side of any length up to 13, with a gain of its own; two more cannot be."""
    settings, config = start(READERS=14, GAIN=(5,) * 13 + (3,))
    assert (config.READERS, config.LONGEST_SIDE, config.GAIN[13], settings.wrong) == (14, 13, 3, [])
    settings, config = start(READERS=11, LONGEST_SIDE=10, PIXELS=10)
    assert (config.READERS, config.LONGEST_SIDE, settings.wrong) == (11, 10, [])
    settings, config = start(READERS=12, LONGEST_SIDE=10)
    assert (config.READERS, config.LONGEST_SIDE, settings.wrong) == (12, 12, ["longest"])


def test_a_change_holds_from_the_next_start_on(start):
    """It is kept in one piece; the same again is no change."""
    settings, config = start()
    assert settings.change(ALL)
    assert config.READERS == 10
    settings, config = start()
    assert settings.values == ALL
    assert not settings.change({**ALL, "unknown": 1})
    assert settings.change({"side": 3})
    assert start()[0].values == {**ALL, "side": 3}


def test_a_change_that_was_cut_off_leaves_what_was_kept(start, monkeypatch):
    """The power fails while the file is written: the former settings are still there, whole."""
    settings, _ = start(ALL)

    def cut_off(values, file):
        file.write('{"side": 2, "rea')
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(json, "dump", cut_off)
        with pytest.raises(OSError):
            settings.change({"side": 2})
    settings, _ = start()
    assert (settings.values, settings.wrong) == (ALL, [])


@pytest.mark.parametrize(
    "wrong",
    [
        *({"longest": 2}, {"readers": 3}, {"side": 7}, {"gain": [9]}, {"lights": None}, {"lights": 281}),
        *({"milliamps": 20}, {"milliamps": 20, "lights": 0}),
    ],
)
def test_a_change_that_cannot_be_changes_nothing(start, wrong):
    """None of its values is kept."""
    settings, _ = start(ALL)
    with pytest.raises(ValueError):
        settings.change({"side": 2, **wrong})
    assert start()[0].values == ALL
