"""What `bankhalter doctor` knows of other programs, firewalls and guest networks, from what the real tools print."""

import codecs
import os
import sys
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from hub.features.doctor import command as doctor
from hub.features.doctor.command import Finding

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")

UNITS = """\
ModemManager.service loaded active running Modem Manager
brltty-udev.service  loaded active running Braille Device Support
brltty.path          loaded active waiting Braille Device Support
"""  # systemd 252, list-units --plain --no-legend
ZONE = """\
public (default, active)
  target: {target}
  icmp-block-inversion: no
  interfaces: wlp2s0
  sources:
  services: dhcpv6-client mdns ssh
  ports: {ports}
  protocols:
  forward: yes
  masquerade: no
  forward-ports:
  source-ports:
  icmp-blocks:
  rich rules:
"""  # firewalld 2.1, --list-all
REGISTRY = r"""
HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules
    TCP Query User{1F0E}C:\hub\python.exe    REG_SZ    v2.31|Action=%s|Active=%s|Dir=In|Protocol=%s|Profile=Private|App=C:\Hub\python.exe|Name=python|Desc=python|Defer=User|
    CoreNet-DHCP-In    REG_SZ    v2.31|Action=Allow|Active=TRUE|Dir=In|Protocol=17|LPort=68|App=%%SystemRoot%%\system32\svchost.exe|
"""  # noqa: E501 Windows 11, reg query


@pytest.fixture
def tool(tmp_path, monkeypatch):
    """Put a program first in the path that prints this and ends so."""

    def made(name, printed, code=0):
        (tmp_path / f"{name}.out").write_text(printed)
        (tmp_path / name).write_text(f"#!/bin/sh\ncat '{tmp_path}/{name}.out'\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")

    for name in ("systemctl", "firewall-cmd", "nmcli"):
        made(name, "", 1)
    monkeypatch.setattr(doctor, "UFW_CONF", tmp_path / "ufw.conf")
    return made


def told(findings: list[Finding]) -> list[str]:
    return [finding.text for finding in findings]


def test_a_computer_without_any_of_them_has_nothing_to_say(tool):
    """Commands that are missing or fail, whatever they print, are no finding."""
    shut = ZONE.format(target="DROP", ports="")
    for name, said in (("systemctl", UNITS), ("firewall-cmd", shut), ("nmcli", "yes:gast")):
        tool(name, said, 1)
    found = [*doctor.grabber_findings(), *doctor.firewall_findings(8080), *doctor.guest_findings(["10.0.0.2"])]
    assert found == []


def test_programs_that_take_ports_are_named(tool):
    """ModemManager and brltty, each with the command that ends it, by the name of its own unit."""
    tool("systemctl", UNITS)
    modems, braille = told([*doctor.grabber_findings()])
    assert "`sudo systemctl mask --now ModemManager`" in modems
    assert "`sudo systemctl mask --now brltty-udev.service`" in braille


@pytest.mark.parametrize(("conf", "on"), [("ENABLED=yes\nLOGLEVEL=low\n", True), ("ENABLED=no\n", False)])
def test_ufw_is_known_by_its_settings(tool, tmp_path, conf, *, on):
    """Only root may ask `ufw status`; whether it is on is in a file that everybody may read."""
    (tmp_path / "ufw.conf").write_text(f"# /etc/ufw/ufw.conf\n{conf}")
    assert ["sudo ufw allow 8080/tcp" in text for text in told([*doctor.firewall_findings(8080)])] == [True] * on


@pytest.mark.parametrize(
    ("target", "ports", "drops"),
    [
        ("default", "", True),
        ("default", "8080/udp 80/tcp", True),
        ("default", "8080/tcp", False),
        ("default", "1025-65535/udp 8000-8080/tcp", False),
        ("default", "8080-8090/tcp", False),
        ("default", "8000-8079/tcp", True),
        ("ACCEPT", "", False),
        ("DROP", "9000-9100/tcp", True),
    ],
)
def test_firewalld_is_asked_for_its_zone(tool, target, ports, *, drops):
    """A port in a range is open, another protocol's is not; what is dropped comes with the command that opens it."""
    tool("firewall-cmd", ZONE.format(target=target, ports=ports))
    found = [*doctor.firewall_findings(8080)]
    assert [finding.problem for finding in found] == [True] * drops
    assert all("--add-port=8080/tcp" in text for text in told(found))


