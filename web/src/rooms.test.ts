/** The rooms of the pages, in their order: each uses only what stands before it. What is loaded when asked for is free. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

const ROOMS = [
  "browser", // what this device can do: storage, sound, motion
  "net", // the line to the hub, and which page an address asks for
  "geometry", // where things lie and what shape they have
  "text", // languages, figures and sentences
  "game", // what a view says, laid out for people; no components
  "state", // what this page knows of the table and keeps current
  "parts", // components that several screens use
  "screens", // whole pages and what only they need
];
const IMPORTED = /^\s*(?:import|export|\} from).*?"(\.[^"]+)"/gm;

const uphill = (path: string, source = readFileSync(path, "utf8")): string[] => {
  const room = (of: string) => ROOMS.indexOf(of.split("/")[1]!);
  const targets = [...source.matchAll(IMPORTED)].map(([, to]) => posix.join(posix.dirname(path), to!));
  return targets.filter((to) => room(to) > room(path)).map((to) => `${path} -> ${to}`);
};

test("no room uses one that stands after it", () => {
  const inside = (room: string) => readdirSync(`src/${room}`, { recursive: true, encoding: "utf8" });
  const files = ROOMS.flatMap((room) => inside(room).map((name) => `src/${room}/${name.replaceAll("\\", "/")}`));
  const sources = files.filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes(".test."));
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap((path) => uphill(path))).toEqual([]);
  const table = 'import {\n  table,\n} from "../state/table.svelte";\nimport { money } from "../text/money";';
  expect(uphill("src/game/deeds.ts", table)).toEqual(["src/game/deeds.ts -> src/state/table.svelte"]);
});
