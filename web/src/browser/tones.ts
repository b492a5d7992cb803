/** A few short sounds, made here as if bars of wood were struck; loaded when a device is the speaker. */
import { sounding } from "./sound";
import type { FeedLine } from "../wire";

/** Frequency in Hz, start and length in ms. */
type Note = readonly [pitch: number, start: number, length: number];
interface Tone {
  /** Of each note, the overtones: a marimba's bar has the fourth, a block of wood has none. */
  readonly overtones: readonly number[];
  readonly notes: readonly Note[];
}
const note = (pitch: number, start: number, length: number): Note => [pitch, start, length];
const marimba = (...notes: Note[]): Tone => ({ overtones: [0, 1, 0, 0, 0.15], notes });
const wood = (...notes: Note[]): Tone => ({ overtones: [0, 1], notes });

export const TONES = {
  dice: wood(note(1900, 0, 40), note(1500, 80, 40), note(2100, 170, 40), note(1400, 290, 50), note(1100, 430, 70)),
  /** What goes falls, what comes rises. */
  out: marimba(note(740, 0, 160), note(587, 70, 260)),
  in: marimba(note(880, 0, 160), note(1175, 60, 300)),
  turn: marimba(note(523, 0, 320), note(659, 90, 320), note(784, 180, 460)),
  auction: marimba(note(440, 0, 200), note(587, 120, 400)),
  call: marimba(note(392, 0, 320), note(587, 0, 320)),
  last_call: marimba(note(392, 0, 200), note(587, 0, 200), note(494, 190, 450), note(740, 190, 450)),
  hammer: wood(note(420, 0, 90), note(340, 140, 140)),
  group: marimba(note(523, 0, 500), note(659, 90, 450), note(784, 180, 420), note(1047, 270, 500)),
  jail: marimba(note(220, 0, 260), note(175, 160, 420)),
  fall: marimba(note(392, 0, 260), note(330, 180, 260), note(262, 360, 260), note(196, 540, 600)),
  win: marimba(
    ...[note(523, 0, 240), note(659, 140, 240), note(784, 280, 260)],
    ...[note(659, 440, 800), note(784, 440, 800), note(1047, 440, 900)],
  ),
} satisfies Record<string, Tone>;
/** One foot after the other. */
const FEET = [wood(note(900, 0, 45)), wood(note(760, 0, 45))];

const LOUD = 0.2;

/** The tones that go with some facts, each once. */
export function sing(lines: readonly FeedLine[]): void {
  for (const tone of new Set(lines.map(toneFor))) if (tone) play(TONES[tone]);
}

/** One tone for each step of a walk that takes so long. */
export function step(steps: number, ms: number): void {
  for (let i = 0; i < steps; i++) play(FEET[i % FEET.length]!, ((i + 1) * ms) / steps, LOUD / 2);
}

/** A tone as the money leaves a player, and one as it comes to one: `paid` and `got` say when, in ms from now. */
export function pay(paid: readonly number[], got: readonly number[]): void {
  const loud = LOUD / Math.sqrt(paid.length + got.length); // many coins together are no louder than one
  for (const at of paid) play(TONES.out, at, loud);
  for (const at of got) play(TONES.in, at, loud);
}

export const chord = (): void => play(TONES.group);

function play({ overtones, notes }: Tone, after = 0, loud = LOUD): void {
  const audio = sounding();
  if (!audio) return;
  const wave = audio.createPeriodicWave(
    overtones.map(() => 0),
    [...overtones],
  );
  for (const [pitch, start, length] of notes) strike(audio, wave, pitch, (after + start) / 1000, length / 1000, loud);
}

/** It is loud almost at once and fades from there, as all that is struck. */
function strike(audio: AudioContext, wave: PeriodicWave, pitch: number, start: number, length: number, loud: number) {
  const [voice, loudness] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + start;
  voice.setPeriodicWave(wave);
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, from);
  loudness.gain.exponentialRampToValueAtTime(loud, from + 0.006);
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + length);
  voice.connect(loudness).connect(audio.destination);
  voice.start(from);
  voice.stop(from + length + 0.02);
}

/** Which tone goes with a fact, if any; payments, steps and groups have their own. */
function toneFor({ key, args }: FeedLine): keyof typeof TONES | null {
  const tones: Record<string, keyof typeof TONES> = {
    turn_began: "turn",
    dice_thrown: "dice",
    opening_thrown: "dice",
    rent_thrown: "dice",
    auction_opened: "auction",
    sealed_auction_opened: "auction",
    lot_called: args.call === 2 ? "last_call" : "call",
    auction_closed: "hammer",
    sealed_auction_closed: "hammer",
    seat_jailed: "jail",
    seat_bankrupted: "fall",
    seat_taken_over: "fall",
    game_won: "win",
  };
  return tones[key] ?? null;
}
