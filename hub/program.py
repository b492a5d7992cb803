"""Where `bankhalter` begins: until the command line is loaded, Ctrl-C ends the program as the system does, silently.

Python would print which import it was in. Once loaded, `hub.cli` handles it.
"""

import signal


def main() -> int:
    """Load the command line and run it; returns the exit code."""
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not by a job that a shell put behind
    if heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from hub import cli

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return cli.main()
