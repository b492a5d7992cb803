"""Noise and nonsense on the wire."""

import logging
import random

from hub.table.interfaces.board import ButtonEvent

UID = "04A1B2C3D4E5F6"


class TestGarbage:
    """Whatever the wire says, the ends neither raise nor grow."""

    def test_a_flood_of_noise_changes_nothing(self, table):
        """After 300 kB of noise both ends are linked and a report gets through."""
        chance = random.Random(5)
        for _ in range(300):
            table.hub.link.feed(chance.randbytes(chance.randrange(1, 900)))
            table.node.feed(chance.randbytes(chance.randrange(1, 900)))
        assert len(table.hub.link._lines._rest) <= 512
        table.run(8000)
        table.node.press("ok", "short")
        table.until(lambda: table.ear.reports)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports

    def test_reports_that_make_no_sense_are_acknowledged_and_counted(self, table, caplog):
        """A report with an impossible reader is logged and counted as bad, not resent, and never reaches the table."""
        with caplog.at_level(logging.WARNING):
            table.node.report({"t": "tag", "reader": 10, "uid": UID, "on": True})
            table.node.report({"t": "all", "tags": [], "faults": [[10, "no_answer"]]})
            table.node.report({"t": "button", "id": "bell", "press": "short"})
            table.node.report({"t": "dance"})
            table.node.press("ok", "short")
            table.run(500)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert table.hub.link.stat["bad"] == 4
        assert "reader 10 of 10" in caplog.text
