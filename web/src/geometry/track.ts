/**
 * Where the spaces of a track lie: a square ring of any number of spaces divisible by four, start in the lower right
 * corner, running clockwise. Units: an ordinary space is 1 wide and as deep as its corners are square.
 */
export const DEPTH = 1.5;
/** Without names it need not be as deep, and leaves more to its middle. */
export const SHALLOW = 1.05;
/** What is left outside it for the tabs of owners. */
export const OUTSIDE = 0.32;

export type Side = "bottom" | "left" | "top" | "right";
const SIDES: readonly Side[] = ["bottom", "left", "top", "right"];

export interface Cell {
  readonly space: number;
  readonly side: Side;
  readonly corner: boolean;
  readonly depth: number;
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
  readonly depth: number;
  readonly cells: readonly Cell[];
}

/** The ring for a number of spaces, so deep. Throws a RangeError where no square ring exists. */
export function ring(count: number, depth = DEPTH): Ring {
  if (count < 8 || count % 4 !== 0) throw new RangeError(`a track of ${count} spaces is no square ring`);
  const side = count / 4;
  const size = 2 * depth + side - 1;
  return { size, depth, cells: Array.from({ length: count }, (_, space) => cell(space, side, size, depth)) };
}

function cell(space: number, side: number, size: number, depth: number): Cell {
  const name = SIDES[Math.floor(space / side)]!;
  const step = space % side;
  const corner = step === 0;
  const from = corner ? 0 : depth + step - 1;
  const length = corner ? depth : 1;
  const back = size - from - length;
  const far = size - depth;
  const place: Record<Side, Omit<Cell, "space" | "side" | "corner" | "depth">> = {
    bottom: { x: back, y: far, width: length, height: depth },
    left: { x: 0, y: back, width: depth, height: length },
    top: { x: from, y: 0, width: length, height: depth },
    right: { x: far, y: from, width: depth, height: length },
  };
  return { space, side: name, corner, depth, ...place[name] };
}

export const centre = (cell: Cell): Point => ({ x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 });

/** The point of a cell that lies `deep` from its inner edge, and `aside` of its middle along the edge. */
export function inside(cell: Cell, deep: number, aside = 0): Point {
  const { x, y } = centre(cell);
  const out = deep - cell.depth / 2;
  const [dx, dy] = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] }[cell.side] as [number, number];
  return { x: x + dx * out + Math.abs(dy) * aside, y: y + dy * out + Math.abs(dx) * aside };
}

/** How deep the band is that carries the colour and what is built; names begin beyond the room for pieces. */
export const BAND = 0.34;
export const NAME_FROM = 0.88;
/** What is left free around faces of pieces, for their rims. */
const RIM = 0.05;
/** How large a face may be: next to a name, and where there is none. */
const [FACE_NAMED, FACE] = [0.2, 0.25];

/** Where a piece stands, and how far its face reaches. */
export interface Stand extends Point {
  readonly face: number;
}

/**
 * Where the `place`th of `crowd` pieces on one space stands: in ranks from the band out, as large as they can be without
 * covering each other. Nothing is built on corners, which have room all over.
 */
export function spot(cell: Cell, place: number, crowd: number, named = false): Stand {
  const from = (cell.corner ? 0 : BAND) + RIM;
  const deep = (named && !cell.corner ? NAME_FROM : cell.depth) - RIM - from;
  const wide = (cell.corner ? cell.depth : 1) - 2 * RIM;
  const most = named ? FACE_NAMED : FACE;
  const { files, ranks, face } = [1, 2, 3]
    .map((ranks) => ({ ranks, files: Math.ceil(crowd / ranks) }))
    .map((way) => ({ ...way, face: Math.min(most, wide / way.files / 2, deep / way.ranks / 2) }))
    .reduce((best, way) => (way.face > best.face + 1e-9 ? way : best));
  const rank = Math.floor(place / files);
  const inRank = Math.min(files, crowd - files * rank);
  const apart = (room: number, of: number) => Math.min(room / of, 2.4 * face);
  const aside = ((place % files) - (inRank - 1) / 2) * apart(wide, files);
  return { ...inside(cell, from + deep / 2 + (rank - (ranks - 1) / 2) * apart(deep, ranks), aside), face };
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

/** The path of a piece: the spaces, both ends included, and how long it takes. */
export interface Walk {
  readonly spaces: readonly number[];
  /** Space by space, not in one straight glide. */
  readonly stepping: boolean;
  readonly ms: number;
}

const STEP_MS = 100;
/** With the coins after it all is over in 1.2 s. */
export const WALK_MS = 760;
const STRAIGHT_MS = 500;
/** More steps than any throw allows are not walked: the piece was sent there. */
const STEPS_MAXIMUM = 18;

/** The way from `origin` to `target`, space by space where somebody `walks` and it is not too far. */
export function walk(origin: number, target: number, count: number, walks: boolean): Walk {
  const spaces = path(origin, target, count);
  const steps = spaces.length - 1;
  if (walks && steps <= STEPS_MAXIMUM) return { spaces, stepping: steps > 0, ms: Math.min(WALK_MS, STEP_MS * steps) };
  return { spaces: [origin, target], stepping: false, ms: STRAIGHT_MS };
}

/** The space at a point of the ring, or null in its empty middle and outside. */
export function spaceAt(ring: Ring, point: Point): number | null {
  const hit = ring.cells.find(
    ({ x, y, width, height }) => point.x >= x && point.x < x + width && point.y >= y && point.y < y + height,
  );
  return hit ? hit.space : null;
}
