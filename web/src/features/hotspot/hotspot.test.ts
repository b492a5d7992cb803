import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import Hotspot from "./Hotspot.svelte";
import Join from "./Join.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

async function shown(name: string, password: string): Promise<void> {
  scene(view({ phase: "lobby" }));
  const asked = vi.fn(() => Promise.resolve(Response.json({ name, password })));
  vi.stubGlobal("fetch", asked);
  render(Hotspot);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
}
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

describe("joining the Wi-Fi of the house", () => {
  const near = [
    { name: "Zuhause", strength: 80, secret: true },
    { name: "Café", strength: 60, secret: false },
  ];
  /** The banker's menu, of a hub that answers so; returns what was sent. */
  async function menu(answer: object | null): Promise<unknown[]> {
    scene(view({ phase: "lobby" }));
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: string, { method, body }: { method?: string; body?: string } = {}) => {
      if (method === "POST") sent.push(JSON.parse(body!));
      return Promise.resolve(Response.json(answer));
    });
    render(Join);
    if (answer) await fireEvent.click(await screen.findByRole("button", { name: "In ein WLAN gehen" }));
    return sent;
  }
  const idle = { near, tried: "", busy: false, trouble: null };

  test("one is chosen, and a password typed where it wants one", async () => {
    const sent = await menu(idle);
    await fireEvent.click(screen.getByRole("radio", { name: "Zuhause" }));
    await fireEvent.input(screen.getByLabelText("Passwort"), { target: { value: "am Bach 7" } });
    await fireEvent.click(screen.getByRole("button", { name: "Verbinden" }));
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Passwort").value).toBe(""));
    await fireEvent.click(screen.getByRole("radio", { name: "Café" }));
    expect(screen.queryByLabelText("Passwort")).toBeNull();
    expect(sent).toEqual([{ name: "Zuhause", password: "am Bach 7" }]);
  });
  test("a password that is too short is not sent", async () => {
    const sent = await menu(idle);
    await fireEvent.click(screen.getByRole("radio", { name: "Zuhause" }));
    await fireEvent.input(screen.getByLabelText("Passwort"), { target: { value: "Bach 77" } });
    await fireEvent.click(screen.getByRole("button", { name: "Verbinden" }));
    expect(sent).toEqual([]);
    expect(screen.getByText("Das Passwort hat mindestens 8 Zeichen.")).toBeTruthy();
  });
  test("what came of it is said in a sentence", async () => {
    await menu({ ...idle, tried: "Zuhause", trouble: "password" });
    expect(screen.getByRole("alert").textContent).toContain("Prüfe das Passwort");
    cleanup();
    await menu({ ...idle, tried: "Zuhause" });
    expect(screen.getByRole("status").textContent).toContain("Zuhause ist verbunden");
  });
  test("it is not there where the hub has no Wi-Fi of its own", async () => {
    await menu(null);
    await new Promise((done) => setTimeout(done));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
