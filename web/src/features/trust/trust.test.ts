import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Trust from "./Trust.svelte";
import { shownAt } from "../../state/features";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [204, 1],
  [404, 0],
])("where the hub answers %s it certifies itself, and %s way leads to its page", async (status, ways) => {
  scene(view());
  const asked = vi.fn(() => Promise.resolve(new Response(null, { status })));
  vi.stubGlobal("fetch", asked);
  render(Trust);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((done) => setTimeout(done));
  const links = screen.queryAllByRole("link", { name: "Ohne Warnung öffnen" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(ways).fill("/trust"));
});

test("pages over plain http do not ask, since there is no warning", () => {
  scene(view());
  const given = { view: view(), onclose: () => undefined };
  const plain = shownAt("menu.technical", given).length;
  vi.stubGlobal("location", { protocol: "https:" });
  expect(shownAt("menu.technical", given)).toHaveLength(plain + 1);
});
