import { describe, expect, test, beforeEach } from "vitest";
import {
  cardsOf,
  deedsOf,
  faultsIn,
  figuresOf,
  rentsOf,
  spacesOf,
  spotOf,
  swapped,
  withCard,
  withEffect,
  withGroup,
  withHousePrice,
  withKind,
  withoutCard,
} from "./cells";
import { remarkText } from "./saying";
import { has } from "../../text/i18n";
import { useOwnWords } from "./ownWords";
import { speakGerman } from "../../dev/testing";
import { groupName } from "../../text/sentences";
import { moneySign, t } from "../../text/words.svelte";
import type { BaseView } from "../../wire";

const CELLS = {
  "track/0/name": "Los",
  "track/0/kind": "start",
  "track/0/group": "",
  "track/0/price": "",
  "track/0/rent_0": "",
  "track/0/house_price": "",
  "track/0/amount": "200",
  "track/1/name": "Am Bach",
  "track/1/kind": "street",
  "track/1/group": "brown",
  "track/1/price": "60",
  "track/1/rent_0": "2",
  "track/1/house_price": "50",
  "track/1/amount": "",
  "track/2/name": "Steuer",
  "track/2/kind": "tax",
  "track/2/group": "",
  "track/2/price": "",
  "track/2/rent_0": "",
  "track/2/house_price": "",
  "track/2/amount": "100",
  "track/3/name": "Am Teich",
  "track/3/kind": "street",
  "track/3/group": "brown",
  "track/3/price": "80",
  "track/3/rent_0": "4",
  "track/3/house_price": "50",
  "track/3/amount": "",
  "cards/chance/1/effect": "move_to",
  "cards/chance/1/first": "3",
  "cards/chance/2/effect": "collect",
  "cards/chance/2/first": "50",
};
const BASE: BaseView = {
  edition: "classic",
  columns: ["name", "kind", "group", "price", "rent_0", "house_price", "amount"],
  kinds: ["start", "street", "station", "tax"],
  sizes: [24, 28],
  groups: { brown: 2 },
  decks: ["chance"],
  effects: { move_to: ["space"], collect: ["amount"], go_to_jail: [] },
  tickets: false,
  cells: CELLS,
};

describe("the cells of a design", () => {
  test("spaces are counted, not assumed", () => {
    expect(spacesOf(CELLS)).toEqual([0, 1, 2, 3]);
    expect(deedsOf(CELLS, "brown")).toEqual([1, 3]);
  });
  test("a kind of deed has the rents that the edition prints for it", () => {
    expect(rentsOf(BASE, CELLS, 1)).toEqual(["rent_0"]);
    expect(rentsOf(BASE, CELLS, 2)).toEqual([]);
  });
  test("an effect says which figures it takes, in which column", () => {
    expect(figuresOf(BASE, "move_to")).toEqual([{ column: "first", figure: "space" }]);
    expect(figuresOf(BASE, "go_to_jail")).toEqual([]);
  });
});

describe("what goes together as one step", () => {
  test("two spaces change places, and a card still leads where it led", () => {
    const back = { "cards/luck/1/effect": "move_back_to", "cards/luck/1/first": "2" };
    const cells = { ...CELLS, ...back };
    const after = { ...cells, ...swapped(BASE, cells, 2, 3) };
    expect(after["cards/luck/1/first"]).toBe("3");
    expect([after["track/2/name"], after["track/3/name"]]).toEqual(["Am Teich", "Steuer"]);
    expect([after["track/2/price"], after["track/3/amount"]]).toEqual(["80", "100"]);
    expect(after["cards/chance/1/first"]).toBe("2");
    expect(after["cards/chance/2/first"]).toBe("50");
  });
  test("a picture goes along with its space", () => {
    const changes = swapped(BASE, { ...CELLS, "picture/space.1": "abc" }, 1, 3);
    expect([changes["picture/space.3"], changes["picture/space.1"]]).toEqual(["abc", null]);
  });
  test("changing places twice changes nothing", () => {
    const once = { ...CELLS, ...swapped(BASE, CELLS, 1, 3) } as Record<string, string>;
    expect({ ...once, ...swapped(BASE, once, 1, 3) }).toEqual(CELLS);
  });
  test("another kind of space empties what it has no use for, and keeps its name", () => {
    const after = { ...CELLS, ...withKind(BASE, CELLS, 1, "tax") };
    expect(after["track/1/name"]).toBe("Am Bach");
    expect([after["track/1/price"], after["track/1/group"], after["track/1/amount"]]).toEqual(["", "", "100"]);
  });
  test("a station more or less: all of them have as many rents as there are stations", () => {
    const station = (space: number, rents: readonly string[]) => ({
      [`track/${space}/kind`]: "station",
      [`track/${space}/group`]: "station",
      [`track/${space}/name`]: "Halt",
      ...Object.fromEntries(rents.map((rent, stage) => [`track/${space}/rent_${stage}`, rent])),
    });
    const rents = ["25", "50"];
    const cells = { ...CELLS, ...station(2, rents), ...station(3, rents) };
    const base = {
      ...BASE,
      columns: ["name", "kind", "group", "price", "rent_0", "rent_1", "rent_2", "house_price", "amount"],
      cells,
    };
    const more = withKind(base, cells, 1, "station");
    expect(["track/1/rent_2", "track/2/rent_2", "track/3/rent_2"].map((name) => more[name])).toEqual([
      "75",
      "75",
      "75",
    ]);
    const less = withKind(base, cells, 3, "tax");
    expect([less["track/2/rent_1"], less["track/2/rent_0"]]).toEqual(["", undefined]);
  });
  test("a street that changes its group builds for what that group builds for", () => {
    const cells = { ...CELLS, "track/3/group": "red", "track/3/house_price": "150" };
    expect(withGroup(cells, 1, "red")).toEqual({ "track/1/group": "red", "track/1/house_price": "150" });
    expect(withGroup(cells, 1, "green")).toEqual({ "track/1/group": "green" });
    const alone = { ...CELLS, "track/1/house_price": "99", "track/3/house_price": "60" };
    expect(withGroup(alone, 1, "brown")["track/1/house_price"], "not for what it built for itself").toBe("60");
  });
  test("another effect comes with the figures of the edition's first such card", () => {
    expect(withEffect(BASE, "chance", 1, "collect")).toEqual({
      "cards/chance/1/effect": "collect",
      "cards/chance/1/first": "50",
    });
    expect(withEffect(BASE, "chance", 1, "go_to_jail")["cards/chance/1/first"]).toBe("");
  });
  test("a card more has the next number, a card less takes its own words along", () => {
    expect(Object.keys(withCard(BASE, CELLS, "chance")!)[0]).toBe("cards/chance/3/effect");
    const gone = withoutCard({ ...CELLS, "own/card.chance.2": "Hallo", "cards/chance/21/effect": "pay" }, "chance", 2);
    expect(Object.keys(gone).sort()).toEqual(["cards/chance/2/effect", "cards/chance/2/first", "own/card.chance.2"]);
    expect(cardsOf({ "cards/chance/10/effect": "pay", ...CELLS }, "chance")).toEqual([1, 2, 10]);
    expect(withCard({ ...BASE, effects: {} }, CELLS, "chance")!["cards/chance/3/effect"], "no such card").toBe("pay");
    const last = (card: number) => withCard(BASE, { [`cards/chance/${card}/effect`]: "pay" }, "chance");
    expect([Object.keys(last(98)!)[0], last(99)]).toEqual(["cards/chance/99/effect", null]);
  });
  test("building costs the same on a whole group", () => {
    expect(withHousePrice(CELLS, "brown", "70")).toEqual({ "track/1/house_price": "70", "track/3/house_price": "70" });
  });
});

