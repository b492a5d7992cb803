import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import NodeCard from "./NodeCard.svelte";
import Strip from "./Strip.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { DeviceView, NodeView } from "../../wire";

afterEach(cleanup);

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

function page(node: NodeView, walk: DeviceView["walk"]) {
  const done = scene(SCENES["throw"]!);
  table.device = { ...DEVICE, nodes: [node], walk };
  render(Strip, { node, device: table.device, edition: table.edition! });
  return done;
}
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("walking a light along a strip", () => {
  test("begins at the first space without a match, where the hub expects its light", async () => {
    const done = page(RING, null);
    await tap("Licht wandern lassen");
    expect(done).toEqual([{ do: "walk", node: RING.node, space: 2, light: null }]);
  });
  test("goes by one and by ten, never beyond the ends, and matches what glows", async () => {
    const done = page(RING, { node: RING.node, space: 2, light: 7 });
    await tap("1 vor");
    await tap("1 zurück");
    await tap("10 vor");
    await tap("10 zurück");
    await tap("Hier ist es");
    expect(done).toEqual([
      ...[8, 6, 17, 0].map((light) => ({ do: "walk", node: RING.node, space: 2, light })),
      { do: "match", node: RING.node, space: 2, light: 7 },
    ]);
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
