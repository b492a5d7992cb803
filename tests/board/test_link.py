"""Both ends of the link against each other in virtual time, over perfect, bytewise, lossy and delayed wires."""

import logging
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.board.clock import PERIOD_MS, since
from hub.board.link import SILENT_MS, WINDOW, common_version
from hub.board.wire import decode, encode
from hub.table.ports import ButtonEvent, DiceEvent, FaultEvent, NodeChanged, NodeScene, SnapshotEvent, TagEvent

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
    ids = [event_id for _, event_id in table.ear.taken]
    assert sorted(set(ids)) == ids


def test_nothing_is_resent_on_a_perfect_wire(world):
    """A wire without faults needs no resending, sees no gaps, no duplicates and no noise."""
    table = world().link_up()
    play(table, 6)
    table.run(3000)
    for end in (table.hub.link, table.node.link):
        assert {name: end.stat[name] for name in ("bad", "dup", "gap", "resend", "noise")} == {
            "bad": 0,
            "dup": 0,
            "gap": 0,
            "resend": 0,
            "noise": 0,
        }


def test_the_link_survives_the_wrap_of_the_clock(world):
    """Links, heartbeats and reports go on when both clocks wrap at 2^30 ms."""
    table = world(start_ms=PERIOD_MS - 3000).link_up()
    table.run(10_000)
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

    def test_killed_between_receiving_and_persisting(self, world, killed):
        """A report the dying hub had received but not made durable is delivered again to the next one."""
        table = world().link_up()
        table.ear.die_before = 1
        table.node.press("ok", "short")
        with pytest.raises(killed):
            table.run(100)
        table.start_hub()
        table.until(lambda: table.ear.reports)
        table.run(3000)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports

    def test_killed_between_persisting_and_acknowledging(self, world, killed):
        """A report that was durable but not acknowledged comes again and changes nothing."""
        table = world().link_up()
        table.ear.die_after = 1
        table.node.press("ok", "short")
        with pytest.raises(killed):
            table.run(100)
        table.start_hub()
        table.until(lambda: len(table.ear.snapshots) > 1)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert table.hub.link.stat["dup"] == 1

    def test_no_acknowledgement_before_the_effect(self, world, killed):
        """While the listener has not returned, no frame acknowledges the report."""
        table = world().link_up()
        table.run(300)
        before = max(decode(line.text.encode()).get("k", 0) for line in table.lines.after(0) if line.outward)
        table.ear.die_before = 1
        table.node.press("ok", "short")
        with pytest.raises(killed):
            table.run(100)
        after = max(decode(line.text.encode()).get("k", 0) for line in table.lines.after(0) if line.outward)
        assert before == after

    def test_a_node_that_reboots_starts_counting_again(self, world):
        """A new boot numbers its reports from 1, and they are not taken for old ones."""
        table = world().link_up()
        for _ in range(3):
            table.node.press("ok", "short")
        table.run(300)
        table.boot_node()
        table.node.press("cancel", "long")
        table.until(lambda: len(table.ear.reports) == 4)
        assert ButtonEvent("side-a", "cancel", "long") == table.ear.reports[-1]
        assert [NodeChanged("side-a", link) for link in ("linking", "up", "lost", "linking", "up")] == table.ear.links


class TestState:
    """What the node shows is state: the latest wins, and it is sent again when it may be gone."""

    def test_only_the_latest_scene_is_sent(self, world):
        """A hundred scenes shown before the wire is free cost one message of each kind."""
        table = world().link_up()
        sent_before = table.hub.link.stat["tx"]
        for color in range(100):
            table.show(NodeScene((color,)))
        table.run(50)
        assert NodeScene((99,)) == table.node.scene
        assert table.hub.link.stat["tx"] - sent_before <= 5

    def test_a_rebooted_node_is_told_again(self, world):
        """After a reboot the node shows the scene again, but does not play the sound twice."""
        table = world().link_up()
        table.show(SCENE)
        table.run(100)
        assert table.node.scene == SCENE
        table.boot_node()
        table.run(3000)
        assert NodeScene(SCENE.lights, SCENE.lamps, None, SCENE.text, SCENE.priority) == table.node.scene

    def test_a_command_for_an_earlier_boot_is_forgotten(self, world):
        """A maintenance order that never got through is not delivered to the next boot of the node."""
        table = world().link_up()
        table.to_node.cut = True
        table.roster.box("side-a").order_maintenance()
        table.run(500)
        table.boot_node()
        table.to_node.cut = False
        table.run(8000)
        assert table.node.link is not None
        assert table.node.link.up

    def test_maintenance_stops_the_application(self, world):
        """A node that is told to make room for flashing says goodbye and goes dark."""
        table = world().link_up()
        table.roster.box("side-a").order_maintenance()
        table.run(100)
        assert table.node.link is None
        assert (table.status().link, table.status().why) == ("lost", "maintenance")

    def test_a_light_for_each_of_32_readers_fits_a_frame(self, world):
        """The largest scene goes over the wire as it is."""
        table = world().link_up()
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


