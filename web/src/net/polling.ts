/** The line made of plain requests; fetched where it is needed, so that no first load carries it. */
export { Fetch as Polling } from "engine.io-client";
