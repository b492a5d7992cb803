/** A new question ignores taps for a moment: they may have been meant for the old one. */
import { getContext, setContext } from "svelte";

const KEY = "armed";
export const ARMING_MS = 350;

type Armed = () => boolean;

/** Whether a tap counts, for a question known by its id; the same question in a newer view goes on counting them. */
export function armedFor(question: () => string | undefined): Armed {
  const asked = $derived(question());
  let since = Date.now();
  $effect.pre(() => {
    void asked;
    since = Date.now();
  });
  return () => Date.now() - since >= ARMING_MS;
}

export const setArmed = (armed: Armed): Armed => setContext(KEY, armed);
export const getArmed = (): Armed => getContext<Armed | undefined>(KEY) ?? (() => true);
