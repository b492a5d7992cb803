import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import Firmware from "./Firmware.svelte";
import NewNode from "./NewNode.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { holdDown, scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { NodeView } from "../../wire";

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
