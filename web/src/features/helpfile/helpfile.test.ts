import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import HelpFile from "./HelpFile.svelte";
import { view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  [true, "yes"],
  [false, "no"],
])("names are in a help file only while the box is ticked: %s", async (named, said) => {
  scene(view());
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => Promise.resolve((asked.push(address), new Response("PK"))));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  render(HelpFile);
  if (!named) await fireEvent.click(screen.getByRole("checkbox", { name: "Mit Namen" }));
  await fireEvent.click(screen.getByRole("button", { name: "Hilfedatei" }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(asked).toEqual([`/api/helpfile.zip?names=${said}`]);
});
