import { describe, expect, test } from "vitest";
import en from "../locales/en.json";
import { EDITION } from "../dev/fixtures";
import { use } from "./i18n";
import { change, fits, money, onTop, steps, typed, within } from "./money";

describe("amounts", () => {
  test("thousands are grouped as the language does", () => {
    expect(money(20580)).toBe("20.580");
    use("en", en);
    expect(money(20580)).toBe("20,580");
  });
  test("a debt carries a real minus and no currency glyph", () => expect(money(-140)).toBe("\u2212140"));
  test("nothing carries no minus", () => expect(money(Math.round(-0.4))).toBe("0"));
  test("a change always carries its sign", () => {
    expect(change(200)).toBe("+200");
    expect(change(0)).toBe("0");
    expect(change(-28)).toBe("\u221228");
  });
});

describe("bounds", () => {
  test("an amount below the minimum becomes the minimum", () => expect(within(3, 10, 100)).toBe(10));
  test("an amount above the maximum becomes the maximum", () => expect(within(300, 10, 100)).toBe(100));
  test("bounds that are not there bind nothing", () => expect(within(-5, null, null)).toBe(-5));
});

describe("what a button may send", () => {
  test("fits between its bounds, both included, and on its steps", () => {
    expect([9, 10, 15, 20, 100, 110].map((amount) => fits(amount, 10, 100, 10))).toEqual([
      ...[false, true, false, true, true, false],
    ]);
    expect(fits(7, null, null, 1)).toBe(true);
  });
  test("shows a percentage on top as the bank rounds it: a half and more up", () => {
    expect([onTop(5, 10), onTop(4, 10), onTop(15, 10), onTop(0, 10), onTop(99, 1)]).toEqual([1, 0, 2, 0, 1]);
  });
});

describe("typing", () => {
  test("digits append", () => expect(["1", "4", "0"].reduce(typed, "")).toBe("140"));
  test("a leading zero gives way", () => expect(typed("0", "7")).toBe("7"));
  test("the back key takes the last digit", () => expect(typed("140", "back")).toBe("14"));
  test("no amount has more than seven digits", () => expect(typed("1234567", "8")).toBe("1234567"));
});

describe("quick steps", () => {
  const cheapest = (price: number) => EDITION.spaces.map((space) => ({ ...space, price: space.price && price }));
  test("are 10, 50 and 100 on the usual track, and before a track is known", () => {
    expect(steps(EDITION.spaces)).toEqual([10, 50, 100]);
    expect(steps()).toEqual([10, 50, 100]);
  });
  test("grow with the prices", () => {
    expect(steps(cheapest(1200))).toEqual([200, 1000, 2000]);
    expect(steps(cheapest(6000))).toEqual([1000, 5000, 10000]);
    expect(steps(cheapest(3500))).toEqual([500, 2500, 5000]);
  });
  test("begin with the smallest raise there is", () => {
    expect(steps(cheapest(6000), 100)).toEqual([100, 1000, 10000]);
    for (const least of [1, 10]) expect(steps(EDITION.spaces, least)).toEqual([10, 50, 100]);
  });
  test("are never less than one", () => expect(steps(cheapest(2))).toEqual([1, 5, 10]));
});
