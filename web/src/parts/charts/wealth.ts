/**
 * Net worth, or the chance to win, as lines: each in its player's colour with a dark edge, and their mark at its end, since colour alone tells
 * nobody apart.
 */
import type uPlot from "uplot";
import { money } from "../../text/money";
import { t } from "../../text/words.svelte";
import { drop, initial, OUTLINES } from "../../geometry/seats";
import type { Turn } from "../../state/features";
import type { SeatView } from "../../wire";

/** How far a mark reaches, in the size of the letters. */
const MARK = 0.8;

/** What each seat has, or may hope for, by turn. */
export interface Curves {
  readonly turns: readonly number[];
  readonly seats: readonly (readonly number[])[];
}

/** Not every turn of a long evening is a row. */
const ROWS_MAXIMUM = 60;

/** The same as a table: what its columns are called, and a row for each turn. */
export const namesOf = (seats: readonly SeatView[]): string[] => [t("evening.turn"), ...seats.map(({ name }) => name)];

export function rowsOf({ turns, seats }: Curves, figure: (value: number) => string): (string | number)[][] {
  const every = Math.max(1, Math.ceil(turns.length / ROWS_MAXIMUM));
  return turns
    .map((turn, i) => [turn, ...seats.map((values) => figure(values[i] ?? 0))])
    .filter((_, i) => i % every === 0 || i === turns.length - 1);
}

export function wealthData({ turns, seats }: Curves): uPlot.AlignedData {
  // Each line is drawn twice: its edge below, its colour above.
  return [[...turns], ...seats.flatMap((worth) => [[...worth], [...worth]])];
}

export function wealthOptions(
  seats: readonly SeatView[],
  coloured: (seat: SeatView) => string,
  ink: string,
  hair: string,
  size = 14,
  figure: (value: number) => string = money,
): Omit<uPlot.Options, "width" | "height"> {
  const font = `${size}px system-ui, sans-serif`;
  const axis = { stroke: ink, font, grid: { stroke: hair, width: 1 }, ticks: { stroke: hair, width: 1 } };
  const widest = (values: readonly string[] | null) =>
    Math.max(4, ...(values ?? []).map((text) => text.length)) * size * 0.62 + 12;
  return {
    legend: { show: false },
    cursor: { show: false },
    padding: [size, 2 * MARK * size + 12, 0, 0],
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        size: size * 2.4,
        values: (_, splits) => splits.map((turn) => (Number.isInteger(turn) ? String(turn) : "")),
      },
      { ...axis, space: 3 * size, size: (_, values) => widest(values), values: (_, splits) => splits.map(figure) },
    ],
    series: [
      {},
      ...seats.flatMap((seat) => [
        { stroke: ink, width: 4.5, points: { show: false } },
        { stroke: coloured(seat), width: 2.5, points: { show: false } },
      ]),
    ],
    hooks: { draw: [(chart) => marks(chart, seats, coloured, ink, MARK * size)] },
  };
}

/** The same for the sofa: lines are thicker, the winner's most of all, and what turned the game is numbered in them. */
export function onTv<Options extends Omit<uPlot.Options, "width" | "height">>(
  plain: Options,
  turns: readonly Turn[],
  winner: number,
): Options {
  const series = plain.series.map((line, i) => ({
    ...line,
    width: (line.width ?? 0) * (Math.floor((i - 1) / 2) === winner ? 3 : 1.6),
  }));
  const numbers = (chart: uPlot) => turns.forEach((turned, i) => numbered(chart, turned, String(i + 1)));
  return { ...plain, series, hooks: { draw: [...(plain.hooks?.draw ?? []), numbers] } };
}

function numbered({ ctx, data, valToPos }: uPlot, { turn, seat }: Turn, number: string): void {
  const at = Math.max(0, [...data[0]].filter((before) => before <= turn).length - 1);
  const [x, y] = [valToPos(turn, "x", true), valToPos(Number(data[2 * seat + 2]?.[at] ?? 0), "y", true)];
  const style = getComputedStyle(ctx.canvas);
  const radius = 20 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = style.getPropertyValue("--gold");
  ctx.fill();
  ctx.lineWidth = radius / 7;
  ctx.strokeStyle = ctx.fillStyle = style.getPropertyValue("--on-gold");
  ctx.stroke();
  ctx.font = `700 ${radius * 1.2}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.fillText(number, x, y + radius * 0.42);
  ctx.restore();
}

/** The players' marks right of their lines' ends, pushed apart where they would cover each other. */
function marks(
  chart: uPlot,
  seats: readonly SeatView[],
  coloured: (seat: SeatView) => string,
  ink: string,
  mark: number,
): void {
  const { ctx } = chart;
  const ratio = devicePixelRatio;
  const ends = seats.map((seat, i) => ({
    seat,
    y: chart.valToPos(Number(chart.data[2 * i + 2]?.slice(-1)[0] ?? 0), "y", true),
  }));
  const x = chart.bbox.left + chart.bbox.width + (mark + 8) * ratio;
  for (const { seat, y } of apart(
    ends,
    2.1 * mark * ratio,
    chart.bbox.top + mark * ratio,
    chart.bbox.top + chart.bbox.height - mark * ratio,
  )) {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale((mark / 12) * ratio, (mark / 12) * ratio);
    const outline = new Path2D(OUTLINES[seat.shape]);
    ctx.fillStyle = coloured(seat);
    ctx.fill(outline);
    ctx.lineWidth = 1.6;
    ctx.strokeStyle = ink;
    ctx.stroke(outline);
    ctx.fillStyle = getComputedStyle(ctx.canvas).getPropertyValue(`--on-seat-${seat.colour}`);
    const letters = initial(seat, seats);
    ctx.font = `700 ${letters.length > 1 ? 9 : 12}px system-ui, sans-serif`;
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.fillText(letters, 0, 4.2 + drop(seat.shape));
    ctx.restore();
  }
}

/**
 * The same marks from top to bottom, none nearer to the next than `least`, and none outside if there is room for all.
 */
export function apart<T extends { y: number }>(marked: readonly T[], least: number, top: number, bottom: number): T[] {
  const sorted = [...marked].sort((a, b) => a.y - b.y).map((one) => ({ ...one }));
  let from = top;
  for (const one of sorted) {
    one.y = Math.max(one.y, from);
    from = one.y + least;
  }
  let to = bottom;
  for (const one of [...sorted].reverse()) {
    one.y = Math.min(one.y, to);
    to = one.y - least;
  }
  return sorted;
}
