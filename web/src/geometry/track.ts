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

/** Where a piece stands, and how large it is drawn: smaller only where they would cover each other. */
export interface Stand extends Point {
  readonly scale: number;
}

const ASTRIDE = 0.46;
const RANK = 2 * PIECE;
/** Five and more stand so near to each other, and are as small. */
const CLOSE = 0.32;
const CLOSE_FROM = 5;

/**
 * Where the `place`th of `crowd` pieces on one space stands: alone in the middle, else side by side, and in ranks from
 * the inner edge out. Corners have room for nine, and nothing is built there.
 */
export function spot(cell: Cell, place: number, crowd: number): Stand {
  if (crowd <= 1) return { ...centre(cell), scale: 1 };
  const files = crowd < CLOSE_FROM ? 2 : 3;
  const scale = crowd < CLOSE_FROM || cell.corner ? 1 : CLOSE / RANK;
  const [astride, apart] = scale < 1 ? [CLOSE, CLOSE] : [ASTRIDE, cell.corner ? ASTRIDE : RANK];
  const ranks = Math.ceil(crowd / files);
  const rank = Math.floor(place / files);
  const inRank = rank === ranks - 1 ? crowd - files * rank : files;
  const aside = ((place % files) - (inRank - 1) / 2) * astride;
  const half = ((ranks - 1) / 2) * apart;
  const moved = cell.corner ? 0 : Math.max(0, half + PIECE * scale - NEAREST);
  return { ...outward(cell, aside, rank * apart - half + moved), scale };
}

/** How far from the middle of its space, towards the outer edge, a piece stands beside the name, and whose sign it is. */
export const BESIDE = 0.49;
const ASIDE = 0.27;
const RANKED = 3;

/**
 * Where the `place`th of `crowd` pieces stands on a space that shows its name: at the outer edge, next to the owner's
 * mark if there is one, which counts as one of them. Where there are many they are small, and cover the name a little
 * rather than each other.
 */
export function besideName(cell: Cell, place: number, crowd: number, owned: boolean): Stand {
  const all = owned ? crowd + 1 : crowd;
  const at = owned ? place + 1 : place;
  if (all <= 2) {
    const aside = crowd === 2 ? (place ? ASIDE : -ASIDE) : owned ? ASIDE * 0.8 : 0;
    return { ...outward(cell, aside, BESIDE), scale: 1 };
  }
  const inward = Math.floor(at / RANKED) * ASIDE;
  return { ...outward(cell, ((at % RANKED) - 1) * ASIDE, BESIDE - inward), scale: ASIDE / RANK };
}

/** Where the owner's mark stands while pieces stand next to it. */
export const ownerBeside = (cell: Cell): Point => outward(cell, -ASIDE, BESIDE);

function outward(cell: Cell, aside: number, out: number): Point {
  const { x, y } = centre(cell);
  const [dx, dy] = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] }[cell.side] as [number, number];
  return { x: x + dx * out + Math.abs(dy) * aside, y: y + dy * out + Math.abs(dx) * aside };
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

const STEP_MS = 160;
const WALK_MS = 1800;
const STRAIGHT_MS = 600;
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
