import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Header from "./Header.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { BoardView } from "../../wire";

afterEach(() => void (table.lostAt = null));

function header(board: Partial<BoardView>): void {
  const usual = view({});
  scene(view({ board: { ...usual.board, simulated: false, ...board } }));
  table.lostAt = null;
  render(Header);
}

test("a table that looks for a board says how that is", () => {
  header({ state: "none" });
  expect(screen.getByText("Kein Brett gefunden")).toBeDefined();
});

test("a simulated board is never called connected, whatever its cables do", () => {
  header({ state: "up", simulated: true });
  expect(screen.getByText("Simuliertes Brett")).toBeDefined();
  cleanup();
  header({ state: "partly", simulated: true });
  expect(screen.queryByText(/verbunden/)).toBeNull();
});

test("who plays on wood alone misses no board, and reads nothing about one", () => {
  header({ state: "none", sought: false });
  expect(screen.queryByText(/Brett/)).toBeNull();
});

test("while the hub is away nobody reads that the board is connected", () => {
  header({ state: "up" });
  expect(screen.getByText("Brett verbunden")).toBeDefined();
  cleanup();
  const usual = view({});
  scene(view({ board: { ...usual.board, simulated: false } }));
  table.lostAt = Date.now() - 60_000;
  table.now = Date.now();
  render(Header);
  expect(screen.queryByText("Brett verbunden")).toBeNull();
});
