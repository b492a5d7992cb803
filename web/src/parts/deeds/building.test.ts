import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import Build from "./Build.svelte";
import DeedList from "./DeedList.svelte";
import DeedsDialog from "./DeedsDialog.svelte";
import Prompt from "../prompt/Prompt.svelte";
import SpaceDialog from "../track/SpaceDialog.svelte";
import { EDITION, line } from "../../dev/fixtures";
import { SCENES } from "../../dev/scenes";
import { loaded, scene } from "../../dev/testing";
import type { View } from "../../wire";

const show = (name: string) => {
  const shown = SCENES[name]!;
  return { shown, done: scene(shown) };
};
const ask = (name: string) => {
  const { shown, done } = show(name);
  render(Prompt, { prompt: shown.prompt! });
  return done;
};

describe("building rows", () => {
  const rows = () => {
    const { shown, done } = show("build");
    return { shown, done, ...render(Build, { seat: 0, view: shown, edition: EDITION }) };
  };
  test("a step is one tap, with its price on the button", async () => {
    const { done } = rows();
    await fireEvent.click(screen.getByRole("button", { name: "Bauen: Elisenstraße · 50" }));
    await fireEvent.click(screen.getByRole("button", { name: "Verkaufen: Turmstraße · +25" }));
    expect(done).toEqual([
      { do: "play", command: { command: "build", seat: 0, deed: 8 }, prompt: null },
      { do: "play", command: { command: "sell_building", seat: 0, deed: 3 }, prompt: null },
    ]);
  });
  test("a refused step is off and says why", () => {
    rows();
    expect(screen.getByRole("button", { name: "Bauen: Chausseestraße · 50" })).toHaveProperty("disabled", true);
    const group = within(screen.getByRole("group", { name: "Hellblau" }));
    expect(group.getByText(/Immer gleichmäßig/)).toBeDefined();
  });
  test("what holds for a whole group is said once", () => {
    rows();
    expect(within(screen.getByRole("group", { name: "Pink" })).getAllByText(/gibt es noch eine Hypothek/)).toHaveLength(
      1,
    );
  });
  test("the bank's stock and what a step leaves are shown", () => {
    rows();
    expect(screen.getByText("11 Häuser")).toBeDefined();
    expect(screen.getAllByText("je 50, danach 1.441")).toHaveLength(2);
  });
  test("the sum of this turn runs while one builds", async () => {
    const { shown, rerender } = rows();
    const paid = line(40, "money_moved", { payer: 0, payee: -1, amount: 50, purpose: "building" });
    const after: View = { ...shown, feed: [...shown.feed, paid] };
    await rerender({ seat: 0, view: after, edition: EDITION });
    expect(screen.getByText(/In diesem Zug verbaut/).textContent).toContain("50");
  });
  test("stand above the deeds of whoever builds", async () => {
    const { shown } = show("build");
    render(DeedList, { seat: 0, view: shown, edition: EDITION });
    expect(await screen.findByRole("heading", { name: "Bauen" })).toBeDefined();
  });
});

