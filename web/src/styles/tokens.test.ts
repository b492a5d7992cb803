/** The look's figures stand in tokens.css alone, and what is read is read well, by day and by night. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLOURS } from "../geometry/seats";

const TEXT = 4.5;
/** Edges, signs and letters as large as titles. */
const EDGE = 3;
const read = (name: string): string => readFileSync(`src/styles/${name}`, "utf8");
const tokens = read("tokens.css");
const SOURCES: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true }),
  "base.css": read("base.css"),
  "parts.css": read("parts.css"),
};
const plain = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, hex]) => [name!, hex!]));
const [day, night] = tokens.split("@media (prefers-color-scheme: dark)") as [string, string];
const LOOKS: Record<string, Record<string, string>> = { light: plain(day), dark: { ...plain(day), ...plain(night) } };
const rules = Object.entries(SOURCES).flatMap(([file, source]) => {
  const css = file.endsWith(".css") ? source : source.slice(source.lastIndexOf("<style"));
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, names, body]) => ({
    file,
    names: names!.trim(),
    body: body!,
  }));
});

/** How light a colour is, as WCAG 2 counts. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

type Pair = readonly [ink: string, ground: string, least: number];
const across = (inks: string, grounds: string, least: number): Pair[] =>
  inks.split(" ").flatMap((ink) => grounds.split(" ").map((ground) => [ink, ground, least] as const));
/** What lies on what, where one rule does not say both. */
const PAIRS: Pair[] = [
  ...across("ink ink-soft accent good bad", "paper card raised", TEXT),
  ...across("ink ink-soft", "sunken gold-wash", TEXT),
  ...across("ink accent", "accent-wash", TEXT),
  ...across("ink bad", "bad-wash", TEXT),
  ...across("on-felt on-felt-soft", "felt felt-deep felt-light", TEXT),
  ...across("good-on-felt bad-on-felt gold", "felt felt-deep", TEXT),
  ...across("edge focus", "card paper raised", EDGE),
  ...across("gold-deep", "card", EDGE),
  ...across("gold focus-on-felt", "felt felt-deep felt-light", EDGE),
  ...across("house-ink", "house hotel skyscraper mall holiday_home villa ivory", TEXT),
  ...across("rim", "felt felt-deep", EDGE),
  ...COLOURS.map((colour) => [`on-seat-${colour}`, `seat-${colour}`, TEXT] as const),
];
/** By day a group is known by its edge, by night by its colour as well. */
const GROUPS = Object.keys(LOOKS.light!).filter((name) => name.startsWith("group-"));
const NIGHT = across(GROUPS.join(" "), "card", EDGE);
/** What one rule says of both. */
const said = rules.flatMap(({ body }): Pair[] => {
  const ink = /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
  const ground = /(?:^|[\s;])background(?:-color)?:[^;]*var\(--([\w-]+)\)\s*(?:;|$)/.exec(body)?.[1];
  return ink && ground ? [[ink, ground, TEXT]] : [];
});

describe.each(Object.keys(LOOKS))("in the %s look", (look) => {
  const known = LOOKS[look]!;
  test("text is read at 4.5 : 1, edges and signs at 3 : 1", () => {
    expect(said.length).toBeGreaterThan(10);
    const short = [...PAIRS, ...said, ...(look === "dark" ? NIGHT : [])].flatMap(([ink, ground, least]) => {
      const [one, other] = [known[ink], known[ground]];
      if (!one || !other) return []; // a colour of its own, which a picture or a family brings
      const found = contrast(one, other);
      return found < least ? [`${ink} on ${ground}: ${found.toFixed(2)}, not ${least}`] : [];
    });
    expect(short).toEqual([]);
  });
});

test.each([
  ["track/Band", ".band"],
  ["track/SpaceTile", ".band"],
  ["people/OwnerChip", ".owner"],
])("what %s colours for a group or an owner has an edge that is seen on paper", (part, area) => {
  const drawn = rules.find(({ file, names }) => file.endsWith(`${part}.svelte`) && names.endsWith(area));
  expect(drawn?.body).toContain("var(--edge)");
});

test("an owner's tab has an edge that is seen on felt, whatever its colour", () => {
  const drawn = rules.find(({ file, names }) => file.endsWith("track/OwnerTab.svelte") && names.endsWith("rect"));
  expect(drawn?.body).toContain("stroke: var(--on-felt-soft)");
});

test("black on white is 21 : 1, and grey in between", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("no colour is mixed outside the tokens but on printed paper, which is black and white", () => {
  const mixed = rules.filter(({ body }) => /#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(/.test(body));
  expect(mixed.filter(({ file, names }) => !PRINTED.test(file) && !names.includes("print"))).toEqual([]);
});
const PRINTED = /(Rules|DeedTable|Sheet|Frozen|Picture)\.svelte$/;

/** What is small enough to be drawn, follows the letters, or is a whole: no step of the scale. */
const PLAIN = /(?:^|[\s(*])-?(?:0|1px|50%|[\d.]+em|\d+vh|\d+vw)(?=[\s,)]|$)/g;
test("room, letters, corners and shadows have the sizes of the tokens", () => {
  const named =
    /(?:^|[\s;])((?:row-|column-)?gap|(?:padding|margin)[a-z-]*|font(?:-size)?|border[a-z-]*radius|box-shadow):([^;]*)/g;
  const loose = rules
    .filter(({ file, names }) => !PRINTED.test(file) && !names.startsWith("text"))
    .flatMap(({ file, names, body }) =>
      [...body.matchAll(named)]
        .filter(([, , value]) => /\d(?:px|rem)/.test(value!.replace(PLAIN, "")))
        .map(([said]) => `${file} ${names}: ${said}`),
    );
  expect(loose).toEqual([]);
});

test("every token that is asked for is there", () => {
  const own = [tokens, ...Object.values(SOURCES)].join("\n");
  const set = new Set([...own.matchAll(/(?:^|[\s;{"'])(?:style:)?(--[\w-]+)\s*[:=]/g)].map(([, name]) => name));
  const asked = [...own.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!);
  expect(asked.filter((name) => !set.has(name))).toEqual([]);
});
