/** A new question ignores taps for a moment: the finger was on its way to the old one. */
import { getContext, setContext } from "svelte";

const KEY = "armed";
export const ARMING_MS = 350;

type Armed = () => boolean;

export const setArmed = (armed: Armed): Armed => setContext(KEY, armed);
export const getArmed = (): Armed => getContext<Armed | undefined>(KEY) ?? (() => true);
