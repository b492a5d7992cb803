/** A family's track may have 24 to 56 spaces: whatever its length, the ring is a board that people know. */
import { describe, expect, test } from "vitest";
import { centre, ring, spaceAt, spot, walk, type Cell } from "./track";

const SIZES = [24, 28, 32, 36, 40, 44, 48, 52, 56];
const over = (a: Cell, b: Cell) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1e-9 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1e-9;

describe.each(SIZES)("a ring of %i spaces", (count) => {
  const { size, cells } = ring(count);
  test("has every space once, and no two of them overlap", () => {
    expect(cells.map(({ space }) => space)).toEqual(Array.from({ length: count }, (_, space) => space));
    for (const [number, cell] of cells.entries())
      for (const other of cells.slice(number + 1))
        expect(over(cell, other), `${cell.space}, ${other.space}`).toBe(false);
  });
  test("is a square: its outermost edges are equally far apart, and no space lies beyond them", () => {
    expect(Math.min(...cells.map(({ x }) => x))).toBe(0);
    expect(Math.min(...cells.map(({ y }) => y))).toBe(0);
    expect(Math.max(...cells.map(({ x, width }) => x + width))).toBeCloseTo(size);
    expect(Math.max(...cells.map(({ y, height }) => y + height))).toBeCloseTo(size);
  });
  test("has its corners, which alone are squares, in the corners", () => {
    const squares = cells.filter(({ width, height }) => width === height);
    expect(squares.map(({ space }) => space)).toEqual([0, count / 4, count / 2, (3 * count) / 4]);
    for (const { x, y, width, height } of squares) {
      expect(x === 0 || Math.abs(x + width - size) < 1e-9).toBe(true);
      expect(y === 0 || Math.abs(y + height - size) < 1e-9).toBe(true);
    }
  });
  test("runs clockwise, each space next to the one before it", () => {
    const middle = size / 2;
    for (const cell of cells) {
      const [here, next] = [centre(cell), centre(cells[(cell.space + 1) % count]!)];
      const turn = (here.x - middle) * (next.y - middle) - (here.y - middle) * (next.x - middle);
      expect(turn).toBeGreaterThan(0);
    }
  });
  test("has as many spaces between any two corners", () => {
    for (const side of ["bottom", "left", "top", "right"])
      expect(cells.filter((cell) => cell.side === side)).toHaveLength(count / 4);
  });
  test("leaves an empty middle, larger than its edge is deep", () => {
    const from = Math.max(...cells.filter(({ side }) => side === "left").map(({ x, width }) => x + width));
    const to = Math.min(...cells.filter(({ side, corner }) => side === "right" && !corner).map(({ x }) => x));
    expect(to - from).toBeGreaterThan(3);
    expect(spaceAt(ring(count), { x: size / 2, y: size / 2 })).toBeNull();
  });
  test("has room for eight pieces on every space", () => {
    for (const cell of cells)
      for (let place = 0; place < 8; place++)
        for (const named of [true, false]) expect(spaceAt(ring(count), spot(cell, place, 8, named))).toBe(cell.space);
  });
  test("is walked over its start", () => {
    expect(walk(count - 2, 3, count, true).spaces).toEqual([count - 2, count - 1, 0, 1, 2, 3]);
  });
});
