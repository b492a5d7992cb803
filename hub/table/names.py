"""Which names people may have at a table: they must be visible, and nobody may be mistaken for somebody else.

Used by the lobby for names that are typed, and by the import of a game from a file (`misnamed`). Names are alike if
they differ only in case, spaces, Unicode composition or invisible characters, or if their letters look alike: Latin,
Greek, Cyrillic and Armenian ones, small capitals, and 0, 1 and l as usual. Other alphabets are compared letter by
letter.
"""

import json
import unicodedata
from collections.abc import Sequence
from itertools import combinations

NAME_LENGTH_MAXIMUM = 20
PLAYERS_MAXIMUM = 100
"""More than sit at any table. A file may name any number, and each name is compared with all others."""

INVISIBLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""What Python calls printable although nothing is drawn: fillers, joiners, variation selectors, the empty Braille."""

DRAWN_ALIKE = (
    "a 251 3B1 430, c 3F2 441, d 501, e 435, g 261, h 4BB, i 131 3B9 456, j 3F3 458, k 3BA 43A, n 578, o 3BF 43E 585, "
    "p 3C1 440, q 51B, s 455, u 3C5 57D, v 3BD 475, w 51D, x 3C7 445, y 443, l 31 49 7C 399 406 4C0 4CF, A 391 410, "
    "B 392 412, C 3F9 421, E 395 415, F 3DC, G 50C, H 397 41D, J 408, K 39A 41A, M 39C 41C, N 39D, O 30 39F 41E, "
    "P 3A1 420, Q 51A, S 405, T 3A4 422, U 54D, V 474, W 51C, X 3A7 425, Y 3A5 423 4AE, Z 396"
)
"""Each Latin letter with the code points of those that look like it."""

LETTERS = {int(code, 16): letter for letter, *codes in map(str.split, DRAWN_ALIKE.split(",")) for code in codes}
SMALL_CAPITALS = {
    ord(unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {capital}")): LETTERS.get(ord(capital), capital)
    for capital in "ABCDEFGHIJKLMNOPRSTUVWYZ"  # a small Q is younger than the Unicode of some Pythons, and X has none
}
SHAPES = LETTERS | SMALL_CAPITALS


def is_fit(name: str) -> bool:
    """Whether a name, already stripped of surrounding spaces, is one that people can see."""
    return was_typed(name) and any(map(_is_drawn, name))


def was_typed(name: str) -> bool:
    """Whether any version of the lobby ever accepted this name, since old games must still open."""
    return 0 < len(name) <= NAME_LENGTH_MAXIMUM and name.isprintable()


def are_alike(one: str, other: str) -> bool:
    """Whether people at the table could mistake one name for the other."""
    return any(map(str.__eq__, _likenesses(one), _likenesses(other)))


def likeness(name: str) -> str:
    """A canonical form, the same for all spellings that differ only in case, spaces or composition."""
    return _likenesses(name)[0]


def misnamed(names: Sequence[str]) -> str | None:
    """What is wrong with the names of an imported game, as half a sentence that is safe for a terminal; else None."""
    if len(names) > PLAYERS_MAXIMUM:
        return f"no game has {len(names)} players"
    unfit = next((name for name in names if name != name.strip() or not is_fit(name)), None)
    if unfit is not None:
        return f"{quoted(unfit)} is not a name: it needs 1 to {NAME_LENGTH_MAXIMUM} letters that can be seen"
    alike = next((pair for pair in combinations(names, 2) if are_alike(*pair)), None)
    return f"{quoted(alike[0])} and {quoted(alike[1])} cannot be told apart" if alike else None


def _is_drawn(letter: str) -> bool:
    return letter not in INVISIBLE and unicodedata.category(letter)[0] in "LNPS"


def _likenesses(name: str) -> tuple[str, str]:
    """Two canonical forms of a name: by spelling, and by the look of its letters."""
    spelt = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in INVISIBLE)
    spelt = " ".join(spelt.split())
    return spelt.casefold(), spelt.translate(SHAPES).casefold()


def quoted(name: str) -> str:
    """A string from a file, found in place of a name: shortened, quoted, and free of control characters."""
    return json.dumps(name[: NAME_LENGTH_MAXIMUM + 1])
