/** A few short tones, made on the spot. Silent until somebody on this device switches them on. */
export type Tone = "coin" | "turn" | "dice" | "hammer" | "refused";

/** Notes of a tone: frequency in Hz, start and length in ms. */
const TONES: Record<Tone, readonly (readonly [number, number, number])[]> = {
  coin: [
    [1175, 0, 70],
    [1568, 70, 130],
  ],
  turn: [
    [523, 0, 120],
    [659, 110, 120],
    [784, 220, 200],
  ],
  dice: [
    [220, 0, 30],
    [180, 60, 30],
    [240, 120, 40],
  ],
  hammer: [
    [147, 0, 90],
    [147, 140, 120],
  ],
  refused: [
    [196, 0, 140],
    [165, 130, 200],
  ],
};

type AudioWindow = Window & { webkitAudioContext?: typeof AudioContext };

let context: AudioContext | null = null;
let on = false;

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
  if (!on || !context) return;
  for (const [pitch, start, length] of TONES[tone]) note(context, pitch, start / 1000, length / 1000);
}

function note(audio: AudioContext, pitch: number, start: number, length: number): void {
  const [voice, loudness] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + start;
  voice.type = "triangle";
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, from);
  loudness.gain.exponentialRampToValueAtTime(0.14, from + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + length);
  voice.connect(loudness).connect(audio.destination);
  voice.start(from);
  voice.stop(from + length + 0.02);
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
