"""The hotspot against NetworkManager's double of python-dbusmock, on a bus of the test's own."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.waiting import until
from jeepney import HeaderFields

from hub import cli
from hub.features.hotspot import network_manager
from hub.features.hotspot.at_table import Joining, is_on
from hub.features.hotspot.wifi import Wifi, own_wifi

SYSTEM_PYTHON = "/usr/bin/python3"
NAME, ROOT = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"
pytestmark = [
    pytest.mark.gate,
    pytest.mark.skipif(
        shutil.which("dbus-daemon") is None
        or subprocess.run((SYSTEM_PYTHON, "-c", "import dbusmock"), capture_output=True, check=False).returncode != 0,
        reason="needs python3-dbusmock",
    ),
]


@pytest.fixture
def call(monkeypatch):
    """Calls a method of the double, which begins in no network and without a Wi-Fi device."""
    daemon = ("dbus-daemon", "--session", "--nofork", "--print-address")
    bus = subprocess.Popen(daemon, stdout=subprocess.PIPE, text=True)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.stdout.readline().strip())
    parameters = json.dumps({"State": 20})
    command = (SYSTEM_PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager", "--parameters", parameters)
    double = subprocess.Popen(command)

    def called(*words):
        command = ("busctl", f"--address={os.environ['DBUS_SYSTEM_BUS_ADDRESS']}", *words)
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    until(lambda: called("get-property", NAME, ROOT, NAME, "State"), "the double")
    yield called
    for process in (double, bus):
        process.terminate()
        process.communicate()


@pytest.fixture
def wifi(call):
    """The same with a Wi-Fi device."""
    call("call", NAME, ROOT, "org.freedesktop.DBus.Mock", "AddWiFiDevice", "ssu", "wlan0", "wlan0", "30")
    return call


def hotspot(folder: Path, *words: str) -> int:
    return cli.main(["hotspot", *words, "--data-dir", str(folder)])


def test_it_opens_and_closes(wifi, tmp_path, capsys):
    """By a name and password that stay the same, as a Wi-Fi that shares this computer's network."""
    assert hotspot(tmp_path, "status") == 0
    off = capsys.readouterr().out
    assert off.endswith("off.\n")
    assert hotspot(tmp_path, "on") == 0
    assert capsys.readouterr().out == off.replace("off.", "on.")
    settings = wifi("call", NAME, f"{ROOT}/Settings/0", f"{NAME}.Settings.Connection", "GetSettings")
    assert all(f'"{word}"' in settings for word in ("ap", "shared", "wpa-psk", "Bankhalter"))
    assert '"autoconnect" b false' in settings, "it never opens by itself"
    assert hotspot(tmp_path, "on") == 0
    assert hotspot(tmp_path, "off") == 0
    assert capsys.readouterr().out.endswith("off.\n")
    assert wifi("get-property", NAME, f"{ROOT}/Settings", f"{NAME}.Settings", "Connections").strip() == "ao 0"


def test_where_there_is_a_network_it_stays_closed(wifi, tmp_path, capsys):
    """If it was asked to open only if alone: also where it leads no further, but not where one is only tried."""
    for state, then in (("70", "off"), ("50", "off"), ("20", "on"), ("40", "on")):
        wifi("call", NAME, ROOT, "org.freedesktop.DBus.Mock", "SetGlobalConnectionState", "u", state)
        assert hotspot(tmp_path, "on", "--if-alone") == 0
        assert capsys.readouterr().out.endswith(f"{then}.\n")
        assert hotspot(tmp_path, "off") == 0
        capsys.readouterr()


def test_a_computer_without_wifi_or_networkmanager(call, tmp_path, monkeypatch, capsys):
    """It says so in a sentence; without the latter there is no bus to ask on."""
    assert hotspot(tmp_path, "on") == 1
    assert "no Wi-Fi" in capsys.readouterr().err
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert hotspot(tmp_path, "status") == 1
    assert "no NetworkManager" in capsys.readouterr().err


MOCK = "org.freedesktop.DBus.Mock"
DEVICE = f"{ROOT}/Devices/wlan0"
HOME = Wifi("Zuhause", "am Bach 7, links")
REASONS = {7: "password", 11: "password", 53: "gone", 16: "address", 1: "other"}
"""What NetworkManager says, and what that is called here."""

MEANT = {"address": {5, 15, 16, 17}, "password": {7, 8, 9, 10, 11}, "gone": {53}}
"""Of NMDeviceStateReason: IP_CONFIG_UNAVAILABLE and DHCP_…; NO_SECRETS and SUPPLICANT_…; SSID_NOT_FOUND."""


def test_each_reason_for_which_a_wifi_is_not_joined_is_known():
    """Whoever mistyped the password reads so, however the router says it."""
    assert {name: {one for one, of in network_manager.TROUBLE.items() if of == name} for name in MEANT} == MEANT


@pytest.fixture
def joining(wifi, tmp_path):
    """The house has two routers, a café an open Wi-Fi, a school one with names; the hub has opened its own."""
    assert hotspot(tmp_path, "on") == 0
    own = own_wifi(tmp_path)
    near = [(HOME.name, 40, 0x100), (HOME.name, 80, 0x100), ("Café", 60, 0)]
    near += [("", 90, 0x100), ("Schule", 99, 0x200), ("Neu", 20, 0x400), (own.name, 100, 0x100)]
    for number, (name, strength, means) in enumerate(near):
        given = (DEVICE, f"p{number}", name, "00:00:00:00:00:00", "2", "2412", "54", str(strength), str(means))
        wifi("call", NAME, ROOT, MOCK, "AddAccessPoint", "ssssuuuyu", *given)
    return Joining(lambda: own)


