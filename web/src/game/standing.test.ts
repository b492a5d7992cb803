/** The picture follows the wood: a piece on a wrong space is drawn there until it has moved or the banker goes on. */
import { expect, test } from "vitest";
import { whereItStands } from "./standing";
import { view } from "../dev/fixtures";

test("a piece on a wrong space is drawn there, all others where the rules have them", () => {
  const shown = view();
  const wrong = { ...shown, board: { ...shown.board, wrong: { seat: 1, space: 3, found: 5 } } };
  expect(whereItStands(wrong, shown.seats[1]!)).toBe(5);
  expect(whereItStands(wrong, shown.seats[0]!)).toBe(shown.seats[0]!.space);
  expect(whereItStands(shown, shown.seats[1]!)).toBe(shown.seats[1]!.space);
});
