/** What thrown dice show: pips or symbols, as they are printed on the dice of the edition. */
import { has, t } from "./i18n";
import type { EditionView } from "../wire";

export const FACES = [1, 2, 3, 4, 5, 6] as const;
const PIPS = /^[1-6]$/;

/** What stands on a face of a die: `"4"`, or the name of a symbol. */
export const printed = (edition: EditionView | null, die: number, face: number): string =>
  edition?.dice[die]?.[face - 1] ?? String(face);

export const isSymbol = (shown: string): boolean => !PIPS.test(shown);

/** A symbol by its name, pips as their number. */
export const faceText = (shown: string): string => (isSymbol(shown) && has(`die.${shown}`) ? t(`die.${shown}`) : shown);

export const facesText = (edition: EditionView | null, faces: readonly number[]): string =>
  faces.map((face, die) => faceText(printed(edition, die, face))).join(" + ");

/** The sum of the pips; symbols count nothing. */
export const pips = (edition: EditionView | null, faces: readonly number[]): number =>
  faces
    .map((face, die) => printed(edition, die, face))
    .reduce((sum, shown) => sum + (isSymbol(shown) ? 0 : Number(shown)), 0);

/** The faces of a die that differ in what they show. */
export const choices = (edition: EditionView | null, die: number): number[] =>
  FACES.filter(
    (face) => FACES.findIndex((other) => printed(edition, die, other) === printed(edition, die, face)) === face - 1,
  );

const isSpecial = (edition: EditionView | null, die: number): boolean =>
  FACES.some((face) => printed(edition, die, face) !== String(face));

/** How many dice are alike: 3 for a triple, 2 if all ordinary dice show the same, else 0. */
export function alike(edition: EditionView | null, faces: readonly number[]): number {
  const shown = faces.map((face, die) => printed(edition, die, face));
  const ordinary = shown.filter((_, die) => !isSpecial(edition, die));
  if (ordinary.length < 2 || ordinary.some((one) => one !== ordinary[0])) return 0;
  return shown.every((one) => one === shown[0]) ? shown.length : ordinary.length;
}
