import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import NodeCard from "./NodeCard.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";

test("what is wrong with a reader is written where everybody can read it, with its space", () => {
  scene(SCENES["throw"]!);
  const node = { ...DEVICE.nodes[0]!, spaces: [0, null], readers: 2, faults: { 0: "no_answer", 1: "hot" } };
  render(NodeCard, { node, tags: [], simulated: false, holding: false, onput: () => undefined });
  expect(screen.getByText("Leser 0, Los: antwortet nicht")).toBeDefined();
  expect(screen.getByText("Leser 1: zu heiß")).toBeDefined();
});
