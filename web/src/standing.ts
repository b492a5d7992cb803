/** What stands on a street at each stage, and how it is drawn. */

/** The stage at which a hotel takes the place of the houses. */
export const HOTEL_STAGE = 5;

export interface Standing {
  readonly kind: "house" | "hotel";
  readonly count: number;
}

export const standing = (stage: number): Standing =>
  stage >= HOTEL_STAGE ? { kind: "hotel", count: 1 } : { kind: "house", count: stage };

/** Drawn with one pen, each in a box of its own: from -10 to 10 high, `wide` units to each side. */
export const DRAWN: Record<Standing["kind"], { readonly wide: number; readonly walls: string; readonly lines: string }> = {
  house: { wide: 10, walls: "M-8 9V-1.5L0-9 8-1.5V9Z", lines: "M-2.2 9V3.5H2.2V9" },
  hotel: { wide: 17, walls: "M-13 9V-5H-15.5V-9H15.5V-5H13V9Z", lines: "M-8.5-.5H-6M-1.2-.5H1.2M6-.5H8.5M-8.5 4.5H-6M6 4.5H8.5M-2.2 9V4.5H2.2V9" },
};
