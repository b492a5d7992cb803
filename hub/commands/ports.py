"""List the serial ports of this computer, with vendor and product id and what is connected to them."""

import argparse

import msgspec

from hub.board.spare import SeenPort, seen_ports

HELP = "list the serial ports"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    ports = seen_ports()
    if options.json:
        print(msgspec.json.encode(ports).decode())
    else:
        print("\n".join(map(line_of, ports)) or "There is no serial port: no board is plugged in.")
    return 0


def line_of(port: SeenPort) -> str:
    ids = "no USB port" if port.vendor is None else f"{port.vendor:04x}:{port.product_id:04x}"
    what = "may carry a node" if port.known else "not a known board; if it is one, name it with --port"
    return f"{port.name}  {ids}  {port.product or 'no name'}: {what}"
