import { describe, expect, test } from "vitest";
import { alike, choices, facesText, pips } from "./dice";
import { EDITION } from "../dev/fixtures";
import { MEGA } from "../dev/mega";

describe("thrown dice", () => {
  test("are named by what is printed on them", () => {
    expect(facesText(EDITION, [4, 2])).toBe("4 + 2");
    expect(facesText(MEGA, [4, 2, 5])).toBe("4 + 2 + Mogul");
    expect(facesText(MEGA, [4, 2, 6])).toBe("4 + 2 + Bus");
  });
  test("count pips, not symbols", () => {
    expect(pips(MEGA, [4, 2, 3])).toBe(9);
    expect(pips(MEGA, [4, 2, 4])).toBe(6);
  });
  test("are a double by the ordinary ones, a triple by all", () => {
    expect(alike(EDITION, [3, 3])).toBe(2);
    expect(alike(EDITION, [3, 4])).toBe(0);
    expect(alike(EDITION, [3])).toBe(0);
    expect(alike(MEGA, [3, 3, 1])).toBe(2);
    expect(alike(MEGA, [3, 3, 3])).toBe(3);
    expect(alike(MEGA, [5, 5, 5])).toBe(2);
    expect(alike(MEGA, [2, 3, 3])).toBe(0);
  });
  test("offer each symbol once when they are typed", () => {
    expect(choices(MEGA, 0)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(choices(MEGA, 2)).toEqual([1, 2, 3, 4, 6]);
  });
});
