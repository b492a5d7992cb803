/** What a table shows that knows how the game may end. */
import { playing, throwing } from "../../dev/playing";
import { SCENES } from "../../dev/scenes";
import type { LengthView, OutlookView, View } from "../../wire";

export const LENGTH: LengthView = {
  minutes: 97,
  minutes_least: 74,
  minutes_most: 131,
  short: [5, 10, 15, 20, 25, 30].map((rounds) => ({ rounds, minutes: rounds * 3 })),
};

export const LOBBY: View = { ...SCENES.lobby!, length: LENGTH };

export const FOUND: OutlookView = {
  odds: [0.512, 0.304, 0.184, 0],
  low: [0.48, 0.27, 0.16, 0],
  high: [0.54, 0.33, 0.21, 0.004],
  minutes_left: 42,
  minutes_least: 9,
  minutes_most: 78,
  played_on: false,
};

export const FORESEEN: View = playing({ prompt: throwing(0), outlook: FOUND });
