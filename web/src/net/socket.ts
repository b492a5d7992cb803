/**
 * The real line: Socket.IO over a WebSocket, or over plain requests where a browser refuses that. The key is read again
 * at every reconnect.
 */
import { io } from "socket.io-client";
import { at } from "./base";
import type { Line } from "./net";
import type { Fallback } from "./fallback";

/** An attempt that began less than this ago may still succeed. */
const PATIENCE_MS = 2000;
/** No page of another origin can send this unasked (hub/server/transport/polling.py). */
const OURS = { "X-Bankhalter": "polling" };

export function openLine(key: () => string | null): Line {
  let fallback: Fallback | undefined;
  const socket = io({
    path: at("/socket.io"),
    transports: ["websocket"],
    extraHeaders: OURS,
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 2000,
    timeout: 5000,
    auth: (give) => give({ key: key() ?? undefined }),
  });
  let triedAt = Date.now();
  let shut: (shut: boolean) => void = () => undefined;
  socket.io.on("reconnect_attempt", () => (triedAt = Date.now()));
  socket.on("connect", () => (fallback?.forget(), shut(false)));
  socket.on("connect_error", async () => {
    if (!(await answers())) return (fallback?.forget(), shut(false));
    const { Polling, Fallback } = await import("./polling");
    fallback ??= new Fallback(location.protocol === "https:");
    fallback.refused();
    shut(fallback.shut);
    socket.io.opts.transports = fallback.transport === "polling" ? [Polling] : [fallback.transport];
  });
  return {
    get connected() {
      return socket.connected;
    },
    on: (event, listener) => socket.on(event, listener as (...args: unknown[]) => void),
    emit: (event, ...args) => socket.emit(event, ...args),
    connect: () => {
      if (socket.connected || (socket.io._readyState === "opening" && Date.now() - triedAt < PATIENCE_MS)) return;
      // Alone, `connect` would leave a retry that waits for its timer to wait on.
      socket.disconnect().connect();
    },
    restart: () => socket.io.engine.close(),
    onTraffic: (listener) => {
      socket.io.on("ping", listener);
      socket.onAny(listener);
      socket.on("connect", listener);
    },
    onShut: (listener) => (shut = listener),
  };
}

/** Whether the hub answers, even if no connection can be opened. */
const answers = (): Promise<boolean> =>
  fetch(at("/healthz")).then(
    ({ ok }) => ok,
    () => false,
  );
