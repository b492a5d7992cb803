"""Pass the serial port of a node on to a hub on another computer, which opens it as socket://HOST:PORT.

One hub has it at a time.
"""

import argparse
import contextlib

from hub.board.sharing import SharedPort
from hub.commands import CannotRun
from hub.commands.options import address, port

HELP = "pass a board's serial port on to a hub elsewhere"
PORT = 5331
ANY_ADDRESS = "0.0.0.0"  # noqa: S104 the hub is on another computer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", metavar="DEV", help="the serial port, as `bankhalter ports` lists it")
    parser.add_argument("--port", type=port, default=PORT, metavar="N", help=f"network port to listen on ({PORT})")
    parser.add_argument(
        "--listen", type=address, default=ANY_ADDRESS, metavar="ADDR", help="local address to listen on (all)"
    )
    parser.add_argument(
        "--allow",
        type=address,
        action="append",
        metavar="ADDR",
        help="address of a hub that may use the port; repeat it for several; without it, any computer that reaches it",
    )


def run(options: argparse.Namespace) -> int:
    from hub.server.listener import AddressUnavailable, listen  # imported here: most commands need no server

    try:
        listening = listen(options.listen, options.port)
    except AddressUnavailable as cannot:
        raise CannotRun(str(cannot).replace("--http-port", "--port")) from cannot
    with contextlib.closing(listening):
        shared = SharedPort(options.device, listening, options.allow, lambda sentence: print(sentence, flush=True))
        number = listening.getsockname()[1]
        print(f"{options.device} is available at socket://THIS-COMPUTER:{number}. Stop with Ctrl-C.", flush=True)
        shared.serve()
    return 0
