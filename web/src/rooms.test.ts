/** How the pages are built: rooms that use only what stands before them, features behind one door, and no circle. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

/** In their order: each uses only what stands before it. */
const ROOMS = [
  "browser", // what this device can do: storage, sound, motion
  "net", // the line to the hub, and which page an address asks for
  "geometry", // where things lie and what shape they have
  "text", // languages, figures and sentences
  "game", // what a view says, laid out for people; no components
  "state", // what this page knows of the table and keeps current
  "parts", // components that several screens use
  "screens", // whole pages and what only they need
  "features", // what can be taken away: a folder each
];
const IMPORTED = /(?:^\s*(?:import|export|\} from).*?|\bimport\()"(\.[^"]+)"/gm;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map(
  (name) => `src/${name.replaceAll("\\", "/")}`,
);
const sources = files.filter((path) => /\.(ts|svelte)$/.test(path) && !/\.test\.|^src\/(dev|build)\//.test(path));
const importsOf = (path: string, source = readFileSync(path, "utf8")): string[] =>
  [...source.matchAll(IMPORTED)].map(([, to]) => posix.join(posix.dirname(path), to!));
const fileOf = (target: string): string | undefined =>
  ["", ".ts", ".svelte.ts", "/index.ts"]
    .map((end) => target + end)
    .find((path) => /\.\w+$/.test(path) && existsSync(path));

const room = (of: string) => ROOMS.indexOf(of.split("/")[1]!);
const featureOf = (of: string) => /^src\/features\/(\w+)\//.exec(of)?.[1];

/** Parts for a place are loaded when asked for; where they are is all that the room before them may know. */
const uphill = (path: string, source?: string): string[] =>
  importsOf(path, source)
    .filter((to) => room(path) >= 0 && room(to) > room(path))
    .map((to) => `${path} -> ${to}`);

test("no room uses one that stands after it", () => {
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap((path) => uphill(path))).toEqual([]);
  const table = 'import {\n  table,\n} from "../state/table.svelte";\nimport { money } from "../text/money";';
  expect(uphill("src/game/deeds.ts", table)).toEqual(["src/game/deeds.ts -> src/state/table.svelte"]);
});

test("a feature is used by no other file, but for its line in the list", () => {
  const used = (path: string, source?: string) =>
    importsOf(path, source)
      .map((to) => [path, featureOf(`${to}/`)] as const)
      .filter(([from, feature]) => feature && feature !== featureOf(from));
  const listed = used("src/features/index.ts").map(([, feature]) => feature);
  expect(listed.sort()).toEqual([...new Set(files.flatMap((path) => featureOf(path) ?? []))].sort());
  expect(listed.length).toBeGreaterThan(8);
  expect(sources.filter((path) => path !== "src/features/index.ts").flatMap((path) => used(path))).toEqual([]);
  expect(used("src/App.svelte", 'await import("./features/odds/Why.svelte")')).toEqual([["src/App.svelte", "odds"]]);
});

/** A way through the files that leads back to where it began, what is loaded when asked for included. */
function circle(uses: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set<string>();
  const through = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (left.has(path)) return [];
    const found = (uses.get(path) ?? []).map((to) => through(to, [...way, path])).find(({ length }) => length);
    left.add(path);
    return found ?? [];
  };
  return [...uses.keys()].map((path) => through(path, [])).find(({ length }) => length) ?? [];
}

test("no file uses itself by way of others", () => {
  const uses = sources.map((path) => [path, importsOf(path).flatMap((to) => fileOf(to) ?? [])] as const);
  expect(uses.flatMap(([, to]) => to).length).toBeGreaterThan(1000);
  expect(circle(new Map(uses))).toEqual([]);
  expect(
    circle(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
  ).toEqual(["b", "c", "b"]);
});
