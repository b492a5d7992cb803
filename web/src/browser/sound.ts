/** Whether this device makes sounds. Silent until somebody switches it on; what it plays is in `tones.ts`. */
type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext };

let context: AudioContext | null = null;
let on = false;

/** Where tones go, or null while this device is silent. */
export const sounding = (): AudioContext | null => (on ? context : null);

/** Switch on from a tap: browsers allow no sound before one. Returns whether there is sound now. */
export function switchSound(wanted: boolean): boolean {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext;
  on = wanted && Context !== undefined;
  if (on && Context) {
    context ??= new Context();
    void context.resume();
  }
  return on;
}
