import { expect, test } from "vitest";
import { EDITION, seat } from "../dev/fixtures";
import { called, inLanguage } from "./names";

const printed = {
  ...EDITION,
  spaces: EDITION.spaces.map((space, at) => (at === 0 ? { ...space, name: "Los", english: "Start" } : space)),
};

test("special spaces have their English names for those who read English", () => {
  expect(inLanguage(printed, "en")!.spaces[0]!.name).toBe("Start");
  expect(inLanguage(printed, "de")!.spaces[0]!.name).toBe("Los");
});
test("a space without one keeps the name of the board", () => {
  expect(inLanguage(printed, "en")!.spaces[1]!.name).toBe(EDITION.spaces[1]!.name);
});
test("people are called by their first name, where nobody else has it", () => {
  const seats = ["Anna Maria", "Anna-Lena", "Björn Ole"].map((name, at) => seat(at, { name }));
  expect(seats.map((one) => called(one, seats))).toEqual(["Anna Maria", "Anna-Lena", "Björn"]);
});
