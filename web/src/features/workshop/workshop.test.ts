import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Workshop from "./Workshop.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

test("who is not the banker reads who makes designs, and asks the hub for none", () => {
  scene(view({ role: "viewer" }));
  const asked = vi.spyOn(globalThis, "fetch");
  render(Workshop);
  expect(screen.getByText(/^Eigene Spielpläne macht, wer die Bank führt/)).toBeDefined();
  expect(asked.mock.calls.filter(([path]) => String(path).includes("workshop"))).toEqual([]);
});
