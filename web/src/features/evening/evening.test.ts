import { describe, expect, test, vi } from "vitest";
import { concerns } from "../../game/concerns";
import { line, seat, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { evening } from "./index";
import { earners, expectedSums, faceCounts, heats, lasted, leaps, total } from "./evening";
import { momentIn, Parts, turnAt, turnFrom, viewAt } from "./retelling";
import { apart, rowsOf } from "../../parts/charts/wealth";
import { pageOf } from "./save";
import { storeKey } from "../../net/keys";
import { roleOn } from "../../state/features";
import { table } from "../../state/table.svelte";
import type { DieView, EveningView, FrameView, RetellingView, View } from "../../wire";

const FRAME: FrameView = {
  balances: [1500, 1500],
  pot: 0,
  spaces: [0, 0],
  out: [false, false],
  jailed: [false, false],
  owners: [-1, -1, -1, -1],
  stages: [0, 0, 0, 0],
  mortgaged: [false, false, false, false],
  on_turn: 0,
  faces: [],
};
const QUIET = { changes: [], pot: 0, on_turn: 0, faces: [], lines: [] } as const;
const PART: RetellingView = {
  game: "g1",
  undos: 0,
  count: 3,
  turns: [0, 2],
  first: 0,
  frame: FRAME,
  steps: [
    { ...QUIET, faces: [1, 2], changes: [["spaces", 0, 3]] },
    {
      ...QUIET,
      pot: 40,
      changes: [
        ["balances", 0, 1440],
        ["owners", 3, 0],
        ["mortgaged", 3, 1],
      ],
      lines: [line(1, "deed_moved", { deed: 3, source: -1, target: 0 })],
    },
    { ...QUIET, on_turn: 1, changes: [["jailed", 1, 1]] },
  ],
};

test("who is out finds the story up front, and not once more at the end of the phone", () => {
  const { over, "phone.end": end } = evening.panels!;
  expect(over!.links).toEqual([expect.objectContaining({ to: "/story" })]);
  const playing = view({ phase: "playing" });
  const shown = [true, false].map((out) => end!.when!({ view: playing, seat: seat(0, { out }) } as never));
  expect(shown).toEqual([false, true]);
});

test("what turned a game is what made somebody richer or poorer the most, by rent or at an auction", () => {
  scene(view());
  const rent = { deed: 39, payer: 0, payee: 1, amount: 200, turn: 9, move: 40 };
  const sale = { lot: { lot: "deed_lot", deed: 39 }, outcome: "sold", turn: 4, winner: 0, price: 150, printed: 400 };
  const evening = {
    names: ["Anna", "Björn"],
    biggest: [rent, { ...rent, payee: -2, amount: 30, turn: 11 }],
    sales: [
      sale,
      { ...sale, turn: 5, outcome: "unsold", winner: -1 },
      { ...sale, turn: 6, price: 420 },
      { ...sale, turn: 7, lot: { lot: "building_lot", building: "house" }, printed: 0 },
    ],
  } as unknown as EveningView;
  const found = leaps(evening, table.scene!);
  expect(found.map(({ turn, seat }) => [turn, seat])).toEqual([
    [4, 0],
    [9, 1],
    [11, 0],
    [6, 0],
  ]);
  expect(found[0]!.text).toContain("Anna für 150 (−250 zum Preis auf der Karte)");
});

describe("stepping through a game", () => {
  test("puts changes upon the frame a part begins with, and leaves the frame alone", () => {
    const { frame, lines } = momentIn(PART, 2);
    expect([frame.spaces[0], frame.balances[0], frame.owners[3], frame.mortgaged[3], frame.pot]).toEqual([
      3,
      1440,
      0,
      true,
      40,
    ]);
    expect(lines).toHaveLength(1);
    expect(momentIn(PART, 0).frame).toEqual(FRAME);
  });
  test("draws the table of that moment with the players of today", () => {
    const past = viewAt({ ...view(), prompt: {} as View["prompt"], stops: [5] }, momentIn(PART, 3));
    expect(past.seats.map(({ name, balance, misses }) => [name, balance, misses]).slice(0, 2)).toEqual([
      ["Anna", 1440, -1],
      ["Björn", 1500, 0],
    ]);
    expect(past.deeds).toEqual([{ deed: 3, owner: 0, mortgaged: true, stage: 0 }]);
    expect([past.on_turn, past.prompt, past.stops]).toEqual([1, null, []]);
  });
  test("jumps from turn to turn, to the first step and to the end", () => {
    expect([turnAt(PART.turns, 1), turnAt(PART.turns, 2), turnAt(PART.turns, 3)]).toEqual([1, 1, 2]);
    expect([turnFrom(PART, 1, 1), turnFrom(PART, 3, -1), turnFrom(PART, 1, -1), turnFrom(PART, 3, 1)]).toEqual([
      3, 1, 1, 3,
    ]);
    expect(turnFrom({ ...PART, count: 9 }, 4, 1), "from the middle of the last turn").toBe(9);
  });
  test("fetches a part once, again if it did not come, and all when something was taken back", async () => {
    const away = vi.fn(() => Promise.resolve({ ok: false as const, reason: "link_lost" }));
    const none = new Parts(away);
    await none.to(1);
    await none.to(1);
    expect(away).toHaveBeenCalledTimes(2);
    const answers = [PART, { ...PART, undos: 1, first: 3, steps: [QUIET] }];
    const fetchPart = vi.fn(() =>
      Promise.resolve({ ok: true as const, value: answers[Math.min(1, fetchPart.mock.calls.length - 1)]! }),
    );
    const parts = new Parts(fetchPart);
    await parts.to(1);
    await parts.to(3);
    expect(fetchPart).toHaveBeenCalledTimes(1);
    await parts.to(4);
    await parts.to(3);
    expect(fetchPart).toHaveBeenCalledTimes(3);
  });
});

describe("figures of the evening", () => {
  test("warm the spaces in five levels, the best earner most", () => {
    const rents = [0, 1, 500, 1000].map((rent, space) => ({ space, rent, times: 1, landed: 1 }));
    expect([...heats(rents).values()]).toEqual([0, 1, 3, 5]);
    expect(earners(rents).map(({ space }) => space)).toEqual([3, 2, 1]);
    expect([...heats([{ space: 1, rent: 0, times: 0, landed: 2 }]).values()]).toEqual([0]);
  });
  test("expect six sevens in thirty-six throws", () => {
    expect(expectedSums(36)).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    expect(total(expectedSums(100).map((n) => Math.round(n * 36)))).toBe(3600);
  });
  test("count faces that show the same together", () => {
    const die = { printed: ["1", "2", "3", "mogul", "mogul", "bus"], counts: [1, 2, 3, 4, 5, 6] } as unknown as DieView;
    expect(faceCounts(die)).toContainEqual({ shown: "mogul", count: 9, faces: 2 });
  });
  test("say how long it took", () =>
    expect(lasted({ started_ms: 0, ended_ms: 8_040_000 } as EveningView)).toEqual({ hours: 2, minutes: 14 }));
  test("keep the players' marks apart and inside", () => {
    const placed = apart([{ y: 99 }, { y: 100 }, { y: 100 }], 20, 0, 100).map(({ y }) => y);
    expect(placed).toEqual([60, 80, 100]);
  });
});

test("of a long evening so many turns are rows of the table, and how it ended", () => {
  const turns = Array.from({ length: 122 }, (_, i) => i);
  const rows = rowsOf({ turns, seats: [turns] }, String);
  expect([rows.length < 62, rows[0], rows.pop()]).toEqual([true, [0, "0"], [121, "121"]]);
});

test("the story shows the key of a seat where a device has one, and otherwise the banker's", () => {
  storeKey("banker", "b");
  const roles = [null, "s", null].map((key) => (storeKey("seat", key), roleOn("story")));
  storeKey("banker", null);
  expect(roles).toEqual(["banker", "seat", "banker"]);
});

test("a line is about all who are named in it", () => {
  const paid = line(1, "money_moved", { payer: 0, payee: 2, amount: 50, purpose: "rent_street" });
  expect([0, 1, 2].map((seat) => concerns(paid, seat))).toEqual([true, false, true]);
  expect(concerns(line(1, "bids_revealed", { seats: "1,3", amounts: "5,6" }), 3)).toBe(true);
  expect(concerns(line(0, "game_started", { seats: 2 }), 2)).toBe(false);
  expect(concerns(line(2, "seat_taken_over", { seat: 1, heir: 3 }), 3)).toBe(true);
});

test("a saved page stands alone: styles inside, buttons gone, tables open", () => {
  const main = document.createElement("main");
  const table = "<details><summary>Tabelle</summary><p>1500</p></details>";
  main.innerHTML = `<h1>Abend</h1><button>Drucken</button>${table}<div class='screen-only'>x</div>`;
  const saved = pageOf(main, "A & B", "h1 { color: red }");
  expect(saved).toContain("<title>A &amp; B</title>");
  expect(saved).toContain("h1 { color: red }");
  expect(saved).toMatch(/<details open/);
  expect(saved).not.toMatch(/<button|screen-only|<script/);
});
