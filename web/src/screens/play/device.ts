/** What this page calls itself where it asks for a seat; said to the hub alone, so that nobody else has that seat. */
import { newId } from "../../net/net";

export const DEVICE = newId();
