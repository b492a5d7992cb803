import { describe, expect, test } from "vitest";
import { placesOf, readerOf, tagsOf } from "./tags";
import { DEVICE } from "../../dev/device";
import { seats } from "../../dev/fixtures";

describe("the simulated board", () => {
  const tags = tagsOf(DEVICE, seats(4));
  test("knows the reader under a space", () =>
    expect(readerOf(DEVICE.nodes, 24)).toEqual({ node: "sim-C", reader: 4 }));
  test("knows where each player's piece stands", () => expect(placesOf(tags).get(0)).toBe(24));
  test("lists tags of nobody after those of the players", () => {
    expect(tags.map((tag) => tag.seat?.name ?? null)).toEqual(["Anna", "Björn", "Chloé", "Dmitri", null, null]);
  });
});
