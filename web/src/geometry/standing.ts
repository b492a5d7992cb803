/** What stands on a deed at each stage of its ladder, and how it is drawn. */
import type { EditionView } from "../wire";

export interface Standing {
  readonly kind: string;
  readonly count: number;
}

/** What stands on a space at a stage, the largest first; nothing where nothing can be built. */
export const standing = (edition: EditionView | null, space: number, stage: number): Standing[] =>
  Object.entries(ladder(edition, space)[stage] ?? {}).map(([kind, count]) => ({ kind, count }));

/** The highest stage of a space. */
export const topStage = (edition: EditionView, space: number): number => Math.max(0, ladder(edition, space).length - 1);

const ladder = (edition: EditionView | null, space: number) =>
  edition?.ladders[edition.spaces[space]?.kind ?? ""] ?? [];

export interface Drawing {
  readonly wide: number;
  readonly walls: string;
  readonly lines: string;
}

/** All in the same line style, each in a box of its own: from -10 to 10 high, `wide` units to each side. */
const DRAWN: Record<string, Drawing> = {
  house: { wide: 10, walls: "M-8 9V-1.5L0-9 8-1.5V9Z", lines: "M-2.2 9V3.5H2.2V9" },
  hotel: {
    wide: 17,
    walls: "M-13 9V-5H-15.5V-9H15.5V-5H13V9Z",
    lines: "M-8.5-.5H-6M-1.2-.5H1.2M6-.5H8.5M-8.5 4.5H-6M6 4.5H8.5M-2.2 9V4.5H2.2V9",
  },
  skyscraper: {
    wide: 9,
    walls: "M-7 9V-2H-4.5V-6.5H-1.5L0-9.5 1.5-6.5H4.5V-2H7V9Z",
    lines: "M-1.8-3H1.8M-3.5 1H3.5M-3.5 4.5H3.5M-1.5 9V7H1.5V9",
  },
  apartment: { wide: 8, walls: "M-6 9V-8H6V9Z", lines: "M-3-4H-1M1-4H3M-3 0H-1M1 0H3M-1.8 9V4.5H1.8V9" },
  holiday_home: { wide: 10, walls: "M-9 9 0-9 9 9Z", lines: "M-2.2 9V4H2.2V9M-3.4-.5H3.4" },
  villa: { wide: 17, walls: "M-14 9V-2H-16L0-9 16-2H14V9Z", lines: "M-14-2H14M-9.5 9V1.5M-4 9V1.5M4 9V1.5M9.5 9V1.5" },
  mall: { wide: 17, walls: "M-14 9V-2H-16L-12-8H12L16-2H14V9Z", lines: "M-14-2H14M-9.5 9V2.5H-3V9M3 2.5H9.5V6H3Z" },
};

export const drawing = (kind: string): Drawing => DRAWN[kind] ?? DRAWN.house!;