class TestLife:
    """Hello, silence, refusal, overflow."""

    def test_silence_ends_the_link_on_both_sides(self, world):
        """When nothing passes for 5 s both ends say so; when the wire is back they link again."""
        table = world().link_up()
        table.to_hub.cut = table.to_node.cut = True
        table.run(SILENT_MS + 1100)
        assert not table.hub.link.up
        assert not table.node.link.up
        assert (table.status().link, table.status().why) == ("lost", "silent")
        assert table.node.scene is None
        table.to_hub.cut = table.to_node.cut = False
        table.until(lambda: table.hub.link.up and table.node.link.up, 3000)

    def test_one_way_silence_is_enough(self, world):
        """If only the hub hears nothing, it ends the link, and the node learns it when the wire is back."""
        table = world().link_up()
        table.to_hub.cut = True
        table.run(SILENT_MS + 100)
        assert not table.hub.link.up
        table.to_hub.cut = False
        table.until(lambda: table.hub.link.up and table.node.link.up, SILENT_MS + 2000)
        assert table.status().counters["links"] == 2

    def test_the_hub_speaks_only_when_spoken_to(self, world):
        """A port on which no node speaks gets not a single byte, whatever comes out of it."""
        table = world()
        table.node.power_off()
        for noise in (b">>> \r\n", b"\x00\xff" * 300, b"Traceback (most recent call last):\n"):
            table.hub.link.feed(noise)
            table.run(2000)
        assert table.to_node.bytes_sent == 0

    def test_an_echo_of_the_hub_is_no_node(self, world):
        """A terminal that echoes the hub's words does not get a link with it."""
        table = world().link_up()
        spoken = [line.text.encode() + b"\n" for line in table.lines.after(0) if line.outward]
        table.start_hub()
        table.node.power_off()
        for line in spoken:
            table.hub.link.feed(line)
        table.run(5000)
        assert not table.hub.link.up
        assert not table.roster.statuses()

    @pytest.mark.parametrize("offered", [[2, 3], [0, 0], [1], "1", None, [1, "x"]])
    def test_no_common_version_is_said_in_words(self, world, offered):
        """A node of another age gets `bye` with a reason for programs and for people, again and again, and no link."""
        table = world()
        table.node.link.hello = {**table.node.link.hello, "v": offered}
        table.run(3000)
        byes = [decode(line.text.encode()) for line in table.lines.after(0) if line.outward]
        assert {"bye"} == {bye["t"] for bye in byes}
        assert len(byes) in (3, 4)
        assert byes[0]["why"] == "version"
        assert byes[0]["text"].startswith("hub speaks protocol 1 to 1, not ")
        assert (table.status().link, table.status().why) == ("refused", "version")

    def test_a_node_of_a_newer_range_is_welcome(self):
        """The newest version both ends know is taken."""
        assert common_version([1, 7]) == 1
        assert common_version([2, 7]) is None

    def test_a_hello_that_makes_no_sense_is_refused(self, world):
        """A node without an id gets `bye`, and the board does not list it."""
        table = world()
        table.node.link.hello = {"kind": "side", "readers": 10}
        table.run(1500)
        byes = [decode(line.text.encode()) for line in table.lines.after(0) if line.outward]
        assert {"hello"} == {bye["why"] for bye in byes}
        assert not table.roster.statuses()

    def test_overflow_drops_tags_and_says_so(self, world):
        """With no hub for long, tag reports are dropped, buttons are not; the picture after the link-up heals it."""
        table = world().link_up()
        table.to_hub.cut = True
        table.node.press("ok", "short")
        for i in range(40):
            table.node.put(UID, i % 10)
        table.run(SILENT_MS)
        table.to_hub.cut = False
        table.until(lambda: len(table.ear.snapshots) > 1)
        assert ButtonEvent("side-a", "ok", "short") in table.ear.reports
        assert SnapshotEvent("side-a", ((9, UID),), resync=True) == table.ear.snapshots[-1]
        assert table.status().counters["dropped"] > 0

    def test_overflow_on_a_living_link_is_healed_at_once(self, world):
        """More reports than the queue holds in one burst: one `all` with `resync` follows without a new link."""
        table = world("delayed").link_up()
        for i in range(80):
            table.node.put(UID, i % 10)
        table.until(lambda: len(table.ear.snapshots) > 1)
        assert SnapshotEvent("side-a", ((9, UID),), resync=True) == table.ear.snapshots[-1]
        assert table.status().counters["links"] == 1

    def test_at_most_eight_messages_are_on_the_way(self, world):
        """A burst puts a window on the wire and no more until it is acknowledged."""
        table = world().link_up()
        table.run(200)
        table.to_node.cut = True
        for _ in range(20):
            table.node.press("ok", "short")
        table.run(50)
        assert len(table.ear.reports) == WINDOW

    def test_the_clocks_converge(self, world):
        """Over a wire with 20 to 300 ms delay the offset of two clocks is known to within half the best round trip."""
        table = world("delayed")
        table.node_clock_ms = 123_456
        table.link_up()
        table.run(30_000)
        ahead = table.hub.link.clock.peer(table.ms) - table.ms
        assert abs(ahead - 123_456) <= table.hub.link.clock.rtt // 2 + 5
        node_now = table.node.now()
        assert abs(since(table.node.link.clock.peer(node_now), table.ms)) <= table.node.link.clock.rtt // 2 + 5

    def test_a_failed_reader_is_not_a_tag_that_left(self, world):
        """A reader that fails is a fault in report and status, and its tag is still there when it recovers."""
        table = world().link_up()
        table.node.put(UID, 3)
        table.node.fail(3, "no_answer")
        table.run(100)
        assert table.status().faults == {3: "no_answer"}
        table.node.recover(3)
        table.run(100)
        assert [
            TagEvent("side-a", 3, UID, True),
            FaultEvent("side-a", 3, "no_answer"),
            FaultEvent("side-a", 3, None),
        ] == (table.ear.reports)
        assert table.status().faults == {}


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
            table.node._report({"t": "tag", "reader": 10, "uid": UID, "on": True})
            table.node._report({"t": "button", "id": "bell", "press": "short"})
            table.node._report({"t": "dance"})
            table.node.press("ok", "short")
            table.run(500)
        assert [ButtonEvent("side-a", "ok", "short")] == table.ear.reports
        assert table.hub.link.stat["bad"] == 3
        assert "reader 10 of 10" in caplog.text
