/** The transports that the built pages know; stands in for the client's own list (see vite.config.ts). */
import { WebSocket } from "engine.io-client";

export const transports = {
  /** Asked for late: this module and the client import each other. */
  get websocket() {
    return WebSocket;
  },
};
