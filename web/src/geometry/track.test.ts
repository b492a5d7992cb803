import { describe, expect, test } from "vitest";
import {
  BESIDE,
  besideName,
  centre,
  NEAREST,
  path,
  PIECE,
  ring,
  ownerBeside,
  spaceAt,
  spot,
  walk,
  type Cell,
  type Stand,
} from "./track";

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
  test("its middle is no space", () => expect(spaceAt(track, { x: track.size / 2, y: track.size / 2 })).toBeNull());
});

test.each([39, 6, 0])("there is no square ring of %i spaces", (count) => {
  expect(() => ring(count)).toThrow(RangeError);
});

describe("pieces on one space", () => {
  const cell = ring(40).cells[7]!;
  test("a piece alone stands in the middle", () => expect(spot(cell, 0, 1)).toEqual({ ...centre(cell), scale: 1 }));
  test.each([2, 3, 4, 5, 6, 8])("%i pieces stand apart and on the space", (crowd) => {
    const spots = Array.from({ length: crowd }, (_, i) => spot(cell, i, crowd));
    expect(new Set(spots.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(crowd);
    for (const at of spots) expect(spaceAt(ring(40), at)).toBe(7);
  });
  test.each([2, 3, 4, 5, 6, 8])("%i pieces leave the band to buildings and claims, on every side", (crowd) => {
    for (const space of [7, 17, 27, 37]) {
      const on = ring(40).cells[space]!;
      const at = Array.from({ length: crowd }, (_, i) => spot(on, i, crowd));
      const [x, y] = [on.x + on.width / 2, on.y + on.height / 2];
      const inward = {
        bottom: at.map((one) => y - one.y),
        top: at.map((one) => one.y - y),
        left: at.map((one) => one.x - x),
        right: at.map((one) => x - one.x),
      }[on.side];
      expect(Math.max(...inward) + PIECE * at[0]!.scale).toBeLessThanOrEqual(NEAREST + 1e-9);
      expect(Math.min(...inward)).toBeGreaterThan(-0.6);
    }
  });
});

/** No two cover each other, all are on their space: circles as large as the pieces are drawn. */
function apart(cell: Cell, stands: readonly Stand[]): void {
  for (const [number, { x, y, scale }] of stands.entries()) {
    const around = PIECE * scale;
    expect(scale).toBeGreaterThan(0.6); // still to be seen
    expect(Math.min(x - cell.x, y - cell.y, cell.x + cell.width - x, cell.y + cell.height - y)).toBeGreaterThan(
      around - 0.03,
    );
    for (const other of stands.slice(number + 1))
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(2 * around - 1e-9);
  }
}

describe.each([0, 7, 10, 17, 20, 27, 30, 37])("as many as there are players, on space %i", (space) => {
  const cell = ring(40).cells[space]!;
  test.each([2, 3, 4, 5, 6, 7, 8])("%i pieces cover none of each other", (crowd) => {
    const places = Array.from({ length: crowd }, (_, i) => i);
    apart(
      cell,
      places.map((place) => spot(cell, place, crowd)),
    );
  });
  test.each([2, 3, 4, 5, 6, 7, 8])("%i pieces beside a name neither, nor the middle of the owner's mark", (crowd) => {
    if (cell.corner) return; // none has a name
    for (const owned of [false, true]) {
      const stands = Array.from({ length: crowd }, (_, i) => besideName(cell, i, crowd, owned));
      const mark = { ...ownerBeside(cell), scale: stands[0]!.scale };
      apart(cell, owned ? [...stands, mark] : stands);
    }
  });
});

describe("pieces on a space with a name", () => {
  const cases = [7, 17, 27, 37].flatMap((space) => [1, 2, 3, 5, 8].map((crowd) => [space, crowd] as const));
  test.each(cases)("on %i %i pieces stand at the outer edge and on the space", (space, crowd) => {
    const cell = ring(40).cells[space]!;
    const middle = centre(cell);
    for (const owned of [false, true])
      for (let place = 0; place < crowd; place++) {
        const at = besideName(cell, place, crowd, owned);
        expect(spaceAt(ring(40), at)).toBe(space);
        const outward = {
          bottom: at.y - middle.y,
          top: middle.y - at.y,
          left: middle.x - at.x,
          right: at.x - middle.x,
        };
        expect(outward[cell.side]).toBeGreaterThan(crowd <= 5 ? 0.15 : -0.1); // of so many, some stand on the name
      }
  });
  test("a piece alone covers no owner", () => {
    for (const space of [7, 17, 27, 37]) {
      const cell = ring(40).cells[space]!;
      const [piece, owner] = [besideName(cell, 0, 1, true), ownerBeside(cell)];
      expect(Math.hypot(piece.x - owner.x, piece.y - owner.y)).toBeGreaterThan(2 * PIECE);
      expect(besideName(cell, 0, 1, false)).toEqual(expect.objectContaining(outermost(cell)));
    }
  });
  function outermost(cell: Cell) {
    const { x, y } = centre(cell);
    const [dx, dy] = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] }[cell.side] as [number, number];
    return { x: x + dx * BESIDE, y: y + dy * BESIDE };
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
    expect(far(18).ms).toBeLessThan(2000);
  });
  test("is one straight glide to jail, and where no throw leads", () => {
    expect(walk(30, 10, 40, false)).toEqual({ spaces: [30, 10], stepping: false, ms: 600 });
    expect(walk(0, 39 - 5, 40, true).stepping).toBe(false);
  });
});
