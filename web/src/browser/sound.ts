/** Whether this device makes sounds; what it plays is in `tones.ts`. */
type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext };

let context: AudioContext | null = null;
let on = false;

/** Where tones go, or null while this device is silent. */
export const sounding = (): AudioContext | null => (on ? context : null);

/**
 * Browsers allow no sound before somebody has touched the page, and take it away while a phone sleeps: until the next
 * touch this device is mute however much it is switched on.
 */
export const isMute = (): boolean => on && (context?.state === "suspended" || String(context?.state) === "interrupted");

/** Switch on or off, best from a tap. Returns whether this browser has sound at all and it is on now. */
export function switchSound(wanted: boolean): boolean {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext;
  on = wanted && Context !== undefined;
  if (on && Context) {
    context ??= new Context();
    void context.resume();
  }
  return on;
}
