import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import NodeCard from "./NodeCard.svelte";
import Strip from "./Strip.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { DeviceView, NodeView } from "../../wire";

const RING: NodeView = {
  ...DEVICE.nodes[0]!,
  kind: "starter",
  readers: 1,
  strip: 136,
  settings: { side: null, readers: 1, longest: 1, gain: [5], lights: 136, milliamps: 280 },
  margins: {},
  lights: [],
  space_lights: DEVICE.nodes[0]!.space_lights.map((_, space) => (space < 2 ? 4 * space : null)),
  matched: [0, 1],
};

let shown: ReturnType<typeof render>;

function page(node: NodeView, walk: DeviceView["walk"]) {
  const done = scene(SCENES["throw"]!);
  table.device = { ...DEVICE, nodes: [node], walk };
  shown = render(Strip, { node, device: table.device, edition: table.edition! });
  return done;
}
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("walking a light along a strip", () => {
  test("begins at the first space without a match, where the hub expects its light", async () => {
    const done = page(RING, null);
    await tap("Licht wandern lassen");
    expect(done).toEqual([{ do: "walk", node: RING.node, space: 2, light: null }]);
  });
  test("goes by one and by ten, and never beyond the ends", async () => {
    const done = page(RING, { node: RING.node, space: 2, light: 7 });
    await tap("10 zurück");
    expect(done).toEqual([{ do: "walk", node: RING.node, space: 2, light: 0 }]);
    expect(screen.getByRole("button", { name: "1 zurück" })).toHaveProperty("disabled", true);
  });
  test("adds up steps that are quicker than the hub, and matches where they lead", async () => {
    const done = page(RING, { node: RING.node, space: 2, light: 7 });
    for (const name of ["1 vor", "1 vor", "10 vor", "1 zurück"]) await tap(name);
    await tap("Hier ist es");
    expect(done).toEqual([
      ...[8, 9, 19, 18].map((light) => ({ do: "walk", node: RING.node, space: 2, light })),
      { do: "match", node: RING.node, space: 2, light: 18 },
    ]);
  });
  test("counts on while the hub shows what was sent before, and from where somebody else has sent it", async () => {
    const done = page(RING, { node: RING.node, space: 2, light: 7 });
    const shows = (light: number) =>
      shown.rerender({ device: { ...table.device!, walk: { node: RING.node, space: 2, light } } });
    await tap("10 vor");
    await tap("10 vor");
    await shows(17);
    await tap("10 vor");
    await shows(90);
    await tap("10 vor");
    expect(done).toEqual([17, 27, 37, 100].map((light) => ({ do: "walk", node: RING.node, space: 2, light })));
  });
  test("does not leave the strip", () => {
    page(RING, { node: RING.node, space: 39, light: 135 });
    expect(screen.getByRole("button", { name: "10 vor" })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Überspringen" })).toBeNull();
  });
  test("of another strip is not shown here", () => {
    page(RING, { node: "another", space: 2, light: 7 });
    expect(screen.queryByRole("button", { name: "Hier ist es" })).toBeNull();
  });
  test("is folded for a side, whose lights lie under its spaces, and open while one of them is walked", () => {
    const side: NodeView = { ...RING, kind: "side", readers: 13, strip: 13 };
    page(side, null);
    const folded = () => screen.getByText(`Lichter zuordnen: Platine ${side.node}`).closest("details")!;
    expect(folded().open).toBe(false);
    cleanup();
    page(side, { node: side.node, space: 2, light: 7 });
    expect(folded().open).toBe(true);
  });
});

describe("the strip of a node", () => {
  const card = (node: NodeView) => {
    const done = scene(SCENES["throw"]!);
    render(NodeCard, { node, tags: [], simulated: true, holding: false, onput: () => undefined });
    return done;
  };
  test("shows which light glows, and at which space it lies", () => {
    card({ ...RING, at: [4, 99], lights: [0xc01008, 0x00ff00] });
    expect(document.querySelectorAll("[data-light]").length).toBe(136);
    expect([...document.querySelectorAll(".lit")].map((one) => one.getAttribute("data-light"))).toEqual(["4", "99"]);
    expect(screen.getByText(/^Es leuchten: Licht 4 \(.+\), Licht 99$/)).toBeDefined();
  });
  test("must have current for all its lights while they are dark", async () => {
    const done = card(RING);
    const set = (value: string) =>
      fireEvent.change(screen.getByLabelText("Lichter am Streifen"), { target: { value } });
    await set("261");
    expect(screen.getByRole("button", { name: "Behalten und neu starten" })).toHaveProperty("disabled", true);
    await set("260");
    await tap("Behalten und neu starten");
    expect(done).toEqual([{ do: "set_node", node: RING.node, settings: { ...RING.settings, lights: 260 } }]);
  });
});
