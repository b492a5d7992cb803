/** A button that has something done by the hub: once, and only what was read. Numbers between bounds. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ActionButton from "./ActionButton.svelte";
import Stepper from "./Stepper.svelte";
import Money from "../money/Money.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";

const children = createRawSnippet(() => ({ render: () => "<span>Zahlen</span>" }));
const button = () => screen.getByRole("button");

beforeEach(() => {
  vi.useFakeTimers();
  scene(view());
});
afterEach(() => vi.useRealTimers());

test("what was sent is not sent again before it is answered", async () => {
  let answer: (answer: { ok: boolean }) => void = () => undefined;
  const act = vi.fn(() => new Promise<{ ok: boolean }>((resolve) => (answer = resolve)));
  render(ActionButton, { act, children });
  for (let taps = 0; taps < 3; taps++) await fireEvent.click(button());
  expect(act).toHaveBeenCalledTimes(1);
  answer({ ok: true });
  await vi.advanceTimersByTimeAsync(1000);
  await fireEvent.click(button());
  expect(act).toHaveBeenCalledTimes(2);
  answer({ ok: true }); // else all buttons of the next file are still asking
});

test("what is dear to take back needs a second tap, after its question was read and before it is forgotten", async () => {
  const act = vi.fn(() => Promise.resolve({ ok: true }));
  render(ActionButton, { act, children, sure: "Wirklich?" });
  for (let taps = 0; taps < 2; taps++) await fireEvent.click(button());
  expect([act.mock.calls.length, button().textContent!.trim()]).toEqual([0, "Wirklich?"]);
  await vi.advanceTimersByTimeAsync(7000);
  expect(button().textContent!.trim()).toBe("Zahlen");
  await fireEvent.click(button());
  await vi.advanceTimersByTimeAsync(1000);
  await fireEvent.click(button());
  expect(act).toHaveBeenCalledTimes(1);
});

test("what needs no second tap any more says again what it does", async () => {
  const { rerender } = render(ActionButton, { act: vi.fn(), children, sure: "Wirklich?" });
  await fireEvent.click(button());
  await rerender({ sure: undefined });
  expect(button().textContent!.trim()).toBe("Zahlen");
});

test("what ends somebody's game is not done when the finger slips off before the time", async () => {
  const act = vi.fn(() => Promise.resolve({ ok: true }));
  render(ActionButton, { act, children, hold: true });
  await fireEvent.pointerDown(button());
  await fireEvent.pointerLeave(button());
  await vi.advanceTimersByTimeAsync(2000);
  expect(act).not.toHaveBeenCalled();
});

test("what somebody else has just put there is not answered before it could be read", async () => {
  const act = vi.fn(() => Promise.resolve({ ok: true }));
  const tap = async () => {
    await fireEvent.pointerDown(button());
    await fireEvent.click(button(), { detail: 1 });
  };
  await vi.advanceTimersByTimeAsync(20_000); // since the last answer here
  render(ActionButton, { act, children, fresh: true });
  await vi.advanceTimersByTimeAsync(300);
  await tap();
  expect([act.mock.calls.length, screen.getByRole("alert").textContent]).toEqual([
    0,
    "Das hat sich gerade geändert. Schau noch einmal hin.",
  ]);
  await vi.advanceTimersByTimeAsync(100);
  await tap();
  expect(act).toHaveBeenCalledTimes(1);
});

test("at a bound there is no step beyond it", async () => {
  const bounds = (value: number, maximum: number | null) => {
    const { unmount } = render(Stepper, { label: "", value, minimum: 1, maximum, children });
    const off = screen.getAllByRole("button").map((one) => (one as HTMLButtonElement).disabled);
    unmount();
    return off;
  };
  expect([bounds(1, 3), bounds(2, 3), bounds(3, 3), bounds(3, null)]).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});

test("a balance waits for the piece, any other amount for nothing", async () => {
  table.arriving = true;
  const shown = [true, false].map((running) => render(Money, { amount: 100, running }));
  for (const one of shown) await one.rerender({ amount: 250 });
  expect(shown.map(({ container }) => container.textContent)).toEqual(["100", "250"]);
  table.arriving = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(shown[0]!.container.textContent).toBe("250");
});
