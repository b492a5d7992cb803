"""Changes a value inside the JSON of an input, because whoever flips bits seldom gets past a reader of JSON."""

import json
import random
from typing import Any

ODD = json.loads(
    rf"""[
    null, true, false, 0, 1, -1, 2, 3, 5, 10, 31, 32, 40, 255, {2**30}, {2**31}, {2**53}, {2**63 - 1}, {2**63}, {2**64},
    {10**30}, {-(2**31)}, {-(2**63)}, 0.5, -0.0, 1e308, Infinity, NaN, "", "x", "0", "-1", "\ud800", "\u0000", "\u202e",
    "<b>", "../..", "{"x" * 21}", "{"x" * 300}", "ä", "🎲", [], {{}}, [[]], [0], [1, 1], [0, 0, 0], ["x"], {{"x": 0}},
    {{"0": 1}}, {{"": null}}
    ]"""
)
SEPARATORS = {"link": b"\0", "record": b"\n", "commands": b"\n", "stored": b"\n"}


def mutated(target: str, data: bytes, chance: random.Random) -> bytes:
    """The input with one value of one of its objects changed, added, dropped or moved; as it was if it has none."""
    separator = SEPARATORS.get(target)
    parts = data.split(separator) if separator is not None else [data]
    index = chance.randrange(len(parts))
    if separator is not None and chance.random() < 0.15:
        parts.insert(chance.randrange(len(parts) + 1), parts[index])
        return separator.join(parts)
    begins = min((at for at in (parts[index].find(b"{"), parts[index].find(b"[")) if at >= 0), default=-1)
    if begins < 0:
        return data
    head, body = parts[index][:begins], parts[index][begins:]
    try:
        value, end = json.JSONDecoder().raw_decode(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return data
    text = json.dumps(changed(value, chance), separators=(",", ":"))
    parts[index] = head + text.encode() + body.decode("utf-8")[end:].encode()
    return (separator or b"").join(parts)


def changed(value: Any, chance: random.Random) -> Any:
    """A value like this one, with one change somewhere inside."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        return _changed_object(dict(value), chance)
    if isinstance(value, list) and value and chance.random() < 0.85:
        inner = list(value)
        at = chance.randrange(len(inner))
        if chance.random() < 0.2:
            inner.insert(at, inner[chance.randrange(len(inner))])
        else:
            inner[at] = changed(inner[at], chance)
        return inner
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-40, -1, 1, 1, 2, 40))
    return chance.choice(ODD)


def _changed_object(inner: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    name = chance.choice(list(inner))
    action = chance.random()
    if action < 0.1:
        del inner[name]
    elif action < 0.2:
        inner[chance.choice(list(inner))] = inner[name]
    elif action < 0.25:
        inner[chance.choice(("x", "note", "seat", "-1", "\ud800", "9" * 20))] = chance.choice(ODD)
    else:
        inner[name] = changed(inner[name], chance)
    return inner
