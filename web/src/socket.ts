/** The real line: Socket.IO over WebSocket only. The key is asked for anew at every reconnect. */
import { io } from "socket.io-client";
import type { Line } from "./net";

export function openLine(key: () => string | null): Line {
  const socket = io({
    transports: ["websocket"],
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 2000,
    timeout: 5000,
    auth: (give) => give({ key: key() ?? undefined }),
  });
  return {
    get connected() {
      return socket.connected;
    },
    on: (event, listener) => socket.on(event, listener as (...args: unknown[]) => void),
    emit: (event, ...args) => socket.emit(event, ...args),
    // Alone, `connect` would leave a retry that waits for its timer to wait on.
    connect: () => (socket.connected ? socket : socket.disconnect().connect()),
    restart: () => socket.io.engine.close(),
    onTraffic: (listener) => {
      socket.io.on("ping", listener);
      socket.onAny(listener);
      socket.on("connect", listener);
    },
  };
}
