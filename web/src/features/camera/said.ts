/** The one sentence about what is wrong with a picture. */
import type { SightView } from "../../wire";

/** What has to be put right first comes first. */
const ORDER: readonly SightView["problems"][number][] = [
  "unreadable",
  "too_dark",
  "no_board",
  "corner_hidden",
  "cut_off",
  "moved",
  "crooked",
  "glare",
  "too_small",
  "dice_small",
];

/** The key of the sentence; without any trouble the picture is good. */
export function saidOf(sight: SightView | null): string {
  if (!sight) return "camera.waiting";
  const problem = ORDER.find((one) => sight.problems.includes(one));
  return problem ? `camera.${problem}` : "camera.good";
}

/** How full the bar is: full, and green, is near enough. */
export const near = (sight: SightView): number => Math.min(1, 1 / Math.max(sight.closer, 0.01));
