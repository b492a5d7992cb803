import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { option, view } from "../dev/fixtures";
import { scene } from "../dev/testing";
import OptionButton from "../parts/controls/OptionButton.svelte";
import { completeTexts, playing, speak, t, use, wording } from "./words.svelte";

test("when the rest of the texts comes, what is there already is not written again", async () => {
  const written = { there: 0, missing: 0, sentence: 0 };
  use("en", { there: "There" });
  const stop = $effect.root(() => {
    $effect(() => void [t("there"), (written.there += 1)]);
    $effect(() => void [t("missing"), (written.missing += 1)]);
    $effect(() => void [wording(), (written.sentence += 1)]);
  });
  flushSync();
  await completeTexts();
  flushSync();
  stop();
  expect(written).toEqual({ there: 1, missing: 2, sentence: 2 });
});

test("an edition's own word for an answer takes the place of the usual one when it comes", async () => {
  const texts = { first: { "command.decline": "Auction" }, rest: { "e.command.decline": "Don’t buy" } };
  scene(view());
  vi.stubEnv("DEV", false); // as in built pages, whose texts come in two parts
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(address.includes("later") ? texts.rest : texts.first),
  );
  await speak("en");
  playing("e");
  render(OptionButton, { option: option({ command: "decline", seat: 0 }), answering: true });
  expect(screen.getByRole("button").textContent).toContain("Auction");
  await completeTexts();
  flushSync();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect(screen.getByRole("button").textContent).toContain("Don’t buy");
});
