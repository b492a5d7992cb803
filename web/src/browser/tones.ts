/** A few short tones, made on the spot; loaded when a device is the speaker. */
import { sounding } from "./sound";

type Tone = "coin" | "turn" | "dice" | "hammer" | "refused";

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

/** The tones that go with some facts, each once. */
export function sing(keys: readonly string[]): void {
  for (const tone of new Set(keys.map(toneFor))) if (tone) play(tone);
}

function play(tone: Tone): void {
  const audio = sounding();
  if (!audio) return;
  for (const [pitch, start, length] of TONES[tone]) note(audio, pitch, start / 1000, length / 1000);
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
function toneFor(key: string): Tone | null {
  const tones: Record<string, Tone> = {
    money_moved: "coin",
    turn_began: "turn",
    dice_thrown: "dice",
    rent_thrown: "dice",
    auction_closed: "hammer",
    seat_jailed: "refused",
  };
  return tones[key] ?? null;
}
