/** What has happened in a game, part by part. */
import { askJson, type Answered } from "./ask";
import { storedKey } from "./keys";
import type { RetellingView } from "../wire";

/** Steps of a game that are asked for together. */
const PART = 100;

/** The part of the way that leads to a step, as the person with this device may see it. */
export const fetchPart = (step: number): Promise<Answered<RetellingView>> =>
  askJson(
    `/api/retelling?first=${Math.max(0, Math.floor((step - 1) / PART) * PART)}`,
    storedKey("seat") ?? storedKey("banker"),
  );
