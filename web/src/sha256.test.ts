import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";

const known = (text: string) => createHash("sha256").update(text).digest("hex");

test("the example of the standard", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
test("every length around the ends of blocks agrees with a well-known implementation", () => {
  for (let length = 0; length < 200; length++) expect(sha256("q".repeat(length))).toBe(known("q".repeat(length)));
});
test("letters beyond ASCII are hashed as UTF-8", () => expect(sha256("Björn ♜")).toBe(known("Björn ♜")));
