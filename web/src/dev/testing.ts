/** What tests share: the German texts at hand, a line of their own, a scene set. */
import { fireEvent, render } from "@testing-library/svelte";
import type { Component } from "svelte";
import { vi } from "vitest";
import * as FEATURES from "../features";
import Prompt from "../parts/prompt/Prompt.svelte";
import de from "../locales/de.json";
import { bringIn } from "../state/features";
import { table } from "../state/table.svelte";
import { playing, use } from "../text/words.svelte";
import { EDITION } from "./fixtures";
import type { Clock, Line } from "../net/net";
import type { Ack, Action, EditionView, Request, View } from "../wire";

bringIn(Object.values(FEATURES));

export function speakGerman(): void {
  use("de", de);
  playing("classic");
}

const hubs: FakeHub[] = [];

/** Nobody talks to the hubs of a test any more: a page of it would miss their silence in tests of other files. */
export function hangUp(): void {
  for (const hub of hubs.splice(0)) {
    hub.connected = false;
    hub.connect = () => undefined;
  }
}

/** The hub's end of a line: it hears what is emitted and says what a hub would say. */
export class FakeHub implements Line {
  connected = false;
  restarts = 0;
  readonly heard: { event: string; payload: unknown; ack?: (answer: unknown) => void }[] = [];
  private readonly listeners = new Map<string, (...args: unknown[]) => void>();
  private traffic: () => void = () => undefined;

  constructor() {
    hubs.push(this);
  }
  on(event: string, listener: (...args: never[]) => void): void {
    this.listeners.set(event, listener as (...args: unknown[]) => void);
  }
  emit(event: string, ...args: unknown[]): void {
    const ack = args.find((arg) => typeof arg === "function") as ((answer: unknown) => void) | undefined;
    this.heard.push({ event, payload: args[0], ...(ack ? { ack } : {}) });
  }
  connect(): void {
    this.connected = true;
    this.say("connect");
  }
  drop(): void {
    this.connected = false;
    this.say("disconnect", "transport close");
  }
  restart(): void {
    this.restarts += 1;
    this.drop();
  }
  onTraffic(listener: () => void): void {
    this.traffic = listener;
  }
  shut: (shut: boolean) => void = () => undefined;
  onShut(listener: (shut: boolean) => void): void {
    this.shut = listener;
  }
  say(event: string, ...args: unknown[]): void {
    this.traffic();
    this.listeners.get(event)?.(...args);
  }
  get requests(): Request[] {
    return this.heard.filter(({ event }) => event === "request").map(({ payload }) => payload as Request);
  }
  /** Answer the newest delivery of a request. */
  answer(index: number, changed: Partial<Ack> = {}): void {
    const heard = this.heard.filter(({ event }) => event === "request")[index]!;
    const { id } = heard.payload as Request;
    heard.ack?.({ id, ok: true, version: 1, reason: null, details: {}, ...changed });
  }
}

/** A clock that stands still until it is moved. */
export class StoppedClock implements Clock {
  private time = 1_000_000;
  private readonly work: (() => void)[] = [];
  now(): number {
    return this.time;
  }
  every(_ms: number, work: () => void): () => void {
    this.work.push(work);
    return () => void this.work.splice(this.work.indexOf(work), 1);
  }
  /** Let seconds pass without a tick, as while a page sleeps. */
  sleep(seconds: number): void {
    this.time += 1000 * seconds;
  }
  /** Let seconds pass, one tick each. */
  pass(seconds: number): void {
    for (let i = 0; i < seconds; i++) {
      this.time += 1000;
      for (const work of this.work) work();
    }
  }
}

/** Hold a button down until it has done its work, and let it go. From here on the time stands still. */
export async function holdDown(button: HTMLElement): Promise<void> {
  vi.useFakeTimers();
  await fireEvent.pointerDown(button);
  vi.advanceTimersByTime(1000);
  await fireEvent.pointerUp(button);
  vi.advanceTimersByTime(1000);
}

/** Show a view on the page's table; what is done is noted and granted. */
export function scene(view: View, edition: EditionView = EDITION): Action[] {
  const done: Action[] = [];
  speakGerman();
  const missing = () => new Response(JSON.stringify({ reason: "no_game" }), { status: 404 });
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(path.startsWith("/api/editions/") ? new Response(JSON.stringify(edition)) : missing()),
  );
  table.printed = edition;
  table.lostAt = null;
  table.now = Date.now(); // a test before it may have turned the clock
  table.view = null;
  table.show(view);
  table.act = (action) => {
    done.push(action);
    return Promise.resolve({ id: "1", ok: true, version: 1, reason: null, details: {} });
  };
  return done;
}

/** A part of the page as it shows a view. */
export function display(part: Component<any>, view: View, given: object = {}): Action[] {
  const done = scene(view);
  render(part, { view, ...given });
  return done;
}

/** Parts have been fetched, however long that took, and a tap counts again. */
export async function loaded(): Promise<void> {
  await vi.dynamicImportSettled();
  await new Promise((done) => setTimeout(done, 400));
}

/** Put the open question of the page's table, with all its parts. */
export async function putQuestion(): Promise<void> {
  render(Prompt, { prompt: table.view!.prompt! });
  await loaded();
}
