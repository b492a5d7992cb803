/**
 * Spoken prompts on the device that is the speaker: each new question, and each call of an auction, is read out in the
 * language of this device.
 */
import { untrack } from "svelte";
import { question } from "../text/sentences";
import { table } from "./table.svelte";
import { language, t } from "../text/words.svelte";

const TAGS = { de: "de-DE", en: "en-GB" };
let stop: (() => void) | null = null;

export const canSpeak = (): boolean => typeof speechSynthesis !== "undefined";

/** Start or stop speaking; returns whether this device speaks now. */
export function switchVoice(wanted: boolean): boolean {
  stop?.();
  stop = null;
  if (!canSpeak()) return false;
  speechSynthesis.cancel();
  if (wanted) {
    say(""); // within the tap: until then iOS is silent, whatever it is told to say later
    stop = $effect.root(follow);
  }
  return wanted;
}

/** Each question and each call is spoken once, and interrupts what it replaces. */
function follow(): void {
  let [said, called] = ["", 0];
  $effect(() => {
    const now = table.view?.going?.called ?? 0;
    const sold = called === 2 && now === 0 && table.view?.prompt?.task.task !== "auction_running";
    if (now !== called && table.sounds && (now > 0 || sold))
      untrack(() => say(t(now > 0 ? `going.${now}` : "going.sold")));
    called = now;
  });
  $effect(() => {
    const prompt = table.view?.prompt;
    if (!table.sounds) return untrack(() => void switchVoice(false));
    if (!prompt || prompt.id === said || table.edition === null) return;
    said = prompt.id;
    untrack(() => say(question(table.scene!, prompt.task)));
  });
}

function say(text: string): void {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = TAGS[language()];
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

export const isSpeaking = (): boolean => stop !== null;
