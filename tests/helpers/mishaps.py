"""What happens to boards besides moves: nothing of it is an arrival, and nothing may be reported where it is not."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from helpers.films import Film, Over, Shot
from helpers.photographs import DEPTH_MM, SPACE_MM, middle

FOR = 12
"""So many pictures long each lasts."""


def cat(film: Film) -> Iterator[Shot]:
    """A cat walks over the board."""
    start, end = film.random.uniform(-0.3, 1.3, (2, 2)) * film.edge
    for share in np.linspace(0, 1, FOR):
        x, y = start + (end - start) * share + film.random.normal(0, 8, 2)
        yield film.shot(film.picture(over=Over(x, y, 90, 180, float(film.random.uniform(20, 45)))), film.truth())
    yield from film.wait(1)


def cup(film: Film) -> Iterator[Shot]:
    """Somebody puts a cup down on the board, and takes it away again after a while."""
    x, y = film.random.uniform(0, film.edge, 2)
    for _ in range(2 * FOR):
        yield film.shot(film.picture(over=Over(x, y, 42, 90, 215)), film.truth())
    yield from film.wait(1)


def stacked(film: Film) -> Iterator[Shot]:
    """A piece is put upon another, and back."""
    upper, lower = (int(mark) for mark in film.random.choice(list(film.marks), 2, replace=False))
    above, below = film.pieces[upper], film.pieces.pop(lower)
    film.pieces[upper] = replace(above, x=below.x + 1, y=below.y - 1, height=above.height + below.height)
    for _ in range(FOR):
        yield film.shot(film.picture(), {**film.truth(), lower: None})
    film.pieces |= {lower: below, upper: above}
    yield from film.wait(1)


def fallen(film: Film) -> Iterator[Shot]:
    """A piece falls over, so that its mark is at its side; then it stands again."""
    mark = int(film.random.choice(list(film.marks)))
    piece = film.pieces.pop(mark)
    lying = Over(piece.x, piece.y, piece.side * 0.8, 14, film.grey[mark])
    for _ in range(FOR):
        yield film.shot(film.picture(over=lying), {**film.truth(), mark: None})
    film.pieces[mark] = piece
    yield from film.wait(1)


def straddling(film: Film) -> Iterator[Shot]:
    """A piece is pushed onto the line between two spaces, and back."""
    mark = int(film.random.choice(list(film.marks)))
    free = [at for space in range(film.spaces) if film.is_free(at := line_after(space, film.spaces), mark)]
    x, y = free[int(film.random.integers(len(free)))]
    piece = film.pieces[mark]
    film.pieces[mark] = replace(piece, x=x, y=y)
    for _ in range(FOR):
        yield film.shot(film.picture(), {**film.truth(), mark: None})
    film.pieces[mark] = piece
    yield from film.wait(1)


def line_after(space: int, spaces: int) -> tuple[float, float]:
    """The middle of the line between a space and the next; corners are longer."""
    step, per_side = space % (spaces // 4), spaces // 4
    (x, y), (next_x, next_y) = middle(space, spaces), middle((space + 1) % spaces, spaces)
    ours, theirs = (DEPTH_MM if at % per_side == 0 else SPACE_MM for at in (step, step + 1))
    share = ours / (ours + theirs)
    return x + (next_x - x) * share, y + (next_y - y) * share


MISHAPS = {one.__name__: one for one in (cat, cup, stacked, fallen, straddling)}
