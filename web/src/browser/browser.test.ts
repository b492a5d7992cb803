import { expect, test, vi } from "vitest";
import { colourGroups } from "./colours";
import { run } from "./motion";
import { read, write } from "./storage";

test("colours of a family's own board are gone with it", () => {
  const shown = () => document.documentElement.style.getPropertyValue("--group-brown");
  colourGroups({ "colour.brown": "#123456", "group.brown": "Altstadt" });
  expect(shown()).toBe("#123456");
  colourGroups({});
  expect(shown()).toBe("");
});
test("what is forgotten is stored no longer", () => {
  write("bankhalter.test", "1");
  expect(read("bankhalter.test")).toBe("1");
  write("bankhalter.test", null);
  expect(read("bankhalter.test")).toBeNull();
});
test("a figure that runs stops at its goal, late or not", () => {
  vi.useFakeTimers();
  const shown = vi.fn();
  run(0, 100, 120, shown);
  vi.advanceTimersByTime(1_000);
  expect(shown).toHaveBeenCalledTimes(2);
  expect(shown).toHaveBeenLastCalledWith(100);
  vi.useRealTimers();
});
