import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Paused from "../pause/Paused.svelte";
import Reveal from "./Reveal.svelte";
import WhoBid from "./WhoBid.svelte";
import { line } from "../../dev/fixtures";
import { SCENES } from "../../dev/scenes";
import { display, scene } from "../../dev/testing";
import { newestReveal } from "../../game/sealed";
import type { SealedAuctionRunning } from "../../wire";

test.each([
  [{ role: "seat", you: 1 }, /Du zahlst 45/],
  [{ role: "viewer", you: null }, /^(?!.*Du zahlst).*Björn/s],
] as const)("what a bid cost that won nothing is said to whoever made it, and of them to others", (who, said) => {
  const tied = SCENES.tied!;
  const reveal = newestReveal(tied.feed)!;
  const move = reveal.line.move;
  const paid = [3, 1].map((payer) =>
    line(move, "money_moved", { payer, payee: -1, amount: 45, purpose: "auction_bid", deed: 3 }),
  );
  const closed = line(move, "sealed_auction_closed", { seat: 0, amount: 120 });
  const shown = { ...tied, ...who, feed: [...tied.feed, closed, ...paid] };
  display(Reveal, shown, { reveal: newestReveal(shown.feed)! });
  expect(document.body.textContent).toMatch(said);
});
test("what it cost to put up what nobody bid enough for is said with the bids", () => {
  const tied = SCENES.tied!;
  const { move } = newestReveal(tied.feed)!.line;
  const fine = line(move, "money_moved", { payer: 1, payee: -2, amount: 76, purpose: "failed_auction" });
  const shown = { ...tied, feed: [...tied.feed, fine] };
  display(Reveal, shown, { reveal: newestReveal(shown.feed)! });
  expect(screen.getByText(/Björn legt 76 in die Mitte/)).toBeDefined();
});
test("who bid 0 openly has bid", () => {
  const shown = SCENES.sealed!;
  const task = { ...shown.prompt!.task, commitments: [[0, ""]] } as unknown as SealedAuctionRunning;
  display(WhoBid, shown, { task });
  expect(document.querySelector("[data-bidder='0']")!.className).toContain("open");
});
test("a phone says of nobody whether they have bid: who has not is missing, with a phone or without", () => {
  const shown = SCENES.sealed!;
  const seats = shown.seats.map((seat) => ({ ...seat, online: seat.seat === 1 }));
  const task = { ...shown.prompt!.task, bidders: [0, 1], commitments: [] } as unknown as SealedAuctionRunning;
  display(WhoBid, { ...shown, seats }, { task });
  expect(screen.getAllByText("fehlt noch")).toHaveLength(2);
});
test("only the banker goes on without a piece", () => {
  const pause = { kind: "put_back", missing: [] } as const;
  for (const role of ["banker", "viewer"] as const) {
    const shown = { ...SCENES.throw!, role, pause };
    scene(shown);
    const { unmount } = render(Paused, { view: shown, pause });
    expect(screen.queryAllByRole("button")).toHaveLength(role === "banker" ? 1 : 0);
    unmount();
  }
});
