import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { revealOf } from "./sealed";
import { agrees, sealOf, sha256Hex } from "./seals";
import { line } from "../dev/fixtures";
import { TIED } from "../dev/sealed";

test("a seal is what any other implementation of SHA-256 makes of the same UTF-8 text", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const text = "9c:120:1:3:1 Björn ♜";
  expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
});

test.each([
  ["of another auction", { auction: 2 }, true],
  ["of another round", { round: 2 }, true],
  ["of another seat", { seat: 1 }, true],
  ["that was taken back", {}, true],
  ["that came before", {}, true],
  ["that was shown last", {}, false],
])("a bid is right if it makes the seal that was shown last for it, whatever seal is there %s", (what, args, right) => {
  const reveal = revealOf(TIED.find(({ key }) => key === "bids_revealed")!);
  const bid = reveal.bids[0]!;
  const given = { seat: bid.seat, auction: 3, round: 1 };
  const [own, other] = [bid.commitment, sealOf({ ...bid, amount: 7 }, 3, 1)].map((commitment, i) =>
    line(40 + i, "bid_sealed", { ...given, ...(i ? args : {}), commitment }),
  );
  const feed =
    what === "that came before" ? [other!, own!] : [own!, { ...other!, undone: what.includes("taken back") }];
  expect(agrees(feed, reveal, bid)).toBe(right);
});
