/** Whether tones are heard, and when. Silent until somebody on this device switches them on. */
import type { Tone } from "./tones";

type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext };

let context: AudioContext | null = null;
let on = false;

export const isOn = (): boolean => on;

/** Switch on from a tap: browsers allow no sound before one. Returns whether there is sound now. */
export function switchSound(wanted: boolean): boolean {
  const Context = window.AudioContext ?? (window as AudioWindow).webkitAudioContext;
  on = wanted && Context !== undefined;
  if (on && Context) {
    context ??= new Context();
    void context.resume();
    play("coin");
  }
  return on;
}

export function play(tone: Tone): void {
  const audio = context;
  if (on && audio) void import("./tones").then(({ sound }) => sound(audio, tone));
}

/** Which tone goes with a fact, if any. */
export function toneFor(key: string): Tone | null {
  const tones: Record<string, Tone> = {
    money_moved: "coin",
    turn_began: "turn",
    dice_thrown: "dice",
    auction_closed: "hammer",
    seat_jailed: "refused",
  };
  return tones[key] ?? null;
}
