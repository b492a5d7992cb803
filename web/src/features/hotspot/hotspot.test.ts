import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Hotspot from "./Hotspot.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

async function shown(name: string, password: string): Promise<void> {
  scene(view({ phase: "lobby" }));
  const asked = vi.fn(() => Promise.resolve(Response.json({ name, password })));
  vi.stubGlobal("fetch", asked);
  render(Hotspot);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
}
afterEach(cleanup);

describe("the hub's own Wi-Fi on the television", () => {
  test("is there to scan and to type", async () => {
    await shown("Bankhalter", "k7fqw3mxtd");
    await screen.findByText(/k7fqw3mxtd/);
    expect(screen.getByRole("img").getAttribute("src")).toBe("/api/hotspot.svg");
  });
  test("is not there while it is closed", async () => {
    await shown("", "");
    expect(screen.queryByRole("img")).toBeNull();
  });
});
