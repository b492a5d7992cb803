import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { completeTexts, t, use, wording } from "./words.svelte";

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