@pytest.mark.parametrize(
    ("rule", "problems", "said"),
    [
        (("Block", "TRUE", 6), [True], "delete rule"),
        (("Allow", "TRUE", 6), [], ""),
        (("Block", "FALSE", 6), [False], "action=allow protocol=TCP localport=8080"),
        (("Allow", "TRUE", 17), [False], "action=allow protocol=TCP localport=8080"),
    ],
)
def test_windows_is_read_from_its_rules(rule, problems, said):
    """Who said no at the first start has left a rule that blocks; one that is off, or for UDP (17), says nothing."""
    found = [*doctor.windows_findings(REGISTRY % rule, 8080, r"C:\hub\python.exe")]
    assert [finding.problem for finding in found] == problems
    assert all(said in text for text in told(found))


def test_windows_is_read_in_its_own_letters(tool, tmp_path, monkeypatch):
    """Its tools print the letters of old DOS; its firewall knows the Python that an environment only begins."""
    program = r"C:\Users\Jürgen\python.exe"
    tool("reg", "")
    rules = (REGISTRY % ("Block", "TRUE", 6)).replace(r"C:\Hub\python.exe", program)
    (tmp_path / "reg.out").write_bytes(rules.encode("cp850"))
    as_on_windows = {"oem": codecs.lookup("cp850")}.get
    codecs.register(as_on_windows)
    try:
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(sys, "executable", r"C:\hub\.venv\Scripts\python.exe")
        monkeypatch.setattr(sys, "_base_executable", program)
        (text,) = told([*doctor.firewall_findings(8080)])
    finally:
        codecs.unregister(as_on_windows)
    assert f"the firewall of Windows blocks {program}" in text


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("no:Gast\nyes:FRITZ!Box Gastzugang\n", "FRITZ!Box Gastzugang"),
        ("yes:Hotel\\: guests\n", "Hotel: guests"),
        ("yes:Guest-5G\n", "Guest-5G"),
        ("yes:Begasteria\nno:guest\n", None),
    ],
)
def test_guest_networks_are_known_by_name(tool, listed, name):
    """The name of the network this computer is in, as NetworkManager escapes it."""
    tool("nmcli", listed)
    found = told([*doctor.guest_findings(["192.168.1.7"])])
    assert [f"“{name}”" in text for text in found] == [True] * (name is not None)


def test_a_fritz_box_keeps_its_guests_in_a_network_of_their_own(tool):
    """Also on a cable at its guest socket, where no name says so."""
    (text,) = told([*doctor.guest_findings(["fd00::1", "192.168.179.20"])])
    assert "guest network of a FRITZ!Box" in text


@pytest.mark.parametrize(
    ("addresses", "said"), [(["fd00::20"], True), (["192.168.1.20"], False), (["192.168.1.20", "fd00::20"], False)]
)
def test_a_network_of_ipv6_alone_is_named(monkeypatch, addresses, said):
    """The table is reached there, though not by devices that have only IPv4."""
    monkeypatch.setattr(doctor, "own_addresses", lambda: addresses)
    assert any("IPv6 alone" in finding.text for finding in doctor.address_findings(8080)) == said


@pytest.mark.parametrize(("awake", "said"), [(True, "stays awake"), (False, "turn off its sleep")])
def test_whether_it_stays_awake_is_known_before_the_game(awake, said):
    """Where nothing can be asked to keep the computer awake, people do it themselves."""
    (finding,) = doctor.sleep_findings(lambda: nullcontext(SimpleNamespace(active=awake)))
    assert said in finding.text
