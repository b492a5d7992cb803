"""Teaches two small nets to read dice from plates nobody photographed: one finds them, the other looks closer.

Needs PyTorch and onnx, which nothing else does: `python tests/features/camera/learn_dice.py finds [--minutes 10]
[--state FILE]`, again until it says that it is done, and how good it is; then with `reads`. They are
`hub/features/camera/dice_….onnx`; what was learnt is in FILE (learnt.pt). With `--further ROUNDS` it goes on from the
net that is there. How well dice are read then, is measured by `tests/bench/bench_dice.py`, in pictures that two other
renderers make.

To make the bytes that are there again, take the files of then, which learn the same each time on one processor, at once
or interrupted, from `SEED` (seen over 24 rounds of each): `dice_finds.onnx` is from `tests/helpers/learn_dice.py` of
ad8b882e; `dice_reads.onnx` from this file of ad8cff38, in bfloat16, then `--further 1600` of 38149351, and at last
`--further 3500` of 4990463b, for which examples were found by a net that had learnt `finds --further 4000` of 38149351.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[3])]

from features.camera.dice_plates import PER_MM, SIDE, Plate  # noqa: E402

from hub.features.camera import dice  # noqa: E402
from hub.features.camera.dice import SEES, STEP  # noqa: E402

NETS = {
    "finds": (((16, 5, 2, 1), (32, 3, 2, 1), (40, 3, 1, 1), (40, 3, 1, 2), (48, 3, 1, 2)), 12_000, 12_000),
    "reads": (((24, 5, 2, 1), (32, 3, 2, 1), (64, 3, 1, 1), (64, 3, 1, 1), (64, 3, 1, 1), (64, 5, 1, 1)), 3_880, 6_000),
}
"""Of each its layers (how many numbers it says, of how wide a part, every which, and how far apart), its rounds, and
over how many it would become ever slower."""
FACES = 7
"""What a place may be: none, or a face."""
BATCH, KEPT, SEED = 256, 100_000, 37
LEAST_PX = 7.5
"""Dice that are seen narrower are neither learnt nor called none."""
RIM = 12
"""Nearer to the rim of a plate more is mirrored than seen."""
PACE, FURTHER_PACE, LAST = 3e-3, 6e-4, 500
HELD_OUT, FIRST_HELD_OUT, FIRST_FURTHER = 200, 1_000_000, 1_200


def net(kind: str) -> Any:
    """Sees brightness, and how far what is higher leans to the right and down."""
    layers, before = list[Any](), 3
    for after, size, step, wide in NETS[kind][0]:
        conv = torch.nn.Conv2d(before, after, size, step, 0, wide, bias=False)
        layers += [conv, torch.nn.BatchNorm2d(after), torch.nn.ReLU()]
        before = after
    return torch.nn.Sequential(*layers, torch.nn.Conv2d(before, FACES, 1))


def learnt(kind: str) -> Any:
    """The net that there is, to learn on: what it made even between its layers has become a part of them."""
    kept = cv2.dnn.readNetFromONNX(str(dice.net_of(kind)))
    convs = [name for name in kept.getLayerNames() if kept.getLayer(name).type == "Convolution"]
    layers, before = list[Any](), 3
    for name, (after, size, step, wide) in zip(convs, (*NETS[kind][0], (FACES, 1, 1, 1)), strict=True):
        conv = torch.nn.Conv2d(before, after, size, step, 0, wide)
        conv.weight.data[:] = torch.from_numpy(kept.getParam(name, 0).copy())
        conv.bias.data[:] = torch.from_numpy(kept.getParam(name, 1).ravel().copy())
        layers += [conv, torch.nn.ReLU()]
        before = after
    return torch.nn.Sequential(*layers[:-1])


def examples(kind: str, learner: Any, random: Any) -> tuple[list[Any], list[int], list[complex]]:
    """From a new plate: what is seen at some places, what is there, and how far what is higher leans."""
    plate = Plate(random)
    wide = _widened(plate)
    if kind == "finds":
        with torch.no_grad():
            said = learner(_seen(wide[None], np.array([plate.lean]))).softmax(1)[0].numpy()
        where = _places(plate, said, random)
    else:
        where = _doubtful(plate, wide, random)
    places = [(round(at.real), round(at.imag), face) for at, face in where]
    within = [(x, y, face) for x, y, face in places if min(x, y) >= RIM and max(x, y) < SIDE - RIM]
    pictures = [wide[y : y + SEES, x : x + SEES] for x, y, _ in within]
    return pictures, [face for *_, face in within], [plate.lean] * len(within)


def _places(plate: Plate, said: Any, random: Any) -> Iterator[tuple[complex, int]]:
    """Faces, more often those that are not known; beside them, on sides, printed dots and more; and what is wrong."""

    def is_none(at: complex) -> bool:
        return all(abs(at - top) > 0.5 * edge for _, top, edge in plate.all_tops)

    def near(edge: float) -> complex:
        return complex(*random.uniform(-1, 1, 2)) * max(2.4, 0.17 * edge)

    for face, top, edge in plate.tops:
        if edge / PER_MM * plate.narrow < LEAST_PX:
            continue
        cell = round(top.real / STEP), round(top.imag / STEP)
        known = max(cell) < said.shape[1] and min(cell) >= 0 and said[face, cell[1], cell[0]] > 0.9
        yield from [(top + near(edge), face) for _ in range(1 if known else 3)]
        beside = top + edge * random.uniform(0.5, 1.3) * np.exp(1j * random.uniform(0, 2 * math.pi))
        if is_none(beside):
            yield beside, 0
    anywhere = [complex(*random.uniform(0, SIDE, 2)) for _ in range(2)]
    about = [one * SIDE / 128 for one in plate.clutter[-2:]] + plate.printed[-5:]
    sides = [plate.sides[one] for one in random.permutation(len(plate.sides))[:5]]
    yield from [(at, 0) for at in (one + near(10) for one in anywhere + about + sides) if is_none(at)]
    rows, columns = np.nonzero(said[0] < 0.8)
    wrong = [at for at in STEP * (columns + 1j * rows) if is_none(at)]
    yield from [(wrong[one], 0) for one in random.permutation(len(wrong))[:8]]


def _doubtful(plate: Plate, wide: Any, random: Any) -> Iterator[tuple[complex, int]]:
    """What the finder finds, some faces that it may not have found, and a little of what looks like one."""
    for at in found(plate, wide):
        face = told(plate, at)
        if face is not None:
            yield at, face
    for face, top, edge in plate.tops:
        if edge / PER_MM * plate.narrow >= LEAST_PX:
            yield top + complex(*random.uniform(-2.5, 2.5, 2)), face
    for at in plate.printed[-2:] + [plate.sides[one] for one in random.permutation(len(plate.sides))[:2]]:
        if told(plate, at) == 0:
            yield at, 0


def found(plate: Plate, wide: Any) -> list[complex]:
    """Where the net that finds dice finds some."""
    none = dice._said("finds", [(wide, np.full(wide.shape, plate.lean))])[0, 0]
    return [complex(*at) for at in dice._likely(1 - none)]


def told(plate: Plate, at: complex) -> int | None:
    """Which face is there; 0 for none, and None where nobody could say."""
    near = [one for one in plate.all_tops if abs(at - one[1]) < 0.5 * one[2]]
    if not near:
        return 0
    face, top, edge = min(near, key=lambda one: abs(at - one[1]))
    readable = edge / PER_MM * plate.narrow >= LEAST_PX and (face, top, edge) in plate.tops
    return face if readable and abs(at - top) < 0.25 * edge else None


def _widened(plate: Plate) -> Any:
    return cv2.copyMakeBorder(plate.picture, *[SEES // 2] * 4, cv2.BORDER_REFLECT_101)


def _seen(pictures: Any, leans: Any) -> Any:
    """What the net is shown."""
    ways = [np.broadcast_to(one[:, None, None], pictures.shape) for one in (leans.real, leans.imag)]
    return torch.from_numpy(np.stack([(pictures - 128.0) / 64, *ways], axis=1).astype(np.float32))


def batch(shelf: Shelf, random: Any) -> tuple[Any, Any]:
    """Examples turned, mirrored, darker, and with light and dark exchanged."""
    chosen = random.integers(len(shelf), size=BATCH)
    seen, faces = shelf.seen[chosen].astype(np.float32), shelf.faces[chosen]
    turn, flip = int(random.integers(4)), int(random.choice([1, -1]))
    seen, leans = np.rot90(seen, turn, (1, 2))[:, :, ::flip], shelf.leans[chosen] * (-1j) ** turn
    swapped = random.random((BATCH, 1, 1)) < 0.15
    seen = np.where(swapped, 255 - seen, seen) * random.uniform(0.55, 1.05, (BATCH, 1, 1))
    return _seen(seen, leans if flip > 0 else -leans.conj()), torch.from_numpy(faces)


class Shelf:
    """The newest examples: what is seen there, what it is, and how far what is higher leans."""

    def __init__(self) -> None:
        self.seen = np.zeros((KEPT, SEES, SEES), np.uint8)
        self.faces, self.leans = np.zeros(KEPT, np.int64), np.zeros(KEPT, np.complex128)
        self.put = 0

    def add(self, pictures: list[Any], faces: list[int], leans: list[complex]) -> None:
        at = (self.put + np.arange(len(faces))) % KEPT
        self.seen[at], self.faces[at], self.leans[at] = pictures, faces, leans
        self.put += len(faces)

    def __len__(self) -> int:
        return min(self.put, KEPT)


def pace(kind: str, done: int, further: int) -> float:
    """How far a round moves the net: ever less, and with one that has been taught before only in the last rounds."""
    if further:
        return FURTHER_PACE * min(1, (further - done) / LAST)
    return PACE * (0.5 + 0.5 * math.cos(math.pi * done / NETS[kind][2])) + 1e-5


def learn(kind: str, state: Path, minutes: float, further: int) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    cv2.setNumThreads(1)
    rounds = further or NETS[kind][1]
    learner, done, shelf = learnt(kind) if further else net(kind), 0, Shelf()
    optimizer = torch.optim.AdamW(learner.parameters(), weight_decay=1e-3)
    if state.exists():
        kept = torch.load(state, weights_only=False)
        done, shelf.__dict__ = kept["done"], kept["shelf"]
        learner.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
    while further and len(shelf) < 10 * BATCH:
        shelf.add(*examples(kind, learner.eval(), np.random.default_rng((SEED, FIRST_FURTHER, shelf.put))))
    until, losses, rights = time.monotonic() + 60 * minutes, list[float](), list[float]()
    while done < rounds and time.monotonic() < until:
        random = np.random.default_rng((SEED, done))  # so it is the same however often it was interrupted
        for group in optimizer.param_groups:
            group["lr"] = pace(kind, done, further)
        learner.eval()
        shelf.add(*examples(kind, learner, random))
        learner.train()
        seen, faces = batch(shelf, random)
        said = learner(seen)[:, :, 0, 0]
        loss = torch.nn.functional.cross_entropy(said, faces)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        done += 1
        losses.append(loss.item())
        rights.append((said.argmax(1) == faces).float().mean().item())
        if done % 100 == 0:
            took_s = time.process_time()
            print(f"{done}: {np.mean(losses[-100:]):.4f}, {np.mean(rights[-100:]):.4f}, {took_s:.0f} s", flush=True)
    kept = {"net": learner.state_dict(), "optimizer": optimizer.state_dict(), "done": done, "shelf": vars(shelf)}
    torch.save(kept, state)
    learner.eval()
    axes = {"in": {2: "h", 3: "w"}, "out": {2: "h", 3: "w"}}
    torch.onnx.export(
        learner,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(dice.net_of(kind)),
        input_names=["in"],
        output_names=["out"],
        dynamic_axes=axes,
        dynamo=False,
    )
    print(f"{done} of {rounds} done; held out: {held_out()}")


def held_out() -> dict[str, int]:
    """What is read of plates from which nothing was learnt, by all looks together."""
    counted: Counter[str] = Counter()
    for number in range(HELD_OUT):
        plate = Plate(np.random.default_rng((SEED, FIRST_HELD_OUT + number)))
        wide = _widened(plate)
        counted["dice"] += sum(edge / PER_MM * plate.narrow >= dice.LEAST_PX for *_, edge in plate.tops)
        for at in found(plate, wide):
            column, row = round(at.real), round(at.imag)
            look = wide[row : row + SEES, column : column + SEES]
            one = dice.LikelyDie((at.real, at.imag), *dice._judged(look, plate.lean), is_new=False)
            truth = told(plate, at)
            if one.is_read and truth is not None:
                counted["right" if one.face == truth else "wrong" if truth else "nothing there"] += 1
    return dict(counted)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(NETS))
    parser.add_argument("--state", type=Path, default=Path("learnt.pt"))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--further", type=int, metavar="ROUNDS", default=0, help="with the net that there is")
    options = parser.parse_args()
    learn(options.kind, options.state, options.minutes, options.further)
