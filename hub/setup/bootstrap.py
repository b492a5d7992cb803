"""Sets a checkout up in `.venv` and hands over to the command line or the gate inside it; called by `hub/__main__.py`.

Standard library only, since nothing is installed yet when it runs. A stamp of what `.venv` was made from is written
into it last: so a start sees within milliseconds that there is nothing to do, and an interrupted set-up starts over.
"""

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from typing import Any

from hub.setup import installer
from hub.setup.groups import GROUPS, PLAY, ROOT, file_of
from hub.setup.installer import SetupFailed

ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "made-from.json"
EXTRAS = {
    "flash": ("flash",),
    "--tls": ("tls",),
    "--mqtt": ("mqtt",),
    "--dask": ("cluster",),
    "--database": ("club",),
    "hardware": ("hardware",),
    "test": ("test",),
    "test all": ("hardware",),
    "audit": ("audit",),
    "lock": ("audit",),
}
WITH_NODE = ("test", "audit")
INPUTS = ("pyproject.toml", "web/build_pages.py", "web/hatch_build.py", "web/npm.py")
ROOMS = {
    "test": "tests.gate",
    "hardware": "hardware.__main__",
    "audit": "requirements.audit",
    "lock": "requirements.lock",
}
"""Commands of a checkout alone, and the module whose `main` runs each."""

TAKEN: dict[str, list[list[str]]] = {"hardware": [[]], "audit": [[]], "lock": [[], ["--upgrade"]]}
"""The arguments of those that do not take any."""


def main(arguments: list[str], *, installed: bool) -> int:
    """Run the command line, or a command that only a checkout has (`ROOMS`); in a checkout set `.venv` up first.

    `installed` says that this interpreter already has the hub and its dependencies. Returns the exit code.
    """
    if installed:
        return run_here(arguments)
    try:
        prepare(asked_for(arguments))
    except SetupFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nThe set-up was interrupted; the same command begins again.", file=sys.stderr)
        return 130
    return hand_over([str(installer.python_of(ENVIRONMENT)), "-P", "-m", "hub", *arguments])


def asked_for(arguments: list[str]) -> list[str]:
    """The command and the options, to be looked up in `EXTRAS`; values of options are left out."""
    options = [word.partition("=")[0] for word in arguments[1:]]
    if arguments[:1] == ["test"] and any(word == "all" or "tests/hardware" in word for word in options):
        return ["test", "test all"]
    return [*arguments[:1], *[option for option in options if option.startswith("--") and option in EXTRAS]]


def is_installed() -> bool:
    """Whether this interpreter has the hub as an installed distribution."""
    try:
        metadata.version("bankhalter")
    except metadata.PackageNotFoundError:
        return False
    return True


def run_here(arguments: list[str]) -> int:
    """Run the command line, or a command that only a checkout has, in this interpreter."""
    if arguments and (command := arguments[0]) in ROOMS:
        refused = None if (ROOT / "pyproject.toml").is_file() else "works in a checkout only"
        if arguments[1:] not in TAKEN.get(command, [arguments[1:]]):
            refused = "does not take these arguments"
        if refused:
            print(f"`python3 hub {command}` {refused}.", file=sys.stderr)
            return 2
        sys.path.insert(0, str(ROOT))  # before packages: tools of the hardware install one that is named `tests`, too
        return int(import_module(ROOMS[command]).main(arguments[1:]))
    sys.argv[0] = "bankhalter"
    return int(import_module("hub.program").main())


def hand_over(command: list[str]) -> int:
    """Replace this process by the command (`exec`); where the system cannot, run it and return its exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    with subprocess.Popen(command) as process:
        while process.returncode is None:
            with contextlib.suppress(KeyboardInterrupt):  # the command receives the same Ctrl-C and handles it
                process.wait()
        return process.returncode


def prepare(command: list[str]) -> None:
    """Bring `.venv` and the built pages up to date for this command; raises SetupFailed."""
    try:
        wanted = wanted_stamp(command)
        if is_ready(wanted, recorded_stamp()):
            return
        with only_one_at_a_time():
            recorded = recorded_stamp()
            if not is_ready(wanted, recorded):
                make_environment(wanted, recorded)
    except OSError as error:
        raise SetupFailed(f"The set-up in {ENVIRONMENT} failed: {error}.") from error


def wanted_stamp(command: list[str]) -> dict[str, Any]:
    """What `.venv` must be made from: this Python, this path, the project files and the command's extras."""
    digest = hashlib.sha256()
    for path in (*(ROOT / name for name in INPUTS), *(file_of(group) for group in GROUPS)):
        digest.update(path.read_bytes() if path.exists() else b"")  # a new group has no file until `lock` has run
    extras = [extra for name in command for extra in EXTRAS.get(name, ())]
    needs_node = command[:1] in ([name] for name in WITH_NODE) or not web_module("build_pages").is_fresh()
    if needs_node and web_module("npm").own_npm() is None:
        extras.append("node")
    return {"python": sys.version, "root": str(ROOT), "inputs": digest.hexdigest(), "extras": extras}


