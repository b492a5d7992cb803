/** The spaces of a board with measures of its own, as a grid over its picture. */
import type { Grid, SightView } from "../../wire";

export type Point = readonly [number, number];
const SIDES = 4;

/** A board that fills most of the picture; Start at the lower right. */
export const FIRST: Grid = {
  outline: [
    [0.85, 0.85],
    [0.15, 0.85],
    [0.15, 0.15],
    [0.85, 0.15],
  ],
  corner: 0.13,
  deep: 0.13,
};

/** A grid to begin with: where the corner marks say that a board of our measures would be, if they are seen. */
export function begun({ outline, size }: SightView): Grid {
  const [a, b, c, d] = outline.map(([x, y]): [number, number] => [x / size[0], y / size[1]]);
  return a && b && c && d ? { ...FIRST, outline: [a, b, c, d] } : FIRST;
}

/** Where a point of the unit square lies in the picture, if its corners lie there (Heckbert 1989, 2.2.3). */
export function mapped([a, b, c, d]: readonly Point[]): (at: Point) => Point {
  const [ax, ay] = a!;
  const [bx, by] = b!;
  const [cx, cy] = c!;
  const [dx, dy] = d!;
  const sx = ax - bx + cx - dx;
  const sy = ay - by + cy - dy;
  const [px, py, qx, qy] = [bx - cx, by - cy, dx - cx, dy - cy];
  const whole = px * qy - qx * py;
  const g = (sx * qy - qx * sy) / whole;
  const h = (px * sy - sx * py) / whole;
  return ([u, v]) => {
    const far = g * u + h * v + 1;
    return [
      ((bx - ax + g * bx) * u + (dx - ax + h * dx) * v + ax) / far,
      ((by - ay + g * by) * u + (dy - ay + h * dy) * v + ay) / far,
    ];
  };
}

/** The corners of each space, in shares of the picture. */
export function spacesOf({ outline, corner, deep }: Grid, spaces: number): Point[][] {
  const place = mapped(outline);
  const per = spaces / SIDES;
  const wide = (1 - 2 * corner) / (per - 1);
  const turned = (side: number, along: number, inwards: number): Point =>
    (
      [
        [along, inwards],
        [1 - inwards, along],
        [1 - along, 1 - inwards],
        [inwards, 1 - along],
      ] as const
    )[side]!;
  return Array.from({ length: spaces }, (_, space) => {
    const [side, index] = [Math.floor(space / per), space % per];
    const from = index ? corner + (index - 1) * wide : 0;
    const to = from + (index ? wide : corner);
    return [turned(side, from, 0), turned(side, to, 0), turned(side, to, deep), turned(side, from, deep)].map(place);
  });
}
