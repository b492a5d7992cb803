"""Both ends of the link against each other in virtual time, over perfect, bytewise, lossy, delayed and noisy wires."""

import logging
import random

import pytest

from hub.board.clock import PERIOD_MS
from hub.board.link import SILENT_MS
from hub.board.scenes import SceneBox
from hub.table.interfaces.board import (
    ButtonEvent,
    DiceEvent,
    NodeChanged,
    NodeScene,
    NodeSettings,
    SnapshotEvent,
    TagEvent,
)

WIRES = [("perfect", 1), ("bytewise", 1), ("delayed", 1), *(("lossy", seed) for seed in range(6))]
UID = "04A1B2C3D4E5F6"
SCENE = NodeScene((0xFF0000, 0x00FF00) + (0,) * 12, {"ok": "blink"}, "coin", "1500", (3, 4))


def play(world, moves):
    """So many reports of every kind, some of them in bursts."""
    expected = []
    for i in range(moves):
        world.node.press("ok", "short" if i % 2 else "long")
        expected.append(ButtonEvent("side-a", "ok", "short" if i % 2 else "long"))
        world.node.type_dice((1 + i % 6, 1 + i // 6 % 6))
        expected.append(DiceEvent("side-a", (1 + i % 6, 1 + i // 6 % 6)))
        if i % 3 == 0:
            world.run(400)
    return expected


@pytest.mark.parametrize(("kind", "seed"), WIRES)
def test_every_report_arrives_once_and_in_order(world, kind, seed):
    """On every kind of wire each report has its effect exactly once, in order, and the node shows the last scene."""
    table = world(kind, seed, rate=0.08 + 0.02 * seed).link_up()
    expected = play(table, 12)
    for color in range(20):
        table.show(NodeScene((color,)))
    table.show(SCENE)
    table.until(lambda: len(table.ear.reports) >= len(expected) and table.node.scene == SCENE, 600_000)
    table.run(3000)
    assert expected == table.ear.reports
    ids = [event_id for _, event_id in table.ear.taken if event_id]
    assert sorted(set(ids)) == ids


def test_nothing_is_resent_on_a_perfect_wire(table):
    """A wire without faults needs no resending, sees no gaps, no duplicates and no noise."""
    play(table, 6)
    table.run(3000)
    for end in (table.hub.link, table.node.link):
        assert [end.stat[name] for name in ("bad", "dup", "gap", "resend", "noise")] == [0] * 5


def test_the_link_survives_the_wrap_of_the_clock(world):
    """Links, heartbeats and reports go on when both clocks wrap at 2^30 ms."""
    table = world(start_ms=PERIOD_MS - 3000).link_up()
    table.run(4000)
    heard = table.hub.link.stat["rx"]
    table.run(6000)
    assert table.hub.link.stat["rx"] >= heard + 10  # five heartbeats and five answers
    table.node.press("ok", "short")
    table.run(500)
    assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
    assert table.status().counters["links"] == 1


class TestExactlyOnce:
    """Reports have their effect once, whoever is killed when."""

    @pytest.mark.parametrize(("kind", "seed"), [("perfect", 1), ("lossy", 3)])
    def test_a_hub_that_comes_back_hears_what_it_missed(self, world, kind, seed):
        """A new hub process gets the reports it missed, none of the old ones, and then the whole picture."""
        table = world(kind, seed).link_up()
        table.node.put(UID, 3)
        table.until(lambda: table.ear.reports)
        table.to_hub.cut = True
        table.node.press("ok", "short")
        table.run(200)
        table.start_hub()
        table.to_hub.cut = False
        table.until(lambda: len(table.ear.snapshots) > 1)
        assert [TagEvent("side-a", 3, UID, True), ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert SnapshotEvent("side-a", ((3, UID),)) == table.ear.snapshots[-1]

    @pytest.mark.parametrize(
        ("dies", "restarts", "known"),
        [
            pytest.param("die_before", True, 0, id="a hub between receiving and persisting"),
            pytest.param("die_after", True, 1, id="a hub between persisting and acknowledging"),
            pytest.param("die_before", False, 0, id="only the effect"),
        ],
    )
    def test_a_report_counts_once_wherever_its_hub_dies(self, table, killed, dies, restarts, known):
        """What was not durable comes again, what was changes nothing; nothing is acknowledged before its effect."""
        setattr(table.ear, dies, 1)
        table.node.press("ok", "short")
        with pytest.raises(killed):
            table.run(100)
        if restarts:
            table.start_hub()
        table.until(lambda: table.ear.reports and len(table.ear.snapshots) > restarts)
        table.run(3000)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert table.hub.link.stat["dup"] == known

    def test_a_node_that_reboots_starts_counting_again(self, table):
        """A new boot numbers its reports from 1, and they are not taken for old ones."""
        for _ in range(3):
            table.node.press("ok", "short")
        table.run(300)
        table.boot_node()
        table.node.press("cancel", "long")
        table.until(lambda: len(table.ear.reports) == 4)
        assert ButtonEvent("side-a", "cancel", "long") == table.ear.reports[-1]
        assert [NodeChanged("side-a", link) for link in ("linking", "up", "lost", "linking", "up")] == table.ear.links


class TestResending:
    """What is lost comes again: soon when the gap is seen, ever more slowly when nothing is heard."""

    def test_a_gap_is_asked_for_once_and_filled_at_once(self, table):
        """The first frame of a burst is lost: one `nk` for the five that follow, and all six are there within 50 ms."""
        table.run(200)
        perfect = table.to_hub.mangle
        table.to_hub.mangle = lambda frame: []
        table.node.press("ok", "long")
        table.to_hub.mangle = perfect
        for _ in range(5):
            table.node.press("ok", "short")
        table.run(50)
        assert [event.press for event in table.ear.reports] == ["long"] + ["short"] * 5
        assert sum('"t":"nk"' in line.text for line in table.lines.newest()) == 1
        assert table.hub.link.stat["gap"] == 5

    def test_resending_slows_down_until_there_is_an_answer(self, table):
        """A report goes out after 250, 500, 1000 and 2000 ms, not sixteen times in four seconds; so does the next."""
        table.run(200)
        for losses in (1, 2):
            table.to_hub.cut = True
            table.node.press("ok", "short")
            table.run(3700)
            table.to_hub.cut = False
            table.run(300)
            assert (table.node.link.stat["resend"], len(table.ear.reports)) == (4 * losses, losses)

    def test_a_picture_in_parts_arrives_as_one(self, world):
        """Twenty tags do not fit one frame; the table hears of them in one event."""
        table = world()
        uids = [f"04{i:012X}" for i in range(20)]
        for i, uid in enumerate(uids):
            table.node.tags[uid] = i % 10
        table.boot_node()
        table.link_up()
        (whole,) = table.ear.snapshots
        assert sorted(uid for _, uid in whole.tags) == uids

    def test_half_a_picture_is_forgotten_with_its_link(self, table):
        """The cable was out between its parts: what was taken away meanwhile does not lie there."""
        part = {"t": "all", "tags": [[0, UID]], "faults": [], "resync": False, "dropped": 0, "n": 100, "more": True}
        table.hub.message(part)
        table.hub.linked({})
        table.hub.message({**part, "tags": [], "n": 101, "more": False})
        assert table.ear.snapshots[-1].tags == ()

    def test_what_was_lost_is_counted_once_however_many_parts_say_so(self, world):
        """Each part names all reports that were dropped since the node began."""
        table = world().link_up()
        part = {"t": "all", "tags": [], "faults": [], "resync": True, "dropped": 32, "n": 100, "more": True}
        table.hub.message(part)
        table.hub.message({**part, "n": 101, "more": False})
        assert table.status().counters["dropped"] == 32


class TestState:
    """What the node shows is state: the latest wins, and it is sent again when it may be gone."""

    def test_only_the_latest_scene_is_sent(self, table):
        """A hundred scenes shown before the wire is free cost one message of each kind."""
        sent_before = table.hub.link.stat["tx"]
        for color in range(100):
            table.show(NodeScene((color,)))
        table.run(50)
        assert NodeScene((99,)) == table.node.scene
        assert table.hub.link.stat["tx"] - sent_before <= 5
        table.roster.box("side-a").show(NodeScene((99,)))
        assert table.roster.box("side-a").idle, "what is shown already is not sent, or a sound would be heard twice"

    def test_a_rebooted_node_is_shown_everything_again(self, table):
        """After a reboot the node shows the scene again, but does not play the sound twice."""
        table.show(SCENE)
        table.run(100)
        assert table.node.scene == SCENE
        table.boot_node()
        table.run(3000)
        assert NodeScene(SCENE.lights, SCENE.lamps, None, SCENE.text, SCENE.priority) == table.node.scene

    @pytest.mark.parametrize(("boots", "read"), [(True, 0), (False, 1)])
    def test_an_order_is_for_the_boot_that_it_was_meant_for(self, table, boots, read):
        """A sweep that never got through is asked when the wire is back, but not of the next boot of the node."""
        table.to_hub.cut = table.to_node.cut = True
        table.roster.box("side-a").sweep()
        table.run(SILENT_MS + 1100)
        if boots:
            table.boot_node()
        table.to_hub.cut = table.to_node.cut = False
        table.run(8000)
        assert table.node.link.up
        assert table.node.link.stat["bad"] == read, "a simulated node cannot sweep"

    @pytest.mark.parametrize(("milliamps", "sent"), [(None, False), (300, True)])
    def test_a_node_is_set_nothing_that_it_does_not_have(self, milliamps, sent):
        """An older firmware refuses all settings if one of them is nothing."""
        box = SceneBox()
        box.configure(NodeSettings(side=0, readers=1, longest=10, gain=(5,), lights=1, milliamps=milliamps))
        assert ("milliamps" in box.next()["values"]) == sent

    def test_a_light_for_each_of_32_readers_fits_a_frame(self, table):
        """The largest scene goes over the wire as it is."""
        largest = NodeScene(
            (0xFFFFFF,) * 32,
            dict.fromkeys(("die1", "die2", "die3", "ok", "cancel"), "blink"),
            "x" * 20,
            '"' * 32,
            tuple(range(32)),
        )
        table.show(largest)
        table.until(lambda: table.node.scene == largest)

    @pytest.mark.parametrize(
        "scene",
        [
            NodeScene((0,) * 33),
            NodeScene((0x1000000,)),
            NodeScene(text="ä"),
            NodeScene(text="1" * 33),
            NodeScene(sound=""),
            NodeScene(priority=(32,)),
            NodeScene(lamps={"bell": "on"}),
        ],
    )
    def test_a_scene_that_cannot_be_sent_is_refused_at_once(self, world, scene):
        """Whoever asks for an impossible scene is told so; the port thread never meets it."""
        with pytest.raises(ValueError, match=r"light|text|sound|priority|lamp"):
            world().show(scene)


class TestOddFrames:
    """What only a disturbed line or a broken peer sends."""

    @pytest.mark.parametrize("end", ["hub", "node"])
    def test_an_old_sequence_number_has_no_effect_again(self, table, monkeypatch, end):
        """It is acknowledged again, since the acknowledgement may have been lost, and counted; not carried out."""
        table.node.press("ok", "short")
        table.show(SCENE)
        table.run(1000)
        link, heard = getattr(table, end).link, []
        monkeypatch.setattr(link.owner, "message", heard.append)
        taken, before = link._taken, link.stat["dup"]
        assert taken >= 1
        link._receive({"t": "cfg", "l": link.link, "s": taken, "k": 0})
        assert (heard, link._taken, link.stat["dup"], link._ack_due) == ([], taken, before + 1, True)
        link._receive({"t": "cfg", "l": link.link, "s": taken + 1, "k": 0})
        assert (len(heard), link._taken) == (1, taken + 1)

    @pytest.mark.parametrize("end", ["hub", "node"])
    def test_what_belongs_to_another_link_has_no_effect(self, table, monkeypatch, end):
        """A late goodbye does not end this link, and a late message is not carried out."""
        table.run(1000)
        link, heard = getattr(table, end).link, []
        monkeypatch.setattr(link.owner, "message", heard.append)
        for frame in ({"t": "cfg", "s": link._taken + 1, "k": 0}, {"t": "bye", "why": "stopped"}):
            link._receive({**frame, "l": link.link + 1})
        assert (heard, link.up) == ([], True)

    @pytest.mark.parametrize("end", ["hub", "node"])
    def test_more_is_acknowledged_than_was_sent(self, table, end):
        """Only what is on the wire counts; the next message has the next number, and the link goes on."""
        table.run(1000)
        link = getattr(table, end).link
        base = link._base
        link._receive({"t": "ack", "l": link.link, "k": base + 100})
        assert link._base == base + len(link._window)
        table.node.press("ok", "short")
        table.until(lambda: ButtonEvent("side-a", "ok", "short") in table.ear.reports, 60_000)


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
