/** The banker's table while something moves on it. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Banker from "./Banker.svelte";
import { line, view } from "../../dev/fixtures";
import { ARMING_MS } from "../../parts/controls/armed.svelte";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";

afterEach(() => void (table.arriving = false));

test("the history tells a roll or a rent no sooner than dice and piece lie still", async () => {
  const before = view({ feed: [line(1, "game_started", {})] });
  const after = view({ feed: [...before.feed, line(2, "dice_thrown", { seat: 0, faces: "4,5" })] });
  scene(before);
  const { rerender } = render(Banker, { view: before });
  await screen.findAllByText(/Viel Freude/);
  table.arriving = true;
  await rerender({ view: after });
  expect(screen.queryAllByText(/würfelt/)).toEqual([]);
  table.arriving = false;
  await rerender({ view: after });
  expect(screen.queryAllByText(/würfelt/).length).toBeGreaterThan(0);
});

test("nobody waits for dice and pieces: the question is there", async () => {
  const shown = SCENES.build!;
  const done = scene(shown);
  table.arriving = true;
  render(Banker, { view: shown });
  const button = await screen.findByRole("button", { name: "Würfeln" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ARMING_MS });
  await fireEvent.click(button);
  vi.useRealTimers();
  expect(done).toMatchObject([{ command: { command: "throw" } }]);
});
