"""`python3 hub` starts Bankhalter from a fresh clone, `python3 hub test` runs the gate; so does `python -m hub`.

Only refuses Pythons that are too old, so it must stay readable for them; the work is done in `hub/setup/bootstrap.py`.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    """Hand over to the bootstrap; returns the exit code."""
    if sys.version_info < (3, 11):
        found = ".".join(str(part) for part in sys.version_info[:2])
        print("Bankhalter needs Python 3.11 or newer, but this is Python " + found + ".", file=sys.stderr)
        return 1
    if not __package__:
        # `python3 hub` puts hub/ itself on the path, where our modules would hide others of the same name
        sys.path[:] = [str(HERE.parent)] + [entry for entry in sys.path if Path(entry).resolve() != HERE]
    from hub.setup import bootstrap

    return bootstrap.main(sys.argv[1:], installed=bool(__package__) and bootstrap.is_installed())


if __name__ == "__main__":
    sys.exit(main())