def settings(call) -> list[str]:
    """Everything that NetworkManager keeps, a text for each profile."""
    listed = call("get-property", NAME, f"{ROOT}/Settings", f"{NAME}.Settings", "Connections").split()[2:]
    asked = f"{NAME}.Settings.Connection", "GetSettings"
    return [call("call", NAME, path.strip('"'), *asked) for path in listed]


def profiles(call) -> list[tuple[str, bool]]:
    """The names of Wi-Fis that NetworkManager knows, and for which it has this password."""
    texts = settings(call)
    known = ((name, text) for text in texts for name in ("Zuhause", "Bankhalter") if f'"{name}"' in text)
    return sorted((name, HOME.password in text) for name, text in known)


def hidden(call, name: str) -> list[bool]:
    """Whether the profiles of this name seek a Wi-Fi that does not call it."""
    return ['"hidden" b true' in text for text in settings(call) if f'"{name}"' in text]


def tried(joining: Joining, wifi: Wifi):
    """What came of it."""
    assert joining.begin(wifi)
    until(lambda: not joining.view().busy, "it has been tried")
    return joining.view()


def test_what_can_be_joined_is_near(joining):
    """Each once, the strongest first; neither its own nor one that wants a name."""
    near = [(one.name, one.strength, one.secret) for one in joining.view().near]
    assert near == [("Zuhause", 80, True), ("Café", 60, False), ("Neu", 20, True)]


def test_a_router_that_falls_silent_hides_no_other(joining, wifi):
    """NetworkManager has just named it; when it is asked about, it is gone."""
    wifi("call", NAME, ROOT, MOCK, "RemoveObject", "s", f"{ROOT}/AccessPoint/p2")
    assert [one.name for one in joining.view().near] == ["Zuhause", "Neu"]
    assert tried(joining, HOME).trouble is None


def test_a_networkmanager_that_hangs_is_asked_about_one_router(joining, monkeypatch):
    """Whoever looks at the page waits for one answer that does not come, not for as many as there are routers."""
    answered, asked = network_manager.unwrap_msg, []

    def hangs(message):
        if message.header.fields.get(HeaderFields.signature) == "a{sv}":
            asked.append(message)
            raise TimeoutError
        return answered(message)

    monkeypatch.setattr(network_manager, "unwrap_msg", hangs)
    assert (joining.view(), len(asked)) == (None, 1)


def test_the_wifi_of_the_house_is_joined_and_kept(joining, wifi):
    """With the newest password: an older one of the same name is forgotten."""
    assert tried(joining, Wifi(HOME.name, "of last year")).trouble is None
    assert tried(joining, HOME).trouble is None
    assert profiles(wifi) == [("Bankhalter", False), (HOME.name, True)]
    assert hidden(wifi, HOME.name) == [False]
    assert tried(joining, Wifi("Keller", HOME.password)).trouble is None
    assert hidden(wifi, "Keller") == [True], "it was not seen: it does not call its name"


@pytest.mark.parametrize(
    ("name", "password", "means"),
    [("Café", "", None), ("Zuhause", HOME.password, "wpa-psk"), ("Neu", "k7fqw3mx", "sae")],
)
def test_a_wifi_is_joined_by_what_its_router_knows(joining, wifi, name, password, means):
    """An open one by nothing, one that knows only the newer way by that."""
    assert tried(joining, Wifi(name, password)).trouble is None
    joined = settings(wifi)[-1]
    assert "autoconnect" not in joined, "it is joined whenever it is near"
    assert [way for way in ("wpa-psk", "sae") if f'"{way}"' in joined] == [means] * (means is not None)


@pytest.mark.parametrize(
    ("reason", "trouble", "was"),
    [(7, "password", "off"), *((reason, trouble, "on") for reason, trouble in REASONS.items())],
)
def test_what_cannot_be_joined_says_why(joining, wifi, tmp_path, caplog, reason, trouble, was):
    """It is not kept, the own Wi-Fi is open again if it was, and nobody reads the password in a log."""
    assert hotspot(tmp_path, was) == 0
    failing = (
        f"self.deactivate_connection(self, '{ROOT}/ActiveConnection/0')\n"  # the radio can do one thing at a time
        f"get_object('{DEVICE}').EmitSignal('{NAME}.Device', 'StateChanged', 'uuu', [120, 60, {reason}])\n"
        "self.AddMethod('', 'ActivateConnection', 'ooo', 'o', 'ret = self.activate_connection(self, *args)')\n"
        f"ret = '{ROOT}/ActiveConnection/9'"
    )
    wifi("call", NAME, ROOT, MOCK, "AddMethod", "sssss", NAME, "ActivateConnection", "ooo", "o", failing)
    found = tried(joining, HOME)
    assert (found.tried, found.trouble) == (HOME.name, trouble)
    assert profiles(wifi) == [("Bankhalter", False)] * (was == "on")
    assert is_on(joining._own()) == (was == "on")
    assert HOME.password not in caplog.text
