"""What phones and computers ask right after joining a Wi-Fi, to find out whether there is a page to show first.

Under the hub's own Wi-Fi all names lead to it, so it is asked; the answer is the way to its own pages, which the phone
then opens by itself.
"""

from __future__ import annotations

from typing import Final

ANDROID = (
    "connectivitycheck.gstatic.com", "connectivitycheck.android.com", "clients3.google.com", "play.googleapis.com",
    "www.google.com", "connectivitycheck.platform.hicloud.com", "connect.rom.miui.com",
)  # fmt: skip
PROBES: Final = frozenset(
    {
        *((host, path) for host in ANDROID for path in ("/generate_204", "/gen_204")),
        ("captive.apple.com", "/"),
        ("captive.apple.com", "/hotspot-detect.html"),
        ("www.apple.com", "/library/test/success.html"),
        ("www.msftconnecttest.com", "/connecttest.txt"),
        ("www.msftconnecttest.com", "/redirect"),
        ("www.msftncsi.com", "/ncsi.txt"),
        ("detectportal.firefox.com", "/canonical.html"),
        ("detectportal.firefox.com", "/success.txt"),
    }
)
"""Hosts with their paths; no other name and no other path is answered."""
