/** What a family agrees on before a game: where, by whom, and where it is read afterwards. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import App from "../../App.svelte";
import AgreeRules from "./AgreeRules.svelte";
import Lobby from "./Lobby.svelte";
import MenuDialog from "./MenuDialog.svelte";
import Middle from "../../parts/prompt/Middle.svelte";
import Stage from "../tv/Stage.svelte";
import { SCENES } from "../../dev/scenes";
import { seats, view } from "../../dev/fixtures";
import { display, scene } from "../../dev/testing";

const lobby = (count: number) => view({ phase: "lobby", game: null, seats: seats(count) });

describe("house rules", () => {
  test("are agreed on by a switch each", async () => {
    const done = display(Lobby, lobby(3));
    await fireEvent.click(await screen.findByRole("switch", { name: /Topf in der Mitte/, hidden: true }));
    expect(done).toEqual([{ do: "agree_house_rules", house_rules: ["pot"] }]);
  });
  test("are on or off as the hub has them, whatever is tapped", async () => {
    const shown = { ...lobby(3), house_rules: ["pot"] };
    scene(shown);
    const { rerender } = render(AgreeRules, { view: shown });
    const pot = screen.getByRole<HTMLInputElement>("switch", { name: /Topf in der Mitte/, hidden: true });
    expect(pot.checked).toBe(true);
    await fireEvent.click(pot);
    expect(pot.checked).toBe(true);
    await rerender({ view: lobby(3) });
    expect(pot.checked).toBe(false);
    await fireEvent.click(pot);
    expect(pot.checked).toBe(false);
  });
  test("may have a value, which takes the place of another and goes with the usual one", async () => {
    const done = display(Lobby, { ...lobby(3), house_rules: ["pot", "rounds:20"] });
    const rounds = await screen.findByRole<HTMLSelectElement>("combobox", { name: /Kurzer Abend/, hidden: true });
    expect(rounds.value).toBe("20");
    expect(screen.getByText("Topf in der Mitte und Kurzer Abend: 20 Runden")).toBeDefined();
    for (const value of ["10", "ohne Begrenzung"]) await fireEvent.change(rounds, { target: { value } });
    expect(done).toEqual([
      { do: "agree_house_rules", house_rules: ["pot", "rounds:10"] },
      { do: "agree_house_rules", house_rules: ["pot"] },
    ]);
  });
  test.each([
    ["playing", 1],
    ["over", 1],
    ["lobby", 0],
  ] as const)("are in the menu from the start of the game on: %s", (phase, count) => {
    display(MenuDialog, view({ phase, house_rules: ["pot"] }), { onclose: () => undefined });
    expect(screen.queryAllByText("Hausregel: Topf in der Mitte")).toHaveLength(count);
  });
  test("stay in sight while playing, and so does the pot", async () => {
    scene(SCENES.building!);
    render(App, { page: "play" });
    expect(await screen.findByText("Hausregel: Topf in der Mitte")).toBeDefined();
    expect((await screen.findByText("In der Mitte")).parentElement!.textContent).toContain("350");
    cleanup();
    display(Middle, SCENES.building!);
    render(Stage, { view: SCENES.building! });
    expect(screen.getAllByText("In der Mitte")).toHaveLength(2);
  });
});