describe("a shortage", () => {
  test("lets one choose a number within the bounds", async () => {
    const done = ask("shortage");
    const more = await screen.findByRole("button", { name: "Eins mehr" });
    for (let i = 0; i < 5; i++) await fireEvent.click(more);
    expect(more).toHaveProperty("disabled", true);
    await loaded();
    await fireEvent.click(screen.getByRole("button", { name: "Ich möchte 4 Häuser" }));
    expect(done).toEqual([{ do: "play", command: { command: "want_buildings", seat: 0, amount: 4 }, prompt: "1" }]);
  });
  test("lets one want none", async () => {
    const done = ask("shortage");
    await fireEvent.click(await screen.findByRole("button", { name: "Eins weniger" }));
    await loaded();
    await fireEvent.click(screen.getByRole("button", { name: "Nichts" }));
    expect(done).toMatchObject([{ command: { amount: 0 } }]);
  });
  test("auctions one building like a deed", async () => {
    const done = ask("lot");
    expect(screen.getByRole("heading", { name: "Wer bietet für ein Haus?" })).toBeDefined();
    await screen.findByRole("button", { name: /Bieten/ });
    await loaded();
    await fireEvent.click(screen.getByRole("button", { name: /Bieten/ }));
    expect(done).toEqual([{ do: "play", command: { command: "place_bid", seat: 0, amount: 51 }, prompt: "1" }]);
  });
  test("has a button for each street, and one for enough", async () => {
    const done = ask("placing");
    await screen.findByRole("button", { name: /Poststraße/ });
    await loaded();
    await fireEvent.click(screen.getByRole("button", { name: /Poststraße/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Fertig gebaut" }));
    expect(done).toMatchObject([
      { command: { command: "place_building", deed: 9 } },
      { command: { command: "finish_placing" } },
    ]);
  });
  test("what was paid for must be placed", async () => {
    ask("paid");
    await screen.findByRole("button", { name: /Poststraße/ });
    expect(screen.queryByRole("button", { name: "Fertig gebaut" })).toBeNull();
    expect(screen.getByText(/Schon bezahlt/)).toBeDefined();
  });
});

test("in debt a whole group can be cleared", async () => {
  const done = ask("owing");
  await screen.findByRole("button", { name: /Braun: Gebäude verkaufen/ });
  await loaded();
  await fireEvent.click(screen.getByRole("button", { name: /Braun: Gebäude verkaufen \+225/ }));
  expect(done).toEqual([{ do: "play", command: { command: "sell_group", seat: 0, group: "brown" }, prompt: null }]);
});

test("a street close up marks the rent of what stands on it", () => {
  const { shown } = show("build");
  render(SpaceDialog, { view: shown, space: EDITION.spaces[3]!, onclose: () => undefined });
  const row = screen.getByRole("row", { name: /Hotel/ });
  expect(row.className).toContain("now");
});

test("money is raised until a debt can be paid, which is done there; then the window has done its work", async () => {
  const { shown, done } = show("debt");
  const onclose = vi.fn();
  const { rerender } = render(DeedsDialog, { view: shown, of: 0, raising: true, onclose });
  expect(screen.getByRole("dialog", { name: "Geld beschaffen" })).toBeDefined();
  expect(screen.getByText("Es fehlen noch 209.")).toBeDefined();
  const options = shown.prompt!.options.map((one) => ({ ...one, refused: null }));
  await rerender({ view: { ...shown, prompt: { ...shown.prompt!, options } } });
  await loaded();
  await fireEvent.click(screen.getByRole("button", { name: /Schuld zahlen/ }));
  expect(done).toMatchObject([{ command: { command: "pay_debt", seat: 0 } }]);
  expect(onclose).not.toHaveBeenCalled();
  await rerender({ view: SCENES.throw! });
  expect(onclose).toHaveBeenCalled();
});

test("who pays a debt from the window of all deeds is led back to the game", async () => {
  const { shown, done } = show("debt");
  const onclose = vi.fn();
  const options = shown.prompt!.options.map((one) => ({ ...one, refused: null }));
  render(DeedsDialog, { view: { ...shown, prompt: { ...shown.prompt!, options } }, of: 0, onclose });
  await loaded();
  await fireEvent.click(screen.getByRole("button", { name: /Schuld zahlen/ }));
  expect(done).toMatchObject([{ command: { command: "pay_debt", seat: 0 } }]);
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
});

test("whoever only looks at the deeds of a debtor reads what is missing, and stays when nothing is", async () => {
  const shown = { ...SCENES.debt!, role: "viewer" as const, prompt: { ...SCENES.debt!.prompt!, options: [] } };
  const onclose = vi.fn();
  scene(shown);
  const { rerender } = render(DeedsDialog, { view: shown, of: 0, onclose });
  expect(screen.getByRole("dialog", { name: "Grundstücke" })).toBeDefined();
  expect(screen.getByText("Es fehlen noch 209.")).toBeDefined();
  const seats = shown.seats.map((one) => ({ ...one, balance: 1730 }));
  await rerender({ view: { ...shown, seats } });
  expect(screen.queryByText(/Es fehlen/)).toBeNull();
  await rerender({ view: SCENES.throw! });
  expect(onclose).not.toHaveBeenCalled();
});
