/** What a page does without a WebSocket: plain requests. Loaded only then, to keep the first load small. */
export { Fetch as Polling } from "engine.io-client";
export { Fallback } from "./fallback";
