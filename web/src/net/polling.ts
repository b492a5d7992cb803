/** What a page does that gets no WebSocket, and the line of plain requests; fetched then, so that no first load has it. */
export { Fetch as Polling } from "engine.io-client";
export { Ways } from "./ways";
