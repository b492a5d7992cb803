import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ignoreRelease } from "./release";

let clicks = 0;
let beneath: HTMLButtonElement;

beforeEach(() => {
  vi.useFakeTimers();
  clicks = 0;
  beneath = document.createElement("button");
  beneath.addEventListener("click", () => (clicks += 1));
  document.body.append(beneath);
});
afterEach(() => {
  vi.runAllTimers();
  beneath.remove();
});

describe("a finger that comes up after a hold", () => {
  test("does not tap what lies beneath", async () => {
    ignoreRelease();
    await fireEvent.pointerUp(beneath);
    await fireEvent.click(beneath);
    expect(clicks).toBe(0);
  });
  test("taps again a moment later", async () => {
    ignoreRelease();
    await fireEvent.pointerUp(beneath);
    vi.advanceTimersByTime(400);
    await fireEvent.click(beneath);
    expect(clicks).toBe(1);
  });
  test("taps again with the next press, even if its lift was never heard", async () => {
    ignoreRelease();
    await fireEvent.pointerDown(beneath);
    await fireEvent.click(beneath);
    expect(clicks).toBe(1);
  });
  test("is a key as well, which repeats until it is let go", async () => {
    ignoreRelease();
    await fireEvent.keyDown(beneath, { key: "Enter", repeat: true });
    await fireEvent.click(beneath);
    expect(clicks).toBe(0);
    await fireEvent.keyDown(beneath, { key: "Enter" });
    await fireEvent.click(beneath);
    expect(clicks).toBe(1);
  });
});
