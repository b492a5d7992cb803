/**
 * A table without a hub, for `vite dev` only: shows a named scene and says yes to everything. Not part of the built
 * pages.
 */
import { EDITION } from "./fixtures";
import { DEVICE } from "./device";
import { afterThrow, SCENES } from "./scenes";
import { table } from "../state/table.svelte";
import type { Line } from "../net/net";
import type { Page } from "../net/route";
import type { Request, View } from "../wire";

const DELAY_MS = 250;
function mockLine(first: View): Line {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const tell = (event: string, ...args: unknown[]) => listeners.get(event)?.(...args);
  let shown = first;
  let connected = false;

  function answer(request: Request, ack: (answer: unknown) => void): void {
    setTimeout(() => ack({ id: request.id, ok: true, version: shown.version, reason: null, details: {} }), DELAY_MS);
    if (request.action.do !== "play" || request.action.command.command !== "throw") return;
    shown = afterThrow(shown);
    setTimeout(() => tell("view", shown), DELAY_MS + 20);
  }

  return {
    get connected() {
      return connected;
    },
    on: (event, listener) => listeners.set(event, listener as (...args: unknown[]) => void),
    emit(event, payload, ack) {
      if (event === "request") answer(payload as Request, ack as (answer: unknown) => void);
      else if (event === "watch_device") tell("device", DEVICE);
      else if (typeof ack === "function")
        setTimeout(() => (ack as (answer: unknown) => void)({ ok: false, reason: "wrong_code" }), DELAY_MS);
    },
    connect() {
      connected = true;
      setTimeout(() => {
        tell("connect");
        tell("view", shown);
      });
    },
    restart: () => undefined,
    onTraffic: (listener) => void setInterval(listener, 1000),
    onShut: () => undefined,
  };
}

export function start(page: Page, name: string): void {
  const scene = SCENES[name || (page === "play" ? "mine" : "throw")];
  if (!scene) throw new Error(`no scene ${name}: ${Object.keys(SCENES).join(", ")}`);
  table.start(
    page,
    () => mockLine(scene),
    () => Promise.resolve(EDITION),
  );
  if (new URLSearchParams(location.search).has("lost")) {
    setTimeout(() => (table.lostAt = Date.now() - 21_000), 300);
  }
}
