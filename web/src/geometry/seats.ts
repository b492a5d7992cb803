/** How players are recognised without colour: a shape, an initial and an outline, everywhere the same. */
import type { Colour, SeatView, Shape } from "../wire";

export const COLOURS: readonly Colour[] = ["red", "blue", "green", "yellow", "purple", "orange", "teal", "brown"];
export const SHAPES: readonly Shape[] = [
  "triangle",
  "square",
  "circle",
  "star",
  "diamond",
  "hexagon",
  "heart",
  "cross",
];

/** Outlines in a box from -12 to 12, optically of one size. */
export const OUTLINES: Record<Shape, string> = {
  triangle: "M0-11.5 11.8 8.2Q12.4 9.8 10.6 9.8H-10.6Q-12.4 9.8-11.8 8.2Z",
  square: "M-9.6-7.6Q-9.6-9.6-7.6-9.6H7.6Q9.6-9.6 9.6-7.6V7.6Q9.6 9.6 7.6 9.6H-7.6Q-9.6 9.6-9.6 7.6Z",
  circle: "M0-10.8A10.8 10.8 0 1 1 0 10.8 10.8 10.8 0 1 1 0-10.8Z",
  star: "M0-12 3.7-4.6 11.8-3.6 5.9 2.2 7.3 10.4 0 6.5-7.3 10.4-5.9 2.2-11.8-3.6-3.7-4.6Z",
  diamond: "M0-12 11 0 0 12-11 0Z",
  hexagon: "M-5.7-10.2H5.7L11.6 0 5.7 10.2H-5.7L-11.6 0Z",
  heart: "M0 11C-6 6.5-11.6 2.2-11.6-3.6-11.6-10.6-3-12 0-6.2 3-12 11.6-10.6 11.6-3.6 11.6 2.2 6 6.5 0 11Z",
  cross: "M-4.4-11H4.4V-4.4H11V4.4H4.4V11H-4.4V4.4H-11V-4.4H-4.4Z",
};

export const fill = (colour: Colour): string => `var(--seat-${colour})`;
/** The side of a thick piece, which is in shade. */
export const side = (colour: Colour): string => `var(--seat-${colour}-side)`;
/** The text colour that is readable on a colour. */
export const onColour = (colour: Colour): string => `var(--on-seat-${colour})`;
/** The initial sits a little lower in a triangle and a heart. */
export const drop = (shape: Shape): number =>
  shape === "triangle" ? 3.2 : shape === "heart" ? -0.8 : shape === "star" ? 0.8 : 0;

/** The first letter, and a second one for players who share it. */
export function initial(seat: SeatView, seats: readonly SeatView[]): string {
  const letters = [...seat.name.trim()];
  const first = (letters[0] ?? "?").toUpperCase();
  const shared = seats.some((other) => other.seat !== seat.seat && other.name.trim().toUpperCase().startsWith(first));
  return shared && letters[1] ? first + letters[1].toLowerCase() : first;
}
