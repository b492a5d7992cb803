/**
 * Where the spaces of a track lie: a square ring of any number of spaces divisible by four, start in the lower right corner,
 * running clockwise. Units: an ordinary space is 1 wide and DEPTH deep, corners are DEPTH square.
 */
export const DEPTH = 1.5;

export type Side = "bottom" | "left" | "top" | "right";
const SIDES: readonly Side[] = ["bottom", "left", "top", "right"];

export interface Cell {
  readonly space: number;
  readonly side: Side;
  readonly corner: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Ring {
  /** Length of the whole square. */
  readonly size: number;
  readonly cells: readonly Cell[];
}

/** The ring for a number of spaces. Throws a RangeError where no square ring exists. */
export function ring(count: number): Ring {
  if (count < 8 || count % 4 !== 0) throw new RangeError(`a track of ${count} spaces is no square ring`);
  const side = count / 4;
  const size = 2 * DEPTH + side - 1;
  return { size, cells: Array.from({ length: count }, (_, space) => cell(space, side, size)) };
}

function cell(space: number, side: number, size: number): Cell {
  const name = SIDES[Math.floor(space / side)]!;
  const step = space % side;
  const corner = step === 0;
  const from = corner ? 0 : DEPTH + step - 1;
  const length = corner ? DEPTH : 1;
  const back = size - from - length;
  const far = size - DEPTH;
  const place: Record<Side, Omit<Cell, "space" | "side" | "corner">> = {
    bottom: { x: back, y: far, width: length, height: DEPTH },
    left: { x: 0, y: back, width: DEPTH, height: length },
    top: { x: from, y: 0, width: length, height: DEPTH },
    right: { x: far, y: from, width: DEPTH, height: length },
  };
  return { space, side: name, corner, ...place[name] };
}

export const centre = (cell: Cell): Point => ({ x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 });

/** Where the `place`th of `crowd` pieces on one space stands: alone in the middle, else in rows of two (three in a crowd). */
export function spot(cell: Cell, place: number, crowd: number): Point {
  const middle = centre(cell);
  if (crowd <= 1) return middle;
  const columns = crowd <= 4 ? 2 : 3;
  const rows = Math.ceil(crowd / columns);
  const [wide, high] = [Math.min(cell.width * 0.46, 0.62), Math.min(cell.height * 0.4, 0.55)];
  const column = place % columns;
  const row = Math.floor(place / columns);
  const inRow = row === rows - 1 ? crowd - columns * row : columns;
  return {
    x: middle.x + (column - (inRow - 1) / 2) * (columns === 2 ? wide : wide * 0.68),
    y: middle.y + (row - (rows - 1) / 2) * (rows > 2 ? high * 0.75 : high),
  };
}

/** The spaces a piece passes from `origin` to `target`, both included: forward, or back when that is a short step by a card. */
export function path(origin: number, target: number, count: number): number[] {
  const forward = (target - origin + count) % count;
  const back = count - forward;
  const steps = back <= 3 && forward !== 0 ? back : forward;
  const step = steps === back && back <= 3 ? count - 1 : 1;
  return Array.from({ length: steps + 1 }, (_, i) => (origin + i * step) % count);
}

/** How long a walk over that many steps takes: space by space, but never more than 1.2 s. */
export const walkTime = (steps: number): number => Math.min(1200, 140 * steps);

/** The space at a point of the ring, or null in its empty middle and outside. */
export function spaceAt(ring: Ring, point: Point): number | null {
  const hit = ring.cells.find(
    ({ x, y, width, height }) => point.x >= x && point.x < x + width && point.y >= y && point.y < y + height,
  );
  return hit ? hit.space : null;
}
