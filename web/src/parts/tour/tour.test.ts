import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test } from "vitest";
import Tour from "./Tour.svelte";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { Touring, touring } from "../../state/touring.svelte";

beforeEach(() => {
  scene(SCENES.buy!);
  localStorage.clear();
  touring.leave();
});
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the tour", () => {
  test("goes on sentence by sentence, outlines what it speaks of, and ends by itself", async () => {
    document.body.insertAdjacentHTML("beforeend", '<p data-tour="money"></p><p data-tour="question"></p>');
    touring.begin();
    const shown = render(Tour, { step: 0, page: "play" });
    expect(document.querySelector("[data-toured]")?.getAttribute("data-tour")).toBe("money");
    await press("Weiter");
    expect(touring.step).toBe(1);
    await shown.rerender({ step: 1, page: "play" });
    expect(document.querySelector("[data-toured]")?.getAttribute("data-tour")).toBe("question");
    await shown.rerender({ step: 3, page: "play" });
    expect(document.querySelector("[data-toured]")).toBeNull();
    await press("Fertig");
    expect(touring.step).toBeNull();
  });
  test("can be left at any time", async () => {
    for (const step of [0, 1, 2]) {
      touring.begin();
      render(Tour, { step, page: "table" });
      await press("Beenden");
      expect(touring.step).toBeNull();
      cleanup();
    }
  });
  test("comes by itself once, and again when it is asked for", () => {
    const [first, reloaded] = [new Touring(), new Touring()];
    first.offer();
    expect(first.step).toBe(0);
    first.leave();
    for (const later of [first, reloaded]) {
      later.offer();
      expect(later.step).toBeNull();
    }
    reloaded.begin();
    expect(reloaded.step).toBe(0);
  });
});
