import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, screen, within } from "@testing-library/svelte";
import Why from "./Why.svelte";
import { FORESEEN } from "./scenes";
import { changed, turnedText } from "./hindsight";
import { scene } from "../../dev/testing";
import { EDITION } from "../../dev/fixtures";
import { table } from "../../state/table.svelte";
import { use } from "../../text/words.svelte";
import de from "../../locales/de.json";
import en from "../../locales/en.json";
import type { HindsightView, LookingBackView, TurnedView } from "../../wire";

const VIEW = FORESEEN;
const STREET = EDITION.spaces.findIndex(({ kind }) => kind === "street");
const TURNED: TurnedView = {
  kind: "throw",
  turn: 12,
  seats: [1],
  changes: [-14, 13, 1, 0],
  reach: 2,
  faces: [3, 4],
  space: STREET,
  deeds: [],
  missed: "decision",
  lines: [],
};
const FOUND: HindsightView = {
  game: VIEW.game!,
  entries: 9,
  odds: {
    turns: [0, 1, 2],
    seats: [
      [0.25, 0.5, 1],
      [0.25, 0.5, 0],
      [0.25, 0, 0],
      [0.25, 0, 0],
    ],
    reach: 0.03,
  },
  shares: VIEW.seats.map((_, seat) => ({
    start: 25,
    luck: seat ? -20 : 60,
    own: seat ? -5 : 10,
    others: seat ? 0 : 5,
    end: seat ? 0 : 100,
    reach: 3,
  })),
  turning: [TURNED],
  luckiest: null,
  best: { ...TURNED, kind: "deal", seats: [0, 2], deeds: [STREET], changes: [8, 0, -3, -5] },
  rollouts: 12345,
  engine: "paper",
};

const answers = (...views: LookingBackView[]) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(views.length > 1 ? views.shift() : views[0])))),
  );

beforeEach(() => scene(VIEW));
afterEach(() => {
  vi.unstubAllGlobals();
  use("de", de);
});

test("what moved the odds is said by name", () => {
  const known = table.scene!;
  const name = EDITION.spaces[STREET]!.name;
  expect(turnedText(known, TURNED)).toBe(`Björn würfelt 3 + 4 und kommt auf ${name}`);
  expect(turnedText(known, { ...TURNED, space: -1 })).toBe("Björn würfelt 3 + 4");
  expect(turnedText(known, FOUND.best!)).toContain(`um ${name}`);
  expect(turnedText(known, { ...TURNED, kind: "undone", missed: "building", deeds: [STREET] })).toBe(
    `Björn hätte auf ${name} bauen können`,
  );
  use("en", en);
  expect(turnedText(known, { ...TURNED, kind: "purchase", deeds: [STREET] })).toContain("Björn buys");
});

test("those whom it moved most come first, and nobody whom it hardly moved", () => {
  expect(changed(TURNED)).toEqual([
    { seat: 0, points: -14 },
    { seat: 1, points: 13 },
  ]);
  const edge = changed({ ...TURNED, changes: [2, 0, 1, -2], seats: [1, 2] });
  expect(
    edge.map(({ seat }) => seat),
    "two points are noticed, and one of who it was about",
  ).toEqual([0, 3, 2]);
});

test("a game whose players did without shows nothing", async () => {
  answers({ wanted: false, percent: 0, found: null });
  const { container } = render(Why, { game: VIEW.game!, seats: VIEW.seats, scene: table.scene! });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done, 20));
  expect(container.querySelector("section")).toBeNull();
});

test("it says how far it is until it is found, and asks no more then", async () => {
  vi.useFakeTimers();
  answers({ wanted: true, percent: 40, found: null }, { wanted: true, percent: 100, found: FOUND });
  render(Why, { game: VIEW.game!, seats: VIEW.seats, scene: table.scene! });
  await vi.advanceTimersByTimeAsync(10);
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("40");
  await vi.advanceTimersByTimeAsync(3000);
  expect(screen.queryByRole("progressbar")).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("the chart's figures are in a table, and each part of a chance has its heading", async () => {
  answers({ wanted: true, percent: 100, found: FOUND });
  render(Why, { game: VIEW.game!, seats: VIEW.seats, scene: table.scene! });
  const parts = await screen.findByRole("table", { name: de["evening.why.shares"] });
  expect(within(parts).getAllByRole("columnheader")).toHaveLength(6);
  expect(within(parts).getAllByRole("row")).toHaveLength(1 + VIEW.seats.length);
  expect(within(parts).getByText("+10 (± 3)")).toBeDefined();
  expect(screen.getByRole("img", { name: de["evening.why.odds.picture"] })).toBeDefined();
  const curves = document.querySelector("details table")!;
  expect([...curves.querySelectorAll("tbody th")].map((cell) => cell.textContent)).toEqual(["0", "1", "2"]);
  expect(curves.querySelector("tbody tr:last-child td")!.textContent).toBe("100\u00a0%");
});
