import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deed, line, prompt, view } from "../dev/fixtures";
import { AUCTION } from "../dev/playing";
import { isMute, switchSound } from "../browser/sound";
import { TONES } from "../browser/tones";
import { FakeHub, scene, speakGerman } from "../dev/testing";
import en from "../locales/en.json";
import { table } from "./table.svelte";
import { isSpeaking, switchVoice } from "./voice.svelte";
import { use } from "../text/words.svelte";
import type { Page } from "../net/route";
import type { FeedLine, View } from "../wire";

const [OUT, IN, TURN] = [TONES.out, TONES.in, TONES.turn].map(({ notes }) => notes.map(([pitch]) => pitch)) as [
  number[],
  number[],
  number[],
];

/** What was said, in which language; which notes were played. */
const said: [string, string][] = [];
const played: number[] = [];
const hushed = vi.fn();

class Utterance {
  lang = "";
  constructor(readonly text: string) {}
}
class Context {
  state = "running";
  readonly currentTime = 0;
  readonly destination = {};
  resume = () => Promise.resolve();
  close = () => Promise.resolve();
  createPeriodicWave = () => ({});
  createOscillator() {
    const frequency = { value: 0 };
    return {
      type: "",
      frequency,
      setPeriodicWave: () => undefined,
      connect: <T>(to: T) => to,
      start: () => played.push(frequency.value),
      stop: () => undefined,
    };
  }
  createGain() {
    return {
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: <T>(to: T) => to,
    };
  }
}

const asking = (id: string, seat: number, changed: Partial<View> = {}): View =>
  view({ prompt: prompt({ task: "throw_pending", seat }, [seat], [], id), ...changed });

/** A view comes from the hub, and all that follows from it on the page is done. */
function comes(shown: View): void {
  table.show(shown);
  flushSync();
}

/** This device becomes the speaker, as the hub knows it. */
function speaker(shown: View): string {
  const done = scene(shown);
  table.sound(true);
  return done.flatMap((action) => (action.do === "be_speaker" ? [action.device] : []))[0]!;
}

beforeEach(() => {
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: ({ text, lang }: Utterance) => (text ? said.push([text, lang]) : hushed()),
    cancel: () => undefined,
  });
  vi.stubGlobal("AudioContext", Context);
});
afterEach(() => {
  switchVoice(false);
  table.sound(false);
  vi.unstubAllGlobals();
  speakGerman();
  said.length = played.length = 0;
});

describe("spoken prompts", () => {
  test("each question is said once, in the language of the page", () => {
    const first = asking("1", 0);
    speaker(first);
    expect(switchVoice(true)).toBe(true);
    flushSync();
    expect(said).toEqual([["Anna ist am Zug", "de-DE"]]);
    comes({ ...first, version: 2 });
    use("en", en);
    flushSync();
    expect(said).toHaveLength(1);
    comes(asking("2", 1));
    expect(said[1]).toEqual(["Björn’s turn", "en-GB"]);
  });
  test("are over once another device is the speaker", () => {
    const first = asking("1", 0);
    const me = speaker(first);
    switchVoice(true);
    flushSync();
    comes({ ...first, speaker: me });
    expect(isSpeaking()).toBe(true);
    comes(asking("2", 1, { speaker: "another" }));
    expect(isSpeaking()).toBe(false);
    comes(asking("3", 2, { speaker: "another" }));
    expect(said).toEqual([["Anna ist am Zug", "de-DE"]]);
  });
  test("calls are said, and that it is sold: not where a bid came, an undo, or nobody wanted it before the last call", () => {
    const auction = { prompt: prompt(AUCTION, [0], [], "1") };
    const called = (times: number) => asking("1", 0, { ...auction, going: { called: times, left_ms: 9 } });
    const [bid, over] = [asking("1", 0, auction), asking("1", 0)];
    speaker(bid);
    switchVoice(true);
    flushSync();
    said.length = 0;
    for (const shown of [called(1), bid, called(1), over, bid, called(1), called(2), over]) comes(shown);
    expect(said.map(([text]) => text)).toEqual([...Array(3).fill("Zum Ersten!"), "Zum Zweiten!", "Verkauft!"]);
  });
  test("begin with nothing within the tap, without which iOS says nothing later", () => {
    speaker(asking("1", 0, { prompt: null }));
    hushed.mockClear();
    switchVoice(true);
    expect(hushed).toHaveBeenCalledOnce();
    expect(said).toEqual([]);
  });
  test("there are none where the browser cannot speak", () => {
    vi.stubGlobal("speechSynthesis", undefined);
    speaker(asking("1", 0));
    expect(switchVoice(true)).toBe(false);
    expect(isSpeaking()).toBe(false);
  });
});

