/** A secret maximum in an open auction: what one's own seat may do about it. Loaded with the question. */
import type { Of } from "./prompt";
import type { Option, SetMaximum } from "../wire";

/** Naming one, or another one. */
export const naming = (free: readonly Option[], seat: number): Of<SetMaximum> | undefined =>
  free.find(
    (option): option is Of<SetMaximum> => option.command.command === "set_maximum" && option.command.seat === seat,
  );

/** Bidding by oneself again, if there is one. */
export const dropping = (free: readonly Option[], seat: number): Option | undefined =>
  free.find(({ command }) => command.command === "take_back_maximum" && command.seat === seat);
