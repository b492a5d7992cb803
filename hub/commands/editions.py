"""`bankhalter editions`: how far the rules of each edition are proved by tests."""

from __future__ import annotations

import argparse

import msgspec

from hub.commands import Parsers
from hub.editions import EDITIONS
from hub.proofs import Proof, proofs


def add_parser(commands: Parsers) -> None:
    """What `editions` takes."""
    parser = commands.add_parser(
        "editions",
        help="list the editions and how far their rules are proved",
        description="List the editions: how many rows their rules have, and how many of them tests prove.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="print one JSON list")


def run(options: argparse.Namespace) -> int:
    """One line per edition."""
    found = proofs(EDITIONS)
    print(msgspec.json.encode(found).decode() if options.json else "\n".join(map(_told, found)))
    return 0


def _told(proof: Proof) -> str:
    seats = f"{proof.seats_min} to {proof.seats_max} players"
    state = "complete" if proof.complete else f"not offered; not proved: {', '.join(proof.missing)}"
    return f"{proof.edition}: {proof.rows} rows, {proof.proved} proved; {seats}; {state}"
