/** A few short tones, synthesized here; loaded when a device is the speaker. */
import { sounding } from "./sound";

/** Frequency in Hz, start and length in ms. */
type Note = readonly [pitch: number, start: number, length: number];
type Tone = "turn" | "dice" | "call" | "hammer" | "refused" | "fall" | "fanfare";

const TONES: Record<Tone, readonly Note[]> = {
  turn: [
    [523, 0, 120],
    [659, 110, 120],
    [784, 220, 200],
  ],
  dice: [
    [220, 0, 30],
    [180, 90, 30],
    [240, 190, 30],
    [200, 310, 30],
    [230, 450, 40],
    [170, 620, 60],
  ],
  call: [[392, 0, 160]],
  hammer: [
    [147, 0, 90],
    [147, 140, 120],
  ],
  refused: [
    [196, 0, 140],
    [165, 130, 200],
  ],
  fall: [
    [392, 0, 180],
    [330, 180, 180],
    [262, 360, 180],
    [196, 540, 420],
  ],
  fanfare: [
    [523, 0, 140],
    [523, 160, 140],
    [659, 320, 140],
    [784, 480, 300],
    [659, 800, 140],
    [1047, 960, 500],
  ],
};
/** Together again: a group is complete. */
const CHORD: readonly Note[] = [
  [523, 0, 500],
  [659, 90, 450],
  [784, 180, 420],
  [1047, 270, 500],
];
/** A pair: what goes falls, what comes rises. */
const OUT: readonly Note[] = [
  [988, 0, 60],
  [740, 60, 110],
];
const IN: readonly Note[] = [
  [1175, 0, 70],
  [1568, 70, 130],
];
/** Wood on wood, one foot after the other. */
const STEPS: readonly Note[] = [
  [620, 0, 35],
  [520, 0, 35],
];

/** The tones that go with some facts, each once. */
export function sing(keys: readonly string[]): void {
  for (const tone of new Set(keys.map(toneFor))) if (tone) play(TONES[tone]);
}

/** One tone for each step of a walk that takes so long. */
export function step(steps: number, ms: number): void {
  for (let i = 0; i < steps; i++) play([STEPS[i % STEPS.length]!], ((i + 1) * ms) / steps);
}

/** A tone as the money leaves a player, and one as it comes to one: `paid` and `got` say when, in ms from now. */
export function pay(paid: readonly number[], got: readonly number[]): void {
  for (const at of paid) play(OUT, at);
  for (const at of got) play(IN, at);
}

export const chord = (): void => play(CHORD);

function play(notes: readonly Note[], after = 0): void {
  const audio = sounding();
  if (!audio) return;
  for (const [pitch, start, length] of notes) note(audio, pitch, (after + start) / 1000, length / 1000);
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

/** Which tone goes with a fact, if any; payments, steps and groups have their own. */
function toneFor(key: string): Tone | null {
  const tones: Record<string, Tone> = {
    turn_began: "turn",
    dice_thrown: "dice",
    opening_thrown: "dice",
    rent_thrown: "dice",
    lot_called: "call",
    auction_closed: "hammer",
    seat_jailed: "refused",
    seat_bankrupted: "fall",
    seat_taken_over: "fall",
    game_won: "fanfare",
  };
  return tones[key] ?? null;
}
