import { render, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import App from "../../App.svelte";
import { DEVICE } from "../../dev/device";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";

test("the page opens and has one main part and one first heading", async () => {
  scene(SCENES.throw!);
  table.device = DEVICE;
  const { container } = render(App, { page: "device" });
  await waitFor(() => expect(container.querySelectorAll("main")).toHaveLength(1));
  expect(container.querySelectorAll("h1").length).toBeGreaterThan(0);
});
