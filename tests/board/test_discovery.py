"""Which ports are listed."""

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hub.board.spare import SeenPort, known_port_names, known_ports, seen_ports


def port(name, vendor, product, serial=None):
    info = ListPortInfo(name, skip_link_detection=True)
    info.vid, info.pid, info.serial_number, info.product = vendor, product, serial, "Board in FS mode"
    return info


def test_only_known_makes_are_listed(monkeypatch):
    """A debug probe and a port without ids are left alone; nodes come sorted by name, with their unique id."""
    plugged_in = [
        port("/dev/ttyACM1", 0x2E8A, 0x0005, "e6614c311b7e8f2b"),
        port("/dev/ttyUSB0", 0x1A86, 0x7523),
        port("/dev/ttyACM2", 0x2E8A, 0x000C),
        port("/dev/ttyS0", None, None),
        port("/dev/ttyACM0", 0x2E8A, 0x0005, "e6614c311b7e8f2a"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: plugged_in)
    assert [
        SeenPort("/dev/ttyACM0", "e6614c311b7e8f2a", "Board in FS mode", 0x2E8A, 0x0005, True),
        SeenPort("/dev/ttyACM1", "e6614c311b7e8f2b", "Board in FS mode", 0x2E8A, 0x0005, True),
    ] == known_ports()
    assert len(seen_ports()) == len(plugged_in)
    assert known_port_names() == ["/dev/ttyACM0", "/dev/ttyACM1"]
