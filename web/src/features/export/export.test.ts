import { cleanup, fireEvent, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import { SCENES } from "../../dev/scenes";
import { view } from "../../dev/fixtures";
import { display, scene } from "../../dev/testing";
import { download } from "../../net/download";
import { storeKey } from "../../net/keys";
import type { View } from "../../wire";

const NAMED = { "Content-Disposition": 'attachment; filename="bankhalter-2026-11-21.xlsx"' };
let asked: { address: string; headers: Record<string, string> }[] = [];
let saved: string[] = [];

/** The hub's end: it notes what is asked for and answers like this. */
function hub(answer: () => Response): void {
  vi.stubGlobal("fetch", (address: string, options: { headers?: Record<string, string> } = {}) => {
    asked.push({ address, headers: options.headers ?? {} });
    return Promise.resolve().then(answer);
  });
}

const workbook = (): Response => new Response("PK", { headers: NAMED });
const refusal = (reason: string, status: number) => (): Response =>
  new Response(JSON.stringify({ reason }), { status });

beforeEach(() => {
  asked = [];
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  storeKey("banker", null);
  vi.restoreAllMocks();
});

function menu(shown: View): void {
  display(MenuDialog, shown, { onclose: () => undefined });
}
const ENTRY = { name: "Spiel als Tabelle" };
const button = () => screen.findByRole("button", ENTRY);

describe("the game as a spreadsheet", () => {
  test("is offered to the banker while a game runs and after it", async () => {
    for (const phase of ["playing", "over"] as const) {
      menu(view({ phase }));
      await button();
      cleanup();
    }
  });
  test("is offered neither in the lobby nor to those who look on", async () => {
    for (const shown of [view({ phase: "lobby", game: null }), view({ role: "viewer" })]) {
      menu(shown);
      await vi.dynamicImportSettled();
      expect(screen.queryByRole("button", ENTRY)).toBeNull();
      cleanup();
    }
  });
  test("is fetched in the device's language with the banker's key and saved under the hub's name for it", async () => {
    menu(view());
    hub(workbook);
    storeKey("banker", "the-key");
    await fireEvent.click(await button());
    await waitFor(() => expect(saved).toEqual(["bankhalter-2026-11-21.xlsx"]));
    expect(asked).toEqual([{ address: "/api/export.xlsx?language=de", headers: { Authorization: "Bearer the-key" } }]);
  });
  test("is called what people called it, where they did", async () => {
    hub(() => new Response("%PDF", { headers: { "Content-Disposition": 'attachment; filename="bankhalter-1a.pdf"' } }));
    for (const called of ["Kleinwiesen", ""]) await download("/x.pdf", "bankhalter.pdf", null, called);
    expect(saved).toEqual(["Kleinwiesen.pdf", "bankhalter-1a.pdf"]);
  });
  test("needs no key where none was given, on the hub's own computer", async () => {
    scene(SCENES.throw!);
    hub(workbook);
    expect(await download("/api/export.xlsx", "bankhalter.xlsx")).toEqual({ ok: true });
    expect(asked[0]!.headers).toEqual({});
  });
  test("a refusal is said at the button, and nothing is saved", async () => {
    menu(view());
    hub(refusal("too_fast", 429));
    await fireEvent.click(await button());
    expect((await screen.findByRole("alert")).textContent).toContain("zu schnell");
    expect(saved).toEqual([]);
  });
  test("a lost line and an answer that makes no sense are refusals too", async () => {
    scene(SCENES.throw!);
    hub(() => {
      throw new TypeError("offline");
    });
    expect(await download("/api/export.xlsx", "bankhalter.xlsx")).toEqual({ ok: false, reason: "link_lost" });
    const details = { text: "ß" };
    hub(() => new Response(JSON.stringify({ reason: "workshop_no_print", details }), { status: 409 }));
    expect(await download("/x.pdf", "x.pdf")).toEqual({ ok: false, reason: "workshop_no_print", details });
    hub(() => new Response("<html>", { status: 502 }));
    expect(await download("/api/export.xlsx", "bankhalter.xlsx")).toEqual({ ok: false, reason: "internal_error" });
  });
});
