/** The picture follows the wood: a piece on a wrong space is drawn there until it has moved or the banker goes on. */
import { expect, test } from "vitest";
import { whereItStands } from "./standing";
import { seat, view } from "../dev/fixtures";

test("a piece on a wrong space is drawn there, all others where the rules have them", () => {
  const shown = view();
  const wrong = (found: number | null) => ({
    ...shown,
    board: { ...shown.board, wrong: { seat: 1, space: 3, found } },
  });
  expect([5, 0, null].map((found) => whereItStands(wrong(found), seat(1, { space: 7 })))).toEqual([5, 0, 7]);
  expect(whereItStands(wrong(5), shown.seats[0]!)).toBe(shown.seats[0]!.space);
  expect(whereItStands(shown, shown.seats[1]!)).toBe(shown.seats[1]!.space);
});