def recorded_stamp() -> dict[str, Any] | None:
    """The stamp in `.venv`; None if there is no `.venv` or its set-up was interrupted."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return None
    whole = isinstance(stamp, dict) and stamp.keys() >= {"python", "root", "inputs", "extras"}
    return stamp if whole and installer.python_of(ENVIRONMENT).exists() else None


def is_ready(wanted: dict[str, Any], recorded: dict[str, Any] | None) -> bool:
    """Whether `.venv` is up to date; extras beyond those wanted do no harm."""
    if recorded is None or not set(wanted["extras"]) <= set(recorded["extras"]):
        return False
    same = all(recorded[key] == wanted[key] for key in ("python", "root", "inputs"))
    return same and bool(web_module("build_pages").is_fresh())


def web_module(name: str) -> Any:
    """Load one of the build scripts of `web/` by its path, as hatchling does."""
    if str(ROOT / "web") not in sys.path:
        sys.path.append(str(ROOT / "web"))
    return import_module(name)


@contextlib.contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Make a concurrent start wait until this set-up is done; not on Windows, which lacks `fcntl`."""
    with (ROOT / "pyproject.toml").open() as held:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def make_environment(wanted: dict[str, Any], recorded: dict[str, Any] | None) -> None:
    """Bring `.venv` from `recorded` to `wanted`; from scratch if unfinished or made for another Python or path.

    Raises SetupFailed, also if `.venv` is a symbolic link: starting from scratch would empty another environment.
    """
    if ENVIRONMENT.is_symlink():
        where = ENVIRONMENT.resolve()
        raise SetupFailed(f"{ENVIRONMENT} is a link to {where}. The set-up would change that folder: remove the link.")
    extras = sorted({*wanted["extras"], *(recorded["extras"] if recorded else ())})
    kept = recorded is not None and all(recorded[key] == wanted[key] for key in ("python", "root"))
    STAMP.unlink(missing_ok=True)
    if kept:
        installer.say("bringing .venv and the pages up to date")
    else:
        installer.say("setting up .venv (only this once, about half a minute)")
        installer.create(ENVIRONMENT)
    with installer.clock():
        try:
            fill(extras)
        except SetupFailed:
            if kept:  # what fails by itself has changed nothing that counts, so the next start need not start over
                record(recorded)
            raise
    record({**wanted, "extras": extras})
    installer.say("set-up done")


def fill(extras: list[str]) -> None:
    """Install what is locked, the pages being built meanwhile, and then the checkout, editable; raises SetupFailed."""
    parts = [f"--requirement={file_of(group)}" for group in (PLAY, *extras)]
    pages = build_pages()
    try:
        installer.fetch_tools(ENVIRONMENT, file_of("build"))
        installer.install(ENVIRONMENT, "--require-hashes", *parts)
        if pages is not None:
            installer.finish(pages)
    finally:
        if pages is not None and pages.poll() is None:
            pages.terminate()
    installer.install(ENVIRONMENT, "--no-deps", "--editable", str(ROOT))


def build_pages() -> subprocess.Popen[str] | None:
    """Start to build the pages; None where the Node for that is yet to be fetched: then the last step builds them."""
    if web_module("npm").own_npm() is None:
        return None
    return installer.begin([installer.SYSTEM_PYTHON, str(ROOT / "web" / "build_pages.py")])


def record(stamp: dict[str, Any] | None) -> None:
    """Write the stamp atomically."""
    unfinished = STAMP.with_suffix(".new")
    unfinished.write_text(json.dumps(stamp))
    unfinished.replace(STAMP)
