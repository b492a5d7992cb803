import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { isLater } from "../build/later";
import de from "../locales/de.json";
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

test("what an edition calls otherwise comes when its usual name does, so that nobody reads that first", () => {
  const keys = new Set(Object.keys(de));
  const editions = [...keys].filter((key) => key.startsWith("edition.")).map((key) => key.slice("edition.".length));
  const pairs = editions.flatMap((edition) =>
    [...keys].flatMap((usual) => (keys.has(`${edition}.${usual}`) ? [[usual, `${edition}.${usual}`] as const] : [])),
  );
  expect(pairs.filter(([usual]) => !isLater(usual)).length).toBeGreaterThan(5);
  expect(pairs.filter(([usual, own]) => isLater(usual) !== isLater(own))).toEqual([]);
});
