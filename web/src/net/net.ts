/**
 * The line to the hub: one socket, requests that are carried out once however often they are sent, views that never go
 * back. Knows nothing of pages; `table.svelte.ts` listens.
 */
import type { Ack, Action, DeviceView, Request, Value, View, Welcome } from "../wire";

/** The part of a Socket.IO client that is used here, so that a test can replace it. */
export interface Line {
  readonly connected: boolean;
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  connect(): unknown;
  /** Give the connection up and open a new one. */
  restart(): void;
  /** Called for every packet that comes in, also the pings of the line itself. */
  onTraffic(listener: () => void): void;
  /** Called when it turns out that no way leads to a hub that answers, and when that is over. */
  onShut(listener: (shut: boolean) => void): void;
}

export interface Hooks {
  welcome(welcome: Welcome): void;
  view(view: View): void;
  device(device: DeviceView): void;
  link(up: boolean): void;
  shut(shut: boolean): void;
}

/** The answer to `pair` and `join`. */
export interface Admission {
  readonly ok: boolean;
  readonly key?: string | null;
  readonly reason?: string | null;
  readonly details?: Record<string, Value>;
}

const LINK_LOST: Admission = { ok: false, reason: "link_lost" };

export interface Clock {
  now(): number;
  every(ms: number, work: () => void): () => void;
}

interface Waiting {
  readonly request: Request;
  sentAt: number;
  readonly resolve: (ack: Ack) => void;
}

/**
 * Longer silence than this on an open line counts as lost: the hub pings every 3 s, and within 10 s it must be said.
 */
export const SILENCE_MS = 8_000;
/** An acknowledgement that takes longer was lost on the way; the request is sent again. */
const RESEND_MS = 3_000;

const realClock: Clock = {
  now: () => Date.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

/** 96 random bits; `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Net {
  private version = -1;
  private heardAt: number;
  private watching = false;
  private readonly waiting = new Map<string, Waiting>();
  /** Waiting to be admitted; the answer is lost with the connection. */
  private readonly asking = new Set<(admission: Admission) => void>();
  /** Names this page to the hub, so that a code whose answer was lost works once more from here. */
  private readonly device = newId();
  private readonly stopClock: () => void;

  constructor(
    private readonly line: Line,
    private readonly hooks: Hooks,
    private readonly clock: Clock = realClock,
  ) {
    this.heardAt = clock.now();
    line.onTraffic(() => (this.heardAt = clock.now()));
    line.on("connect", () => this.connected());
    line.on("disconnect", () => this.disconnected());
    line.on("connect_error", () => hooks.link(false));
    line.onShut((shut) => hooks.shut(shut));
    line.on("welcome", (welcome: Welcome) => {
      this.version = -1; // another place at the table may count from elsewhere
      hooks.welcome(welcome);
    });
    line.on("view", (view: View) => this.take(view));
    line.on("device", (device: DeviceView) => hooks.device(device));
    this.stopClock = clock.every(1000, () => this.tick());
  }

  start(): void {
    this.line.connect();
  }

  stop(): void {
    this.stopClock();
  }

  /** Have an action carried out once. Resolves with the hub's answer, however long the connection is down meanwhile. */
  request(action: Action): Promise<Ack> {
    return new Promise((resolve) => {
      const waiting = { request: { id: newId(), action }, sentAt: 0, resolve };
      this.waiting.set(waiting.request.id, waiting);
      this.deliver(waiting);
    });
  }

  pair(pin: string): Promise<Admission> {
    return this.admission("pair", { pin, device: this.device });
  }

  join(code: string): Promise<Admission> {
    return this.admission("join", { code, device: this.device });
  }

  /**
   * Ask for the whole view again: after sleep one cannot know what was missed. A line that is down, or was silent for
   * too long, is reopened at once, not when the next timer of a sleeping page comes.
   */
  refresh(): void {
    if (!this.line.connected) this.line.connect();
    else if (this.clock.now() - this.heardAt > SILENCE_MS) this.tick();
    else this.line.emit("refresh");
  }

  watchDevice(on: boolean): void {
    this.watching = on;
    if (this.line.connected) this.line.emit("watch_device", on);
  }

  private connected(): void {
    this.heardAt = this.clock.now();
    this.hooks.link(true);
    if (this.watching) this.line.emit("watch_device", true);
    for (const waiting of this.waiting.values()) this.deliver(waiting);
  }

  private disconnected(): void {
    // A hub that was restarted counts from the beginning, and its first view comes before `connect`.
    this.version = -1;
    this.hooks.link(false);
    for (const resolve of this.asking) resolve(LINK_LOST);
    this.asking.clear();
  }

  private take(view: View): void {
    if (view.version < this.version) return;
    this.version = view.version;
    this.hooks.view(view);
  }

  private deliver(waiting: Waiting): void {
    if (!this.line.connected) return;
    waiting.sentAt = this.clock.now();
    this.line.emit("request", waiting.request, (ack: Ack) => this.acknowledged(ack));
  }

  private acknowledged(ack: Ack): void {
    const waiting = this.waiting.get(ack.id);
    if (!waiting) return;
    this.waiting.delete(ack.id);
    waiting.resolve(ack);
  }

  private tick(): void {
    if (!this.line.connected) return;
    if (this.clock.now() - this.heardAt > SILENCE_MS) {
      this.heardAt = this.clock.now();
      this.hooks.link(false);
      this.line.restart();
      return;
    }
    for (const waiting of this.waiting.values()) {
      if (this.clock.now() - waiting.sentAt > RESEND_MS) this.deliver(waiting);
    }
  }

  private admission(event: string, payload: object): Promise<Admission> {
    if (!this.line.connected) return Promise.resolve(LINK_LOST);
    return new Promise((resolve) => {
      this.asking.add(resolve);
      this.line.emit(event, payload, (admission: Admission) => {
        this.asking.delete(resolve);
        resolve(admission);
      });
    });
  }
}
