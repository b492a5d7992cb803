import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256Hex } from "./seals";

test("a seal is what any other implementation of SHA-256 makes of the same UTF-8 text", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const text = "9c:120:1:3:1 Björn ♜";
  expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
});
