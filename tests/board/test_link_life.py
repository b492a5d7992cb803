"""The life of a link: hello, refusal, silence, overflow, clocks and failed readers."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from hub.board.clock import since
from hub.board.link import SILENT_MS, WINDOW, common_version
from hub.board.messages import Hello
from hub.board.roster import COUNTERS, NODES_MAX, Roster
from hub.board.wire import decode
from hub.table.interfaces.board import FaultEvent, MarginEvent, SnapshotEvent, TagEvent

UID = "04A1B2C3D4E5F6"


class TestLife:
    """Hello, silence, refusal, overflow."""

    def test_silence_ends_the_link_on_both_sides(self, table):
        """When nothing passes for 5 s both ends say so; when the wire is back they link again."""
        table.to_hub.cut = table.to_node.cut = True
        table.run(SILENT_MS + 1100)
        assert not table.hub.link.up
        assert not table.node.link.up
        assert (table.status().link, table.status().why) == ("lost", "silent")
        assert table.node.scene is None
        table.to_hub.cut = table.to_node.cut = False
        table.until(lambda: table.hub.link.up and table.node.link.up, 3000)

    def test_one_way_silence_is_enough(self, table):
        """If only the hub hears nothing, it ends the link, and the node learns it when the wire is back."""
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

    def test_an_echo_of_the_hub_is_no_node(self, table):
        """A terminal that echoes the hub's hello gets neither a link nor a word."""
        spoken = [
            line.text.encode() + b"\n" for line in table.lines.newest() if line.outward and '"t":"hi"' in line.text
        ]
        table.node.power_off()
        table.run(50)
        table.start_hub()
        sent = table.to_node.bytes_sent
        for line in spoken:
            table.hub.link.feed(line)
        table.run(5000)
        assert not table.hub.link.up
        assert table.to_node.bytes_sent == sent
        assert not table.roster.statuses()

    @pytest.mark.parametrize("offered", [[2, 3], [0, 0], [1], "1", None, [1, "x"]])
    def test_no_common_version_is_reported_in_words(self, world, offered):
        """A node of another age gets `bye` with a reason for programs and for people, again and again, and no link."""
        table = world()
        table.node.link.hello = {**table.node.link.hello, "v": offered}
        table.run(3000)
        byes = [decode(line.text.encode()) for line in table.lines.newest() if line.outward]
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
        byes = [decode(line.text.encode()) for line in table.lines.newest() if line.outward]
        assert {"hello"} == {bye["why"] for bye in byes}
        assert not table.roster.statuses()

    def test_overflow_on_a_living_link_is_healed_at_once(self, world):
        """More reports than the queue holds in one burst: one `all` with `resync` follows without a new link."""
        table = world("delayed").link_up()
        for i in range(80):
            table.node.put(UID, i % 10)
        table.until(lambda: len(table.ear.snapshots) > 1)
        assert SnapshotEvent("side-a", ((9, UID),), resync=True) == replace(table.ear.snapshots[-1], dropped=0)
        assert table.status().counters["links"] == 1

    def test_at_most_eight_messages_are_on_the_way(self, table):
        """A burst puts a window on the wire and no more until it is acknowledged."""
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

    def test_a_failed_reader_is_not_a_tag_that_left(self, table):
        """A reader that fails is a fault in report and status, and its tag is still there when it recovers."""
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

    def test_a_new_link_says_all_faults_again(self, table):
        """Readers that still fail after a new start have not recovered."""
        both = {3: "no_answer", 5: "hot"}
        for reader, what in both.items():
            table.node.fail(reader, what)
        table.run(100)
        assert table.status().faults == both
        table.boot_node()
        table.run(3000)
        assert (table.status().faults, table.status().counters["recovered"]) == (both, 0)


class TestRoster:
    """Which nodes are on the table, and what became of each."""

    @staticmethod
    def said_hello(roster: Roster, node: str, port: str, wrong: int = 0) -> SimpleNamespace:
        """A session on which a node has said hello, and whether it was refused."""
        session = SimpleNamespace(port=port, node=node)
        stat = dict.fromkeys(set(COUNTERS) - {"links", "dropped", "recovered"}, wrong)
        session.link = SimpleNamespace(up=False, stat=stat, clock=SimpleNamespace(rtt=None))
        session.refused = roster.admit(session, Hello(node, "side", 10, 1))
        session.link.up = not session.refused
        return session

    def test_the_last_of_four_may_say_hello_again(self):
        """It does not count itself as one of the others; a fifth is refused."""
        roster = Roster(simulated=False)
        nodes = [self.said_hello(roster, f"n{number}", f"port-{number}") for number in range(NODES_MAX)]
        assert roster.admit(nodes[-1], Hello("n3", "side", 10, 2)) is None
        assert self.said_hello(roster, "n4", "port-4").refused[0] == "too_many"

    @pytest.mark.parametrize(
        ("caps", "strip", "dark"),
        [((), False, False), (("readers",), False, True), (("readers", "lights", "strip"), True, False)],
    )
    def test_a_node_says_what_it_has(self, caps, strip, dark):
        """One that names no lights is dark, unless its firmware is older than that; so are settings it had to mend."""
        roster, session = Roster(simulated=False), SimpleNamespace(port="p", node="n0")
        session.link = SimpleNamespace(up=True, stat=dict.fromkeys(COUNTERS, 0), clock=SimpleNamespace(rtt=7))
        roster.admit(session, Hello("n0", "side", 10, 1, caps=caps, wrong=("gain",)))
        (shown,) = roster.statuses()
        assert (shown.strip, shown.dark, shown.mended, shown.rtt_ms) == (strip, dark, ("gain",), 7)

    def test_a_rival_that_was_unplugged_is_none_any_more(self):
        """As long as a second node has one's id, both are said to be doubles."""
        roster = Roster(simulated=False)
        self.said_hello(roster, "n0", "port-0")
        rival = self.said_hello(roster, "n0", "port-1")
        assert (rival.refused[0], roster.statuses()[0].why) == ("duplicate", "duplicate")
        roster.close(rival)
        assert roster.statuses()[0].why is None

    def test_what_went_wrong_is_counted_on_at_another_port(self):
        """A cable that is moved twice: the faults of all three ports add up."""
        roster = Roster(simulated=False)
        for number, wrong in enumerate((3, 4, 5)):
            self.said_hello(roster, "n0", f"port-{number}", wrong).link.up = False
        assert roster.statuses()[0].counters["bad"] == 12

    def test_a_whole_picture_says_which_readers_work_again(self):
        """One that fails now has not recovered; what a node has dropped stays known, what it measured before goes."""
        roster = Roster(simulated=False)
        self.said_hello(roster, "n0", "port-0")
        roster.fault("n0", 3, "no_answer")
        roster.margin(MarginEvent("n0", 1, (0, 1, 2, 3, 4, 4)))
        for faults, dropped in (({4: "hot", 5: "hot"}, 7), ({4: "hot", 5: "hot"}, 0)):
            roster.whole("n0", faults, dropped)
            (shown,) = roster.statuses()
            assert (shown.faults, shown.counters["recovered"], shown.counters["dropped"]) == (faults, 1, 7)
        roster.fault("n0", 4, None)
        assert roster.statuses()[0].counters["recovered"] == 2
        roster.forget_margins("n0")
        assert (shown.margins, roster.statuses()[0].margins) == ({1: (0, 1, 2, 3, 4, 4)}, {})
