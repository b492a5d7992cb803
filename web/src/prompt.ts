/** How the options of a prompt are laid out. What may be done is the hub's word; only order and emphasis are ours. */
import type { Option, PlaceBid, PlaceBuilding, PromptView, SeatCommand, Task, Throw, WantBuildings } from "./wire";

export type Of<C extends SeatCommand> = Option & { command: C };

export interface Answers {
  readonly throwing: Of<Throw> | undefined;
  readonly bidding: Of<PlaceBid> | undefined;
  readonly passing: Option | undefined;
  readonly wanting: Of<WantBuildings> | undefined;
  /** Where a building may be put. */
  readonly placing: readonly Of<PlaceBuilding>[];
  /** All others, the primary one last: it sits where the thumb is. */
  readonly others: readonly Option[];
}

const WEIGHT: Record<Option["role"], number> = { extra: 0, cancel: 1, dice: 2, ok: 2 };

/** The seats this viewer may answer for, in the order asked. */
export const speakers = (options: readonly Option[]): number[] => [...new Set(options.map(({ command }) => command.seat))];

const isPlacing = (option: Option): option is Of<PlaceBuilding> => option.command.command === "place_building";

export function answersOf(options: readonly Option[], seat: number): Answers {
  const own = options.filter(({ command }) => command.seat === seat);
  const bidding = own.find((option): option is Of<PlaceBid> => option.command.command === "place_bid");
  const passing = bidding && own.find(({ command }) => command.command === "pass_bid");
  const throwing = own.find((option): option is Of<Throw> => option.command.command === "throw");
  const wanting = own.find((option): option is Of<WantBuildings> => option.command.command === "want_buildings");
  const placing = own.filter(isPlacing);
  const taken: (Option | undefined)[] = [bidding, passing, throwing, wanting, ...placing];
  const others = own.filter((option) => !taken.includes(option)).sort((a, b) => WEIGHT[a.role] - WEIGHT[b.role]);
  return { throwing, bidding, passing, wanting, placing, others };
}

export const isPrimary = ({ role }: Option): boolean => role === "ok" || role === "dice";

/** What ends a player's game is held down, not tapped. */
export const isFinal = ({ command }: Option): boolean => command.command === "declare_bankruptcy";

/** The space a question is about, to be lit on the track. */
export function focusOf(task: Task | null | undefined): number | null {
  switch (task?.task) {
    case "advance_pending":
      return task.space;
    case "buy_pending":
    case "rent_throw_pending":
    case "mortgage_choice_pending":
      return task.deed;
    case "auction_running":
    case "sealed_auction_running":
      return task.lot.lot === "deed_lot" ? task.lot.deed : null;
    default:
      return null;
  }
}

/** The spaces to be lit on the track: what the question is about, or those among which to choose. */
export function litBy(prompt: PromptView | null): number[] {
  const focus = focusOf(prompt?.task);
  if (focus !== null) return [focus];
  if (prompt?.task.task === "auction_running" && prompt.task.lot.lot === "estate_lot") return [...prompt.task.lot.deeds];
  return (prompt?.options ?? []).filter(isPlacing).map(({ command }) => command.deed);
}

/** The option that a tap on a space of the track stands for. */
export const placingAt = (prompt: PromptView | null, space: number): Of<PlaceBuilding> | undefined =>
  prompt?.options.filter(isPlacing).find(({ command, refused }) => command.deed === space && refused === null);

/** The deed whose card helps to answer. */
export const deedOf = (task: Task): number | null =>
  ["buy_pending", "auction_running", "sealed_auction_running", "mortgage_choice_pending"].includes(task.task) ? focusOf(task) : null;
