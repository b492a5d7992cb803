/** The real line: Socket.IO over WebSocket only. The key is read again at every reconnect. */
import { io } from "socket.io-client";
import { at } from "./base";
import type { Line } from "./net";

/** A try that began less than this ago may still succeed. */
const PATIENCE_MS = 2000;

export function openLine(key: () => string | null): Line {
  const socket = io({
    path: at("/socket.io"),
    transports: ["websocket"],
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 2000,
    timeout: 5000,
    auth: (give) => give({ key: key() ?? undefined }),
  });
  let triedAt = Date.now();
  socket.io.on("reconnect_attempt", () => (triedAt = Date.now()));
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
  };
}
