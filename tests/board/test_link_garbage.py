"""Noise and nonsense on the wire."""

import logging
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from hub.board.wire import encode
from hub.table.interfaces.board import ButtonEvent

UID = "04A1B2C3D4E5F6"


class TestGarbage:
    """Whatever the wire says, the ends neither raise nor grow."""

    def test_a_flood_of_noise_changes_nothing(self, world):
        """After 300 kB of noise both ends are linked and a report gets through."""
        table, chance = world().link_up(), random.Random(5)
        for _ in range(300):
            table.hub.link.feed(chance.randbytes(chance.randrange(1, 900)))
            table.node.feed(chance.randbytes(chance.randrange(1, 900)))
        assert len(table.hub.link._lines._rest) <= 512
        table.run(8000)
        table.node.press("ok", "short")
        table.until(lambda: table.ear.reports)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports

    @settings(max_examples=200)
    @given(
        st.dictionaries(
            st.sampled_from(
                ["t", "l", "s", "k", "v", "ses", "re", "role", "id", "n", "ms", "e", "reader", "uid", "rgb"]
            ),
            st.sampled_from(["hi", "hb", "nk", "bye", "tag", "all", "lights", "node", "hub", "x"])
            | st.integers(-2, 12)
            | st.none()
            | st.lists(st.integers(0, 2), max_size=2),
            max_size=8,
        ),
        st.booleans(),
    )
    def test_framed_nonsense_raises_nothing(self, linked_pair, message, of_this_link):
        """Frames with a right checksum and wrong fields are counted, not crashed upon, and the ends go on listening."""
        table = linked_pair
        heard = table.hub.link.stat["rx"], table.node.link.stat["rx"]
        if of_this_link:
            message = {"k": 0, **message, "l": table.hub.link.link}
        table.hub.link.feed(encode(message))
        table.node.feed(encode(message))
        table.step()
        assert table.hub.link.stat["rx"] > heard[0]
        assert table.node.link.stat["rx"] > heard[1]

    def test_reports_that_make_no_sense_are_acknowledged_and_counted(self, world, caplog):
        """A report with an impossible reader is logged and counted as bad, not resent, and never reaches the table."""
        table = world().link_up()
        with caplog.at_level(logging.WARNING):
            table.node.report({"t": "tag", "reader": 10, "uid": UID, "on": True})
            table.node.report({"t": "button", "id": "bell", "press": "short"})
            table.node.report({"t": "dance"})
            table.node.press("ok", "short")
            table.run(500)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert table.hub.link.stat["bad"] == 3
        assert "reader 10 of 10" in caplog.text
