/** A phone without a code: a seat of its own before the game, in the game who it is, and codes alone where those count. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import Join from "./Join.svelte";
import Lobby from "../table/Lobby.svelte";
import SeatEditor from "../table/SeatEditor.svelte";
import { doors, seats, view } from "../../dev/fixtures";
import { display, scene } from "../../dev/testing";
import { free, still } from "../../game/look";
import { table } from "../../state/table.svelte";
import { DEVICE } from "./device";
import type { View } from "../../wire";

afterEach(() => void (table.welcome = null));

const stranger = (changed: Partial<View>) => view({ role: "viewer", you: null, ...changed });
const gathering = (changed: Partial<View> = {}) =>
  stranger({ phase: "lobby", game: null, seats: seats(2), ...changed });
const way = () => document.querySelector("[data-way]")?.getAttribute("data-way");
const button = (name: string | RegExp) => screen.findByRole("button", { name });

describe("before the game", () => {
  test("it takes a seat with name, colour and shape", async () => {
    const shown = gathering();
    const done = scene(shown);
    render(Join);
    await fireEvent.input(await screen.findByLabelText("Dein Name"), { target: { value: "Ida" } });
    await fireEvent.click(await button("Türkis"));
    await fireEvent.click(await button("Herz"));
    await fireEvent.click(await button("Platz nehmen"));
    expect(done).toEqual([{ do: "sit_down", name: "Ida", device: DEVICE, colour: "teal", shape: "heart" }]);
  });
  test("who wishes for nothing leaves it to the hub, so that two at once both get in", async () => {
    const done = scene(gathering());
    render(Join);
    await fireEvent.input(await screen.findByLabelText("Dein Name"), { target: { value: "Ida" } });
    await fireEvent.click(await button("Platz nehmen"));
    expect(done).toEqual([{ do: "sit_down", name: "Ida", device: DEVICE, colour: null, shape: null }]);
  });
  test("what somebody else has taken meanwhile is wished for no longer", () => {
    const [first] = seats(1);
    expect(still({ colour: first!.colour, shape: "heart" }, [first!])).toEqual({ colour: null, shape: "heart" });
    expect(still({ colour: "teal", shape: first!.shape }, [first!])).toEqual({ colour: "teal", shape: null });
    expect(Object.values(free(seats(2)))).toEqual(["green", "circle"]);
  });
  test("what others have cannot be chosen", async () => {
    scene(gathering());
    render(Join);
    for (const name of ["Rot", "Dreieck"]) expect(await button(name)).toHaveProperty("disabled", true);
  });
  test("whoever is on the list already says so", async () => {
    const shown = gathering();
    const done = scene(shown);
    render(Join);
    await fireEvent.click(await button("Mein Name steht schon da"));
    await fireEvent.click(await button(new RegExp(shown.seats[1]!.name)));
    expect(done).toEqual([{ do: "knock", seat: 1, device: DEVICE }]);
  });
  test("where all seats are taken it says so and asks who it is", async () => {
    scene(gathering({ seats: seats(8) }));
    render(Join);
    await waitFor(() => expect(way()).toBe("who"));
    expect(screen.getByText("Alle 8 Plätze sind vergeben.")).toBeDefined();
  });
  test("a phone that has its seat changes what it is called", async () => {
    const shown = view({ phase: "lobby", game: null, seats: seats(2), role: "seat", you: 1 });
    const done = display(SeatEditor, shown, { seat: shown.seats[1]!, onclose: () => undefined });
    await fireEvent.input(await screen.findByLabelText("Dein Name"), { target: { value: "Benno" } });
    await fireEvent.click(await button("Übernehmen"));
    const { colour, shape } = shown.seats[1]!;
    expect(done).toEqual([{ do: "change_seat", seat: 1, name: "Benno", colour, shape }]);
  });
});

describe("in a running game", () => {
  test("it asks who that is; neither who is out is asked for nor a computer", async () => {
    const bot = (seat: number) => (seat === 1 ? ("bold" as const) : null);
    const shown = stranger({
      seats: seats(3).map((one) => ({ ...one, out: one.seat === 0, bot: bot(one.seat) })),
    });
    const done = scene(shown);
    render(Join);
    expect(await screen.findByRole("heading", { name: "Wer bist du?" })).toBeDefined();
    await fireEvent.click(await button(new RegExp(shown.seats[2]!.name)));
    expect(done).toEqual([{ do: "knock", seat: 2, device: DEVICE }]);
    for (const nobody of shown.seats.slice(0, 2))
      expect(screen.queryByRole("button", { name: new RegExp(nobody.name) })).toBeNull();
    expect(screen.queryByRole("button", { name: "Ich bin neu" })).toBeNull();
  });
  test("it waits for a yes, and reads when none came", async () => {
    const shown = stranger({});
    scene(shown);
    table.welcome = { role: "viewer", seat: null, key: "k", version: "1", phone: 1, waiting: 1 };
    render(Join);
    expect(await screen.findByRole("heading", { name: "Warten auf ein Ja" })).toBeDefined();
    expect(screen.getByRole("status").textContent).toContain(`dass du ${shown.seats[1]!.name} bist`);
    table.welcome = { role: "viewer", seat: null, key: null, version: "1", phone: null, waiting: null };
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("nicht eingelassen"));
    expect(way()).toBe("who");
  });
});

test("where the door is shut only a code counts, before the game and in it", async () => {
  for (const shown of [gathering({ open_door: false }), stranger({ open_door: false })]) {
    scene(shown);
    render(Join);
    await waitFor(() => expect(way()).toBe("code"));
    expect(screen.queryByRole("button", { name: /^Ich/ })).toBeNull();
    cleanup();
  }
});

describe("on the tablet", () => {
  const lobby = (changed: Partial<View>) =>
    view({ phase: "lobby", game: null, seats: seats(2), join: doors({ url: "http://10.0.0.2:8080" }), ...changed });

  test("the way in is there to be scanned until the banker shuts the door", async () => {
    const open = lobby({ seats: seats(2).map((one) => ({ ...one, online: false })) });
    const done = scene(open);
    const shown = render(Lobby, { view: open });
    expect(document.querySelector("[data-join]")?.getAttribute("data-join")).toBe("http://10.0.0.2:8080/play");
    await fireEvent.click(screen.getByRole("button", { name: "Klappt es nicht?" }));
    expect(screen.getByText("Kein Handy da?")).toBeDefined();
    await fireEvent.click(screen.getByRole("radio", { name: "bleiben draußen" }));
    expect(done).toEqual([{ do: "set_door", open: false }]);
    await shown.rerender({ view: lobby({ open_door: false }) });
    expect(document.querySelector("[data-join]")).toBeNull();
  });
  test("it says who sat down without being written down", () => {
    display(Lobby, lobby({ seats: seats(2).map((one) => ({ ...one, by_self: one.seat === 1 })) }));
    expect(document.querySelector("[data-seat='1']")?.textContent).toContain("hat sich selbst dazugesetzt");
    expect(document.querySelector("[data-seat='0']")?.textContent).not.toContain("hat sich selbst dazugesetzt");
  });
});
