import { render, waitFor, screen, fireEvent, cleanup } from "@testing-library/svelte";
import { expect, test, describe, vi } from "vitest";
import App from "../../App.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene, holdDown } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import { lightColour, placesOf, readerOf, tagsOf } from "./tags";
import { seats } from "../../dev/fixtures";
import Times from "./Times.svelte";
import { use } from "../../text/words.svelte";
import Log from "./Log.svelte";
import NodeCard from "./NodeCard.svelte";
import Firmware from "./Firmware.svelte";
import NewNode from "./NewNode.svelte";
import Strip from "./Strip.svelte";
import type { NodeView, DeviceView } from "../../wire";

test("the page opens and has one main part and one first heading", async () => {
  scene(SCENES.throw!);
  table.device = DEVICE;
  const { container } = render(App, { page: "device" });
  await waitFor(() => expect(container.querySelectorAll("main")).toHaveLength(1));
  expect(container.querySelectorAll("h1").length).toBeGreaterThan(0);
});

describe("the simulated board", () => {
  const tags = tagsOf(DEVICE, seats(4));
  test("knows the reader under a space", () =>
    expect(readerOf(DEVICE.nodes, 24)).toEqual({ node: "sim-C", reader: 4 }));
  test("a light without red is shown in its colour", () => expect(lightColour(0x00140a)).toBe("#00140a"));
  test("knows where each player's piece stands", () => expect(placesOf(tags).get(0)).toBe(24));
  test("lists tags of nobody after those of the players", () => {
    expect(tags.map((tag) => tag.seat?.name ?? null)).toEqual(["Anna", "Björn", "Chloé", "Dmitri", null, null]);
  });
});

test("every class has its bar before the texts of the page have come", () => {
  use("de", {});
  const latencies = [{ name: "stored" as const, bounds_ms: [1, 2, 5], counts: [7, 4, 0, 3], longest_ms: 9 }];
  render(Times, { latencies });
  expect(screen.getAllByRole("progressbar")).toHaveLength(4);
});

test.each(["de", "en"] as const)(
  "the time of a line has its thousandths right behind the seconds, in %s",
  (language) => {
    use(language, {});
    const at_ms = new Date(2026, 10, 27, 15, 4, 5, 67).getTime();
    render(Log, { lines: [{ index: 0, at_ms, node: "a", outward: false, text: "{}", ok: true }] });
    expect(screen.getByText(/^\d/).textContent).toBe("15:04:05.067");
  },
);

test("what is wrong with a reader is written where everybody can read it, with its space", () => {
  scene(SCENES["throw"]!);
  const node = { ...DEVICE.nodes[0]!, spaces: [0, null], readers: 2, faults: { 0: "no_answer", 1: "hot" } };
  render(NodeCard, { node, tags: [], simulated: false, holding: false, onput: () => undefined });
  expect(screen.getByText("Leser 0, Los: antwortet nicht")).toBeDefined();
  expect(screen.getByText("Leser 1: zu heiß")).toBeDefined();
});

function shown(update: NodeView["update"], others: NodeView["update"] = null, simulated = false) {
  const done = scene(SCENES["throw"]!);
  const node = { ...DEVICE.nodes[0]!, update };
  table.device = { ...DEVICE, nodes: [node, { ...DEVICE.nodes[1]!, update: others }] };
  render(Firmware, { node, simulated });
  return done;
}
const button = () => screen.queryByRole("button", { name: /Firmware erneuern/ });

describe("renewing the firmware of a node", () => {
  test("is asked for by holding the button down", async () => {
    const done = shown(null);
    await fireEvent.click(button()!);
    expect(done).toEqual([]);
    await holdDown(button()!);
    expect(done).toEqual([{ do: "update_node", node: "sim-A" }]);
  });
  test("shows how far it is, and no button meanwhile", () => {
    shown({ step: "copy", done: 100, whole: 400, why: null });
    expect(screen.getByRole("progressbar")).toHaveProperty("value", 100);
    expect(button()).toBeNull();
  });
  test("waits while another node is renewed", () => {
    shown(null, { step: "compare", done: 0, whole: 0, why: null });
    expect(button()).toHaveProperty("disabled", true);
    expect(screen.getByText("Gerade wird eine andere Platine erneuert.")).toBeDefined();
  });
  test("says that the former firmware came back, and can be tried again", () => {
    shown({ step: "failed", done: 0, whole: 0, why: "went_back" });
    expect(screen.getByText(/hat wieder die alte/)).toBeDefined();
    expect(button()).not.toBeNull();
  });
  test("is not offered for a simulated node", () => {
    shown(null, null, true);
    expect(button()).toBeNull();
  });
});

describe("a node from a bare Pico", () => {
  test("is a starter, or whatever else is chosen, on the chip that is tapped", async () => {
    const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}", { status: 503 }));
    render(NewNode);
    await fireEvent.click(screen.getByRole("button", { name: "Pico 2, Pico 2 W", hidden: true }));
    await fireEvent.change(screen.getByLabelText("Was es werden soll"), { target: { value: "ring" } });
    await fireEvent.click(screen.getByRole("button", { name: "Pico, Pico W", hidden: true }));
    expect(asked.mock.calls.map(([address]) => String(address))).toEqual([
      "/api/node.uf2?chip=rp2350&build=starter",
      "/api/node.uf2?chip=rp2040&build=ring",
    ]);
    asked.mockRestore();
  });
});

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

let rendered: ReturnType<typeof render>;

function page(node: NodeView, walk: DeviceView["walk"]) {
  const done = scene(SCENES["throw"]!);
  table.device = { ...DEVICE, nodes: [node], walk };
  rendered = render(Strip, { node, device: table.device, edition: table.edition! });
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
      rendered.rerender({ device: { ...table.device!, walk: { node: RING.node, space: 2, light } } });
    await tap("10 vor");
    await tap("10 vor");
    await shows(17);
    await tap("10 vor");
    await shows(90);
    await tap("10 vor");
    expect(done).toEqual([17, 27, 37, 100].map((light) => ({ do: "walk", node: RING.node, space: 2, light })));
  });
  test("is at the space that the list names, whatever was picked there before and passed since", async () => {
    const done = page(RING, null);
    const list = screen.getByRole<HTMLSelectElement>("combobox");
    list.options[9 + 1]!.selected = true; // as by hand: from now on its attribute counts no more
    await fireEvent.change(list);
    await tap("Licht wandern lassen");
    for (const space of [9, 10, null]) {
      const walk = space === null ? null : { node: RING.node, space, light: 36 };
      await rendered.rerender({ device: { ...table.device!, walk } });
      expect(list.value).toBe(String(space ?? 9));
    }
    await tap("Licht wandern lassen");
    expect(done.map((one) => one.do === "walk" && one.space)).toEqual([9, 9]);
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
