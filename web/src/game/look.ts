/** Which look a newcomer gets, while others choose theirs at the same moment. */
import { COLOURS, SHAPES } from "../geometry/seats";
import type { Colour, SeatView, Shape } from "../wire";

export interface Wish {
  readonly colour: Colour | null;
  readonly shape: Shape | null;
}

/** The first that nobody has. */
export const free = (others: readonly SeatView[]): { colour: Colour; shape: Shape } => ({
  colour: COLOURS.find((colour) => others.every((other) => other.colour !== colour)) ?? COLOURS[0]!,
  shape: SHAPES.find((shape) => others.every((other) => other.shape !== shape)) ?? SHAPES[0]!,
});

/** What was wished for, without what somebody else has taken meanwhile. */
export const still = ({ colour, shape }: Wish, others: readonly SeatView[]): Wish => ({
  colour: others.some((other) => other.colour === colour) ? null : colour,
  shape: others.some((other) => other.shape === shape) ? null : shape,
});