describe("tones", () => {
  const paid = (move: number, payer = 0, payee = 1): FeedLine =>
    line(move, "money_moved", { payer, payee, amount: 5, purpose: "tax" });
  const begun = (move: number): FeedLine => line(move, "turn_began", { seat: 1, number: move });
  test("are made by the speaker and by nobody else", async () => {
    scene(view());
    table.show(view({ feed: [paid(1)] }));
    await vi.dynamicImportSettled();
    expect(played).toEqual([]);

    const me = speaker(view());
    await vi.waitFor(() => expect(played).toEqual(IN));
    table.show(view({ speaker: me, feed: [begun(2), begun(2)] }));
    await vi.waitFor(() => expect(played).toEqual([...IN, ...TURN]));

    table.show(view({ speaker: "another", feed: [paid(4)] }));
    await vi.dynamicImportSettled();
    expect(played).toHaveLength(IN.length + TURN.length);
    expect(table.sounds).toBe(false);
  });
  test("each thing that happens has its own, short enough to talk on", () => {
    expect(new Set(Object.values(TONES).map((tone) => JSON.stringify(tone))).size).toBe(Object.keys(TONES).length);
    for (const [name, { notes }] of Object.entries(TONES))
      expect(Math.max(...notes.map(([, start, length]) => start + length)), name).toBeLessThan(1500);
  });
  test("a group has its own as it is complete, and no other moment has", async () => {
    const me = speaker(view({ deeds: [deed(1, 0)] }));
    await vi.waitFor(() => expect(played).toEqual(IN));
    const highest = Math.max(...TONES.group.notes.map(([pitch]) => pitch));
    const out = line(2, "seat_bankrupted", { seat: 1, creditor: -1 });
    table.show(view({ speaker: me, deeds: [deed(1, 0)], feed: [out] }));
    expect([table.moment?.kind, played.includes(highest)]).toEqual(["bankrupt", false]);
    table.nextMoment();
    const bought = line(3, "deed_moved", { deed: 3, source: -1, target: 0 });
    table.show(view({ speaker: me, deeds: [deed(1, 0), deed(3, 0)], feed: [out, bought] }));
    expect([table.moment?.kind, played.filter((pitch) => pitch === highest).length]).toEqual(["group", 1]);
    table.nextMoment();
  });
  test("there is one for each payment out and one for each payment in, and the bank has none", async () => {
    const me = speaker(view());
    await vi.waitFor(() => expect(played).toEqual(IN));
    table.show(view({ speaker: me, feed: [paid(2), paid(2, 2, -1), paid(2, -1, 3)] }));
    await vi.waitFor(() => expect(played).toEqual([...IN, ...OUT, ...OUT, ...IN, ...IN]));
  });
});

describe("who has the tones by default", () => {
  const touch = () => window.dispatchEvent(new Event("click"));
  const asks = (shown: View, page: Page = "table") => {
    const done = scene(shown);
    table.start(page, () => new FakeHub());
    table.lostAt = null;
    touch();
    return done;
  };
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers(); // or a line that nobody answers on would be given up beside the tests of another file
  });
  test("the banker's tablet, from its first touch on", () => {
    const done = asks(view());
    expect(table.sounds).toBe(true);
    expect(done[0]).toMatchObject({ do: "be_speaker", unless_taken: true });
  });
  test("nobody takes them from a device that has them", () => {
    expect(asks(view({ speaker: "another" }))).toEqual([]);
    expect(table.sounds).toBe(false);
  });
  test("no phone and no screen that only looks on takes them", () => {
    expect(asks(view({ role: "seat", you: 0 }), "play")).toEqual([]);
    expect(asks(view({ role: "viewer" }), "tv")).toEqual([]);
  });
  test("who switched them off does not get them back by a touch", () => {
    scene(view());
    table.sound(false);
    expect(asks(view())).toEqual([]);
    expect(table.sounds).toBe(false);
  });
  test("what the browser keeps silent is not shown as sounding, until it is touched", () => {
    class Suspended extends Context {
      override state = "suspended";
      override resume = () => Promise.resolve(void (this.state = touched ? "running" : "suspended"));
    }
    let touched = false;
    vi.stubGlobal("AudioContext", Suspended);
    expect(switchSound(true)).toBe(true);
    expect(isMute()).toBe(true);
    touched = true;
    switchSound(true);
    expect(isMute()).toBe(false);
  });
  test("televisions sound once the banker has given them the tones", () => {
    asks(view({ role: "viewer" }), "tv");
    table.show(view({ role: "viewer", speaker: "tv" }));
    expect(table.sounds).toBe(true);
    table.show(view({ role: "viewer", speaker: "another" }));
    expect(table.sounds).toBe(false);
  });
});
