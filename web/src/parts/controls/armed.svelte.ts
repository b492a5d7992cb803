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

/** Whether a question has stood so long that a finger may be on its way to it. */
export function standsFor(question: () => string | undefined): () => boolean {
  const asked = $derived(question());
  let stands = $state(false);
  $effect(() => {
    stands = false;
    if (!asked) return;
    const timer = setTimeout(() => (stands = true), ARMING_MS);
    return () => clearTimeout(timer);
  });
  return () => stands;
}

export const setArmed = (armed: Armed): Armed => setContext(KEY, armed);
export const getArmed = (): Armed => getContext<Armed | undefined>(KEY) ?? (() => true);
