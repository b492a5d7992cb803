import { expect, test } from "vitest";
import { remarkText } from "./saying";
import { has } from "../../text/i18n";

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
