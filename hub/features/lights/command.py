"""Say where an MQTT broker or a WLED strip is; the next table that opens shows them what everybody sees.

Without options it says what is set. An empty address turns one off.
"""

import argparse
from importlib.util import find_spec

from msgspec.structs import replace

from hub.commands import CannotRun
from hub.commands.options import add_data_dir
from hub.features.lights.settings import checked_broker, checked_host, read_setting, write_setting
from hub.store.folder import DataFolder

HELP = "let lights and home automation join in (MQTT, WLED)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mqtt", metavar="URL", help="mqtt://HOST or mqtts://USER:PASSWORD@HOST:PORT")
    parser.add_argument("--mqtt-ca", metavar="FILE", help="certificate that the broker is trusted by (the system's)")
    parser.add_argument("--wled", metavar="HOST", help="address of a strip, such as 192.168.1.40")
    add_data_dir(parser)


def run(options: argparse.Namespace) -> int:
    try:
        folder = DataFolder(options.data_dir).path
        setting = before = read_setting(folder)
        if options.mqtt and find_spec("paho") is None:
            raise CannotRun(
                "--mqtt needs the Python package paho-mqtt, which is not installed: install bankhalter[mqtt]"
            )
        if options.mqtt is not None:
            setting = replace(setting, mqtt=options.mqtt and checked_broker(options.mqtt))
        if options.mqtt_ca is not None:
            setting = replace(setting, ca=options.mqtt_ca)
        if options.wled is not None:
            setting = replace(setting, wled=options.wled and checked_host(options.wled))
        if setting != before:
            write_setting(folder, setting)
    except (OSError, ValueError) as error:
        raise CannotRun(str(error)) from error
    broker = setting.broker
    print(f"MQTT: {f'{broker.scheme}://{broker.hostname}:{broker.port}' if setting.mqtt else 'off'}")
    print(f"WLED: {setting.wled or 'off'}")
    return 0
