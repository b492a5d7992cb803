import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Program from "./Program.svelte";
import { view } from "../../dev/fixtures";
import { holdDown, scene } from "../../dev/testing";

let asked: string[] = [];
/** The hub's end: this program, and what it finds when it looks for a newer one. */
function hub(ends: boolean, newer: string | null, known = true): Promise<boolean> {
  scene(view({}));
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json(address.endsWith("/newest") ? { newer, known } : { version: "0.2.0", ends }));
  });
  render(Program);
  return fireEvent.click(screen.getByRole("button", { name: "Dieses Programm" }));
}
afterEach(() => void (asked = []));
const LOOK = { name: "Nach neuerer Version sehen" };

describe("the program", () => {
  test("says which version it is and looks for no other by itself", async () => {
    await hub(false, "0.3.0");
    await screen.findByText("Dies ist Version 0.2.0.");
    expect(asked).toEqual(["/api/program"]);
  });
  test.each([
    ["0.3.0", true, /^Version 0\.3\.0 ist da/],
    [null, true, /^Version 0\.2\.0 ist die neueste/],
    [null, false, /nicht/],
  ])("says what it found: %s, %s", async (newer, known, sentence) => {
    await hub(false, newer, known);
    await fireEvent.click(await screen.findByRole("button", LOOK));
    await screen.findByText(sentence);
  });
  test("can be ended where there is no terminal, and nowhere else", async () => {
    await hub(true, null);
    const end = await screen.findByRole("button", { name: /^Bankhalter beenden/ });
    await fireEvent.click(end);
    expect(asked, "not by a tap").toEqual(["/api/program"]);
    await holdDown(end);
    vi.useRealTimers();
    await waitFor(() => expect(asked).toEqual(["/api/program", "/api/program/end"]));
    cleanup();
    await hub(false, null);
    await screen.findByRole("button", LOOK);
    expect(screen.queryByRole("button", { name: /beenden/ })).toBeNull();
  });
});
