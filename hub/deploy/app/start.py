"""Where the one-folder app begins: a double click opens a table, anything else is a command of `bankhalter`."""

import multiprocessing
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a process that computes or shows the icon begins here, too
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):  # a browser must not load the libraries of this folder
        before = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if before is not None:
            os.environ[name] = before
    import ssl

    import certifi

    known = ssl.get_default_verify_paths()  # those of the computer that the app was built on
    if not (known.cafile or (known.capath and any(Path(known.capath).glob("*")))):
        os.environ["SSL_CERT_FILE"] = certifi.where()
    from hub.program import main

    sys.argv[1:] = sys.argv[1:] or ["app"]
    sys.exit(main())
