import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import Frozen from "../../screens/table/Frozen.svelte";
import Lobby from "../../screens/table/Lobby.svelte";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { aboutText } from "./games";
import type { KeptGame } from "../../wire";

const game = (id: string, changed: Partial<KeptGame> = {}): KeptGame => ({
  game: id,
  board: "classic",
  names: ["Oma", "Mila"],
  started_ms: Date.UTC(2026, 10, 21, 12),
  title: "",
  lies: "shelf",
  days: 0,
  mistaken: false,
  left_ms: Date.UTC(2026, 10, 22, 12),
  turn: 34,
  winner: -1,
  seats: [
    { colour: "red", balance: 1440, out: false },
    { colour: "blue", balance: 360, out: false },
  ],
  ...changed,
});
const LOBBY = view({ phase: "lobby", game: null, prompt: null });

/** The lobby of the banker, on whose shelf these lie. */
function lobby(...games: KeptGame[]) {
  const done = scene(LOBBY);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ games }))));
  render(Lobby, { view: LOBBY });
  return done;
}
const row = async (name: string) => (await screen.findByText(name)).closest("li")!;
async function all(count: number): Promise<void> {
  await fireEvent.click(await screen.findByRole("button", { name: `Alle ${count} Spiele` }));
  await screen.findByRole("dialog");
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a game is of the day when it was left; one that cannot be read says so", () => {
  expect(aboutText(game("a"))).toContain("22.11.2026");
  expect(aboutText(game("a", { left_ms: 0 }))).toContain("21.11.2026");
  expect(aboutText(game("a", { turn: 0, seats: [] }))).toContain("lässt sich hier nicht öffnen");
});

describe("the shelf on the start page", () => {
  test("goes on with the game that was left last, and says how it stood", async () => {
    const done = lobby(game("b", { title: "Ostern" }), game("a"));
    const shown = await row("Ostern");
    expect(shown.textContent).toContain("Oma und Mila · Klassisch");
    expect(shown.textContent).toContain("22.11.2026 · Zug 34");
    expect(within(shown).getByRole("img").getAttribute("aria-label")).toBe("Oma 1.440, Mila 360");
    await fireEvent.click(within(shown).getByRole("button", { name: "Ostern: weiterspielen" }));
    expect(done).toEqual([{ do: "open_game", game: "b" }]);
  });
  test("is not there before the first evening", async () => {
    lobby();
    await screen.findByText("Spiel starten");
    expect(screen.queryByText("Gespeicherte Spiele")).toBeNull();
  });
  test("finds a game by any of its words", async () => {
    lobby(
      game("a", { title: "Ostern" }),
      ...["b", "c", "d", "e", "f"].map((id) => game(id, { names: ["Mila", "Papa"] })),
    );
    await all(6);
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "Mila OST" } });
    expect(within(screen.getByRole("dialog")).getAllByRole("listitem")).toHaveLength(1);
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "Tante" } });
    expect(screen.getByText("Kein Spiel gefunden.")).toBeTruthy();
  });
  test("a game is named and put away, and deleted only after a question", async () => {
    const done = lobby(game("a"), game("b", { lies: "away" }));
    await all(2);
    const shown = within(screen.getByRole("dialog"));
    await fireEvent.input(shown.getAllByPlaceholderText("Name des Spiels")[0]!, { target: { value: "Ostern" } });
    await fireEvent.click(shown.getAllByRole("button", { name: "Benennen" })[0]!);
    await fireEvent.click(shown.getByRole("button", { name: "Wegräumen" }));
    await fireEvent.click(shown.getAllByRole("button", { name: "Löschen" })[0]!);
    expect(done).toEqual([
      { do: "name_game", game: "a", title: "Ostern" },
      { do: "put_away", game: "a", away: true },
    ]);
    expect(shown.getByRole("button", { name: "Wirklich? 30 Tage im Papierkorb" })).toBeTruthy();
  });
  test("what lies in the bin says for how long, and comes back", async () => {
    const done = lobby(game("a"), game("b", { lies: "bin", days: 12, mistaken: true }));
    await all(2);
    const shown = within(screen.getByRole("dialog"));
    expect(shown.getByText(/Noch 12 Tage im Papierkorb/)).toBeTruthy();
    await fireEvent.click(shown.getByRole("button", { name: "Oma und Mila: zurückholen" }));
    expect(done).toEqual([{ do: "bring_back", game: "b" }]);
  });
  test("a file is taken in, or said to be none; also where no game lies yet", async () => {
    scene(LOBBY);
    const answers = [{ games: [] }, { reason: "game_file_foreign" }, { games: [game("a")] }, { games: [game("a")] }];
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", (address: string, { body }: { body?: unknown } = {}) => {
      if (address !== "/api/shelf") return Promise.resolve(Response.json(null));
      asked.push(body);
      const answer = answers.shift()!;
      return Promise.resolve(Response.json(answer, { status: "reason" in answer ? 400 : 200 }));
    });
    render(MenuDialog, { view: LOBBY, onclose: () => undefined });
    await fireEvent.click(await screen.findByRole("button", { name: "Gespeicherte Spiele" }));
    const field = await screen.findByLabelText<HTMLInputElement>("Datei aufnehmen");
    const file = new File(["x"], "abend.game");
    await fireEvent.change(field, { target: { files: [file] } });
    await screen.findByText("Diese Datei ist kein Spiel von Bankhalter.");
    await fireEvent.change(field, { target: { files: [file] } });
    await screen.findByText("Das Spiel liegt jetzt hier.");
    await row("Oma und Mila");
    expect(asked).toEqual([undefined, file, file, undefined]);
  });
  test("a finished game is looked at, one that cannot be read is only listed", async () => {
    lobby(game("a", { winner: 1 }), game("b", { names: ["Papa"], seats: [], turn: 0 }));
    await all(2);
    const shown = within(screen.getByRole("dialog"));
    expect(shown.getByText(/Mila hat gewonnen/)).toBeTruthy();
    expect(shown.getByRole("button", { name: "Oma und Mila: ansehen" })).toBeTruthy();
    expect(within(await row("Papa")).queryByRole("button", { name: /weiterspielen/ })).toBeNull();
  });
});

test("when the evening is over another game can begin", async () => {
  const pause = { kind: "frozen", missing: [] } as const;
  const done = scene(view({ pause }));
  render(Frozen, { view: view({ pause }), pause });
  await fireEvent.click(screen.getByRole("button", { name: "Anderes Spiel" }));
  expect(done).toEqual([{ do: "new_game" }]);
});
