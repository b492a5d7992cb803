/** Whether this device makes sounds; what it plays is in `tones.ts`. */
type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext };

let context: AudioContext | null = null;

/** Where tones go, or null while this device is silent. */
export const sounding = (): AudioContext | null => context;

/**
 * Browsers allow no sound before somebody has touched the page, and take it away while a phone sleeps: until the next
 * touch this device is mute however much it is switched on.
 */
export const isMute = (): boolean => context?.state === "suspended" || String(context?.state) === "interrupted";

/** Switch on or off, best from a tap. Returns whether this browser has sound at all and it is on now. */
export function switchSound(wanted: boolean): boolean {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext;
  if (wanted && Context) {
    context ??= new Context();
    void context.resume();
  } else {
    void context?.close(); // silence costs nothing
    context = null;
  }
  return context !== null;
}
