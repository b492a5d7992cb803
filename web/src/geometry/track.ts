/**
 * Where the spaces of a track lie: a square ring of any number of spaces divisible by four, start in the lower right
 * corner, running clockwise. Units: an ordinary space is 1 wide and DEPTH deep, corners are DEPTH square.
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

/**
 * What a piece needs around its middle, and how near to the inner edge it comes: buildings and claims stay to be seen
 * there.
 */
export const PIECE = 0.21;
export const NEAREST = 0.37;

/**
 * Where the `place`th of `crowd` pieces on one space stands: alone in the middle, else side by side, and in ranks from
 * the inner edge out.
 */
export function spot(cell: Cell, place: number, crowd: number): Point {
  const middle = centre(cell);
  if (crowd <= 1) return middle;
  const files = crowd <= 4 ? 2 : 3;
  const ranks = Math.ceil(crowd / files);
  const rank = Math.floor(place / files);
  const inRank = rank === ranks - 1 ? crowd - files * rank : files;
  const aside = ((place % files) - (inRank - 1) / 2) * (files === 2 ? 0.46 : 0.31);
  const apart = ranks > 2 ? 0.34 : 0.42;
  const inward = Math.min(0, NEAREST - PIECE - ((ranks - 1) / 2) * apart) + ((ranks - 1) / 2 - rank) * apart;
  const { side } = cell;
  if (side === "bottom" || side === "top")
    return { x: middle.x + aside, y: middle.y + (side === "top" ? inward : -inward) };
  return { x: middle.x + (side === "left" ? inward : -inward), y: middle.y + aside };
}

/**
 * The spaces a piece passes from `origin` to `target`, both included: forward, or back when that is a short step by a
 * card.
 */
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
