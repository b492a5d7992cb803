import { describe, expect, test } from "vitest";
import { BAND, centre, DEPTH, inside, NAME_FROM, path, ring, SHALLOW, spaceAt, spot, walk } from "./track";

describe.each([40, 52])("a ring of %i spaces", (count) => {
  const track = ring(count);

  test("has four corners at the four corners, start in the lower right", () => {
    const corners = track.cells.filter((cell) => cell.corner);
    expect(corners.map((cell) => cell.space)).toEqual([0, count / 4, count / 2, (3 * count) / 4]);
    expect(corners.map(({ x, y }) => [x === 0, y === 0])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, true],
    ]);
  });
  test("covers its edge without gap or overlap", () => {
    const area = track.cells.reduce((sum, { width, height }) => sum + width * height, 0);
    const inner = track.size - 3;
    expect(area).toBeCloseTo(track.size ** 2 - inner ** 2);
    for (const cell of track.cells) expect(spaceAt(track, centre(cell))).toBe(cell.space);
  });
  test("neighbours touch", () => {
    for (const cell of track.cells) {
      const next = centre(track.cells[(cell.space + 1) % count]!);
      const here = centre(cell);
      expect(Math.abs(next.x - here.x) + Math.abs(next.y - here.y)).toBeLessThanOrEqual(1.25);
    }
  });
  test("what lies on the border of two spaces belongs to one, and beyond the edge to none", () => {
    const { x, y, width, height } = track.cells[1]!;
    expect(spaceAt(track, { x: x + width, y: y + height / 2 })).not.toBe(1);
    expect(spaceAt(track, { x: track.size, y: track.size / 2 })).toBeNull();
  });
  test("its middle is no space", () => expect(spaceAt(track, { x: track.size / 2, y: track.size / 2 })).toBeNull());
});

test("the farthest throw is walked, and nothing beyond it", () => {
  expect([18, 19].map((steps) => walk(0, steps, 40, true).stepping)).toEqual([true, false]);
});
test("the last rank of pieces stands in the middle", () => {
  const cell = ring(40).cells[7]!;
  const of = (place: number) => spot(cell, place, 3);
  const [middle, alone] = [(of(0).x + of(1).x) / 2, of(2).x];
  expect(alone).toBeCloseTo(middle);
});

test.each([39, 6, 0])("there is no square ring of %i spaces", (count) => {
  expect(() => ring(count)).toThrow(RangeError);
});

/** On the 0, 7, 10, … of a ring: corners and ordinary spaces of every side, with and without names. */
const CELLS = [DEPTH, SHALLOW].flatMap((depth) =>
  [0, 7, 10, 17, 20, 27, 30, 37].flatMap((space) =>
    [true, false].map((named) => [depth, space, named, ring(40, depth).cells[space]!] as const),
  ),
);

describe.each(CELLS)("in a ring %d deep, on space %i, named: %s", (depth, space, named, cell) => {
  const stands = (crowd: number) => Array.from({ length: crowd }, (_, i) => spot(cell, i, crowd, named));
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i pieces cover none of each other and stay on the space", (crowd) => {
    for (const [number, { x, y, face }] of stands(crowd).entries()) {
      expect(face).toBeGreaterThan(crowd > 3 ? 0.09 : 0.13); // still to be seen
      expect(spaceAt(ring(40, depth), { x, y })).toBe(space);
      const edges = [x - cell.x, y - cell.y, cell.x + cell.width - x, cell.y + cell.height - y];
      expect(Math.min(...edges)).toBeGreaterThanOrEqual(face);
      for (const other of stands(crowd).slice(number + 1))
        expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(2 * face - 1e-9);
    }
  });
  test.each([1, 2, 3, 5, 8])("%i pieces leave the band to buildings, and the rest to the name", (crowd) => {
    if (cell.corner) return;
    const inner = { bottom: cell.y, top: cell.y + cell.height, left: cell.x + cell.width, right: cell.x }[cell.side];
    for (const { x, y, face } of stands(crowd)) {
      const deep = Math.abs((cell.side === "bottom" || cell.side === "top" ? y : x) - inner);
      expect(deep - face).toBeGreaterThanOrEqual(BAND);
      if (named) expect(deep + face).toBeLessThanOrEqual(NAME_FROM);
    }
  });
});

test("a tab hangs outside its space, on every side", () => {
  const { size, cells } = ring(40);
  for (const cell of [7, 17, 27, 37].map((space) => cells[space]!)) {
    const { x, y } = inside(cell, cell.depth + 0.1);
    expect(spaceAt(ring(40), { x, y })).toBeNull();
    expect([x, y].some((one) => one < 0 || one > size)).toBe(true);
  }
});

describe("the way of a piece", () => {
  test("goes forward over the start", () => expect(path(38, 2, 40)).toEqual([38, 39, 0, 1, 2]));
  test("goes back when a card sends it a few spaces back", () => expect(path(7, 4, 40)).toEqual([7, 6, 5, 4]));
  test("stays where it is", () => expect(path(5, 5, 40)).toEqual([5]));
  test("is walked space by space, longer the farther it is, but nobody waits for long", () => {
    const far = (steps: number) => walk(0, steps, 40, true);
    expect(far(7)).toEqual({ spaces: [0, 1, 2, 3, 4, 5, 6, 7], stepping: true, ms: far(1).ms * 7 });
    expect(far(12).ms).toBeGreaterThan(far(7).ms);
    expect(far(18).ms).toBeLessThan(1200);
  });
  test("is one straight glide to jail, and where no throw leads", () => {
    expect(walk(30, 10, 40, false)).toEqual({ spaces: [30, 10], stepping: false, ms: 500 });
    expect(walk(0, 39 - 5, 40, true).stepping).toBe(false);
  });
});
