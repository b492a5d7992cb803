import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { line } from "../dev/fixtures";
import { heard, heardMoving } from "../state/stage";
import { isMute, sounding, switchSound } from "./sound";
import { run } from "./motion";
import { pay, sing, step, TONES } from "./tones";

/** What is struck: when, in ms from now, and which pitch; how loud. */
let [struck, loud]: [[number, number][], number[]] = [[], []];
let state = "running";

class Context {
  readonly currentTime = 0;
  readonly destination = {};
  get state() {
    return state;
  }
  resume = () => Promise.resolve();
  close = () => Promise.resolve();
  createPeriodicWave = () => ({});
  createOscillator() {
    const frequency = { value: 0 };
    const start = (at: number) => struck.push([Math.round(at * 1000), frequency.value]);
    return { frequency, start, stop: () => undefined, setPeriodicWave: () => undefined, connect: <T>(to: T) => to };
  }
  createGain() {
    const exponentialRampToValueAtTime = (value: number) => value > 0.001 && loud.push(value);
    return {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime },
      connect: <T>(to: T) => to,
    };
  }
}

beforeEach(() => {
  [struck, loud, state] = [[], [], "running"];
  vi.stubGlobal("AudioContext", Context);
  switchSound(true);
});
afterEach(() => {
  switchSound(false);
  vi.unstubAllGlobals();
});
const notes = (tone: keyof typeof TONES) => TONES[tone].notes.map(([pitch]) => pitch);
const pitches = () => struck.map(([, pitch]) => pitch);
const thrown = line(2, "dice_thrown", { seat: 0, faces: "1,2" });
const began = line(2, "turn_began", { seat: 1, number: 2 });

test("dice are heard while they roll and not again when they lie", () => {
  const fresh = { lines: [thrown, began], flights: [], changes: new Map(), moments: [] };
  heardMoving(fresh, { steps: 0, ms: 500 });
  expect(pitches()).toEqual(notes("dice"));
  heard(fresh);
  expect(pitches()).toEqual([...notes("dice"), ...notes("turn")]);
});

test("of many facts alike one is heard, and the second call is the last", () => {
  sing([thrown, thrown]);
  expect(struck).toHaveLength(notes("dice").length);
  for (const call of [1, 2]) {
    struck = [];
    sing([line(2, "lot_called", { call, amount: 5 })]);
    expect(pitches()).toEqual(notes(call === 2 ? "last_call" : "call"));
  }
});

test("a foot falls as the piece arrives on each space, the last one on the last", () => {
  step(3, 300);
  expect(struck.map(([at]) => at)).toEqual([100, 200, 300]);
});

test("six coins together are no louder than one", () => {
  const energy = (coins: number) => {
    loud = [];
    pay(Array<number>(coins).fill(0), []);
    return loud.reduce((sum, one) => sum + one * one, 0);
  };
  expect(energy(6)).toBeCloseTo(energy(1));
});

test("a device is mute until it is touched, also after its sleep, and silent once it is switched off", () => {
  const mute = ["running", "suspended", "interrupted"].map((one) => ((state = one), isMute()));
  expect(mute).toEqual([false, true, true]);
  switchSound(false);
  expect([isMute(), sounding()]).toEqual([false, null]);
});

test("a figure that has run to its end stands there", () => {
  vi.useFakeTimers();
  const shown: number[] = [];
  run(100, 60, 200, (value) => shown.push(value));
  vi.advanceTimersByTime(1000);
  expect(shown.at(-1)).toBe(60);
  expect(shown.filter((value) => value === 60)).toHaveLength(1);
});
