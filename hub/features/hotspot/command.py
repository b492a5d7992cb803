"""Open a Wi-Fi of this computer's own, where there is none, close it, or say how it is."""

import argparse

from hub.commands.options import add_data_dir
from hub.features.hotspot.wifi import own_wifi
from hub.store.folder import default_path

HELP = "open a Wi-Fi of this computer's own (NetworkManager)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("on", "off", "status"))
    parser.add_argument("--if-alone", action="store_true", help="only if this computer is in no network (on)")
    add_data_dir(parser)


def run(options: argparse.Namespace) -> int:
    from hub.features.hotspot.network_manager import NetworkManager

    wifi = own_wifi((options.data_dir or default_path()).expanduser().absolute())
    with NetworkManager() as manager:
        if options.what == "off":
            manager.turn_off(wifi)
        elif options.what == "on" and not (options.if_alone and manager.is_connected()):
            manager.turn_on(wifi)
        on = manager.is_on(wifi)
    print(f"Wi-Fi {wifi.name}, password {wifi.password}: {'on' if on else 'off'}.")
    return 0
