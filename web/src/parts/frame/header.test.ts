import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import DeviceDialog from "./DeviceDialog.svelte";
import Header from "./Header.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table, TELEVISION } from "../../state/table.svelte";
import type { BoardView } from "../../wire";

afterEach(() => {
  vi.restoreAllMocks();
  [table.lostAt, table.sounds, table.mute] = [null, false, false];
});

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

test.each([
  [false, false, "Ton an", true],
  [true, false, "Ton aus", false],
  [true, true, "Ton an", true],
])("tones that are on (%s) but not let out yet (%s): %s", async (sounds, mute, name, wanted) => {
  const sound = vi.spyOn(table, "sound").mockImplementation(() => undefined);
  [table.sounds, table.mute] = [sounds, mute];
  render(Header);
  await fireEvent.click(screen.getByRole("button", { name }));
  expect(sound.mock.calls).toEqual([[wanted]]);
});

test.each([
  ["", [{ do: "be_speaker", device: TELEVISION, unless_taken: false }], []],
  [TELEVISION, [], [[true]]],
])(
  "the banker's tablet gives its tones to the television, and takes them back from it: '%s'",
  async (speaker, given, taken) => {
    const done = scene(view({ speaker }));
    table.page = "table";
    const sound = vi.spyOn(table, "sound").mockImplementation(() => undefined);
    render(DeviceDialog, { onclose: () => undefined });
    await fireEvent.click(screen.getByRole("switch", { name: "Töne am Fernseher", checked: speaker === TELEVISION }));
    expect([done, sound.mock.calls]).toEqual([given, taken]);
  },
);
