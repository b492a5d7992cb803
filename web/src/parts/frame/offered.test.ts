import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Banner from "./Banner.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";

afterEach(() => void (table.lostAt = null));

function banner(offered: boolean, role: "banker" | "viewer"): void {
  const usual = view({ role });
  scene({ ...usual, board: { ...usual.board, offered } });
  table.lostAt = null;
  render(Banner);
}

test("a board that has come is offered to the banker", async () => {
  banner(true, "banker");
  expect(await screen.findByRole("button", { name: "Benutzen" })).toBeDefined();
  expect(screen.getByText("Ein Brett ist da")).toBeDefined();
});

test("nobody else is asked, and without a board nobody is", async () => {
  for (const [offered, role] of [
    [true, "viewer"],
    [false, "banker"],
  ] as const) {
    banner(offered, role);
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByText("Ein Brett ist da")).toBeNull();
    cleanup();
  }
});
