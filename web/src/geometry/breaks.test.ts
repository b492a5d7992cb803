import { expect, test } from "vitest";
import { breakable } from "./breaks";

const parts = (name: string) => breakable(name).split("\u00ad");

test.each([
  ["Großmutter", ["Groß", "mut", "ter"]],
  ["Alexander", ["Ale", "xan", "der"]],
  ["Warschau", ["War", "schau"]],
  ["Gastfreundschaft", ["Gast", "freund", "schaft"]],
  ["Grundstückssammlung", ["Grund", "stücks", "samm", "lung"]],
  ["Elektrizität", ["Elek", "tri", "zi", "tät"]],
  ["Kastanien", ["Kas", "ta", "nien"]],
  ["Wasserwerk", ["Wasser", "werk"]],
  ["Chausseestraße", ["Chaus", "see", "straße"]],
  ["für Theaterstraße?", ["für Thea", "ter", "straße?"]],
])("%s breaks between its syllables, and leaves no short end", (name, syllables) => {
  expect(parts(name)).toEqual(syllables);
});

test("short names and short words stay whole", () =>
  expect(parts("Anna-Lena Björn Berlin")).toEqual(["Anna-Lena Björn Berlin"]));

test("nothing but hyphens that may be seen is added", () => {
  for (const name of ["Chausseestraße", "Gemeinschaftsfeld", "Einkommensteuer"]) {
    expect(parts(name).join("")).toBe(name);
    expect(Math.max(...parts(name).map((part) => part.length))).toBeLessThan(9);
  }
});