describe("where a fault stands", () => {
  test("every kind of cell has its section", () => {
    expect(spotOf("track/7/price")).toEqual({ section: "spaces", space: 7 });
    expect(spotOf("track")).toEqual({ section: "spaces" });
    expect(spotOf("cards/chance/3/first")).toEqual({ section: "cards", deck: "chance" });
    expect(spotOf("own/card.chance.3")).toEqual({ section: "cards", deck: "chance" });
    expect(spotOf("own/deck.chance").section).toBe("cards");
    expect(spotOf("own/colour.brown").section).toBe("groups");
    expect(spotOf("own/money.sign").section).toBe("money");
    expect(spotOf("tickets/3/expires").section).toBe("tickets");
    expect(spotOf("picture/space.7")).toEqual({ section: "spaces", space: 7 });
  });
  test("faults are counted where they stand", () => {
    const faults = ["track/7/price", "track/7/name", "track/8/name", "cards/chance/3/first"].map((field) => ({
      field,
      key: "name",
      args: {},
    }));
    expect(faultsIn(faults, { section: "spaces" })).toBe(3);
    expect(faultsIn(faults, { section: "spaces", space: 7 })).toBe(2);
    expect(faultsIn(faults, { section: "cards", deck: "community" })).toBe(0);
  });
});

const KEYS = [
  ...["length", "unended", "first_wins", "first_loses", "last_wins", "last_loses", "groups_alike", "loses", "dead"],
  ...["bought_most_pays_least", "bought_least_pays_most", "bought_most_pays_most", "bought_least_pays_least"],
  ...["bought_most", "bought_least", "pays_most", "pays_least", "built_most", "built_least"],
];

test("there are words for everything that a trial may say", () => {
  expect(KEYS.filter((key) => !has(`workshop.remark.${key}`))).toEqual([]);
});

test("a remark names the group as the family does, shares in percent and minutes whole", () => {
  const dead = { key: "dead", field: "track/1/price", group: "brown", figures: { share: 0.0312 } };
  expect(remarkText({ "own/group.brown": "Unterdorf" }, dead)).toContain("Auf der Gruppe Unterdorf");
  expect(remarkText({}, dead)).toMatch(/3\s?%/);
  const length = { key: "length", field: "", group: "", figures: { least: 40.4, middle: 61.6, most: 100 } };
  expect(remarkText({}, length)).toContain("zwischen 40 und 100 Minuten, die Hälfte höchstens 62");
});

const colour = () => document.documentElement.style.getPropertyValue("--group-brown");

beforeEach(() => {
  speakGerman();
  useOwnWords({});
});

test("groups, decks and cards are called as the family calls them, everything else as we do", () => {
  useOwnWords({ "group.brown": "Unterdorf", "colour.red": "#112233", name: "Unser Dorf" });
  expect([groupName("brown"), groupName("red"), t("colour.red")]).toEqual(["Unterdorf", "Rot", "Rot"]);
});

test("colours and the sign of the money are the family's, and ours again afterwards", () => {
  useOwnWords({ "colour.brown": "#112233", "money.sign": "Tl" });
  expect([colour(), moneySign()]).toEqual(["#112233", "Tl"]);
  useOwnWords({});
  expect([colour(), moneySign(), groupName("brown")]).toEqual(["", "", "Braun"]);
});
