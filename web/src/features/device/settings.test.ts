import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import NodeCard from "./NodeCard.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { NodeView } from "../../wire";

function card(node: NodeView) {
  const done = scene(SCENES["throw"]!);
  table.device = DEVICE;
  render(NodeCard, { node, tags: [], simulated: false, holding: false, onput: () => undefined });
  return done;
}
const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const keep = () => screen.getByRole("button", { name: "Behalten und neu starten" });

describe("what a node keeps of itself", () => {
  test("is sent whole, with the gain of as many readers as it has", async () => {
    const done = card(DEVICE.nodes[0]!);
    await set("Wie viele Leser", "12");
    await set("Felder der längsten Seite", "13");
    await set("Höchste Verstärkung von Leser 3", "4");
    await set("Seite des Bretts in Zugrichtung", "2");
    await fireEvent.click(keep());
    const gain = [5, 5, 5, 4, 5, 5, 5, 5, 5, 5, 5, 5];
    expect(done).toEqual([
      {
        do: "set_node",
        node: "sim-A",
        settings: { side: 2, readers: 12, longest: 13, gain, lights: 10, milliamps: null },
      },
    ]);
  });
  test.each([
    ["Wie viele Leser", "12", "Felder der längsten Seite: von 11 bis 13 ist möglich."],
    ["Wie viele Leser", "14", "Felder der längsten Seite: Möglich ist nur 13."],
    ["Wie viele Leser", "", "Wie viele Leser: von 1 bis 14 ist möglich."],
    ["Felder der längsten Seite", "8", "Felder der längsten Seite: von 9 bis 13 ist möglich."],
    ["Lichter am Streifen", "33", "Lichter am Streifen: von 0 bis 32 ist möglich."],
    ["Lichter am Streifen", "", "Lichter am Streifen: von 0 bis 32 ist möglich."],
  ])("is not sent when it cannot be, and which and why is said: %s %s", async (label, value, said) => {
    card(DEVICE.nodes[0]!);
    await set(label, value);
    expect(keep()).toHaveProperty("disabled", true);
    expect(screen.getByText(said)).toBeDefined();
  });
  test("may have one reader more than the longest side has spaces", async () => {
    const done = card(DEVICE.nodes[0]!);
    await set("Wie viele Leser", "11");
    await fireEvent.click(keep());
    const settings = {
      side: 0,
      readers: 11,
      longest: 10,
      gain: Array<number>(11).fill(5),
      lights: 10,
      milliamps: null,
    };
    expect(done).toEqual([{ do: "set_node", node: "sim-A", settings }]);
  });
  test("has neither side nor spaces where there is a single reader beside the board", () => {
    const settings = { ...DEVICE.nodes[0]!.settings!, side: null, readers: 1, longest: 1, gain: [5] };
    card({ ...DEVICE.nodes[0]!, kind: "starter", settings, margins: {} });
    for (const label of ["Seite des Bretts in Zugrichtung", "Wie viele Leser", "Felder der längsten Seite"])
      expect(screen.queryByLabelText(label)).toBeNull();
    expect(screen.getByLabelText("Lichter am Streifen")).toBeDefined();
    expect(keep()).toHaveProperty("disabled", false);
  });
  test("takes the gain that a measurement advises", async () => {
    const done = card(DEVICE.nodes[0]!);
    expect(screen.getByRole("img", { name: /^Leser 3: 15\sdB Reserve$/ })).toBeDefined();
    await fireEvent.click(screen.getByRole("button", { name: "Leser messen" }));
    await fireEvent.click(screen.getByRole("button", { name: "Empfehlung übernehmen" }));
    await fireEvent.click(keep());
    const settings = {
      side: 0,
      readers: 10,
      longest: 10,
      gain: [5, 5, 5, 4, 5, 5, 5, 5, 5, 5],
      lights: 10,
      milliamps: null,
    };
    expect(done).toEqual([
      { do: "sweep", node: "sim-A" },
      { do: "set_node", node: "sim-A", settings },
    ]);
  });
  test("is not offered for a node that keeps nothing, and what was replaced is named", () => {
    card(DEVICE.nodes[1]!);
    expect(screen.queryByText("Einstellungen")).toBeNull();
    expect(screen.getByText(/nicht möglich und gelten nicht: Felder der längsten Seite$/)).toBeDefined();
  });
});
