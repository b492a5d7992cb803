/** How the options of a prompt are laid out. What may be done is the hub's word; only order and emphasis are ours. */
import type {
  Build,
  ChooseSpace,
  Option,
  PlaceBid,
  PlaceBuilding,
  PromptView,
  SeatCommand,
  Task,
  Throw,
  UseTicket,
  View,
  WantBuildings,
} from "../wire";

export type Of<C extends SeatCommand> = Option & { command: C };

/** What a space is chosen for. */
export type Going = ChooseSpace | UseTicket;

export interface Answers {
  readonly throwing: Of<Throw> | undefined;
  /** Whether it is one throw more, and the turn might end instead. */
  readonly again: boolean;
  readonly bidding: Of<PlaceBid> | undefined;
  readonly passing: Option | undefined;
  readonly wanting: Of<WantBuildings> | undefined;
  /** Where a player who stands there may build. */
  readonly building: readonly Of<Build>[];
  /** Where a building may be put. */
  readonly placing: readonly Of<PlaceBuilding>[];
  /** Where to go, or which deed to choose. */
  readonly going: readonly Of<Going>[];
  /** All others, the likeliest one last: it sits where the thumb is. */
  readonly others: readonly Option[];
  /** The one gold button: the likeliest answer that can be given. */
  readonly gold: Option | undefined;
}

const WEIGHT: Record<Option["role"], number> = { extra: 0, cancel: 1, dice: 2, ok: 2 };

/** The seats for which this viewer may answer, in the order in which they are asked. */
export const answerers = (options: readonly Option[]): number[] => [
  ...new Set(options.map(({ command }) => command.seat)),
];

const isPlacing = (option: Option): option is Of<PlaceBuilding> => option.command.command === "place_building";

const isBuilding = (option: Option): option is Of<Build> => option.command.command === "build";

export const isGoing = (option: Option): option is Of<Going> =>
  option.command.command === "choose_space" || option.command.command === "use_ticket";

/** What nobody needs to read: a card that is not there, and why not to give up with the money in hand. */
const isVain = ({ command, refused }: Option, own: readonly Option[]): boolean =>
  refused === "no_release_card" ||
  (refused === "money_can_be_raised" &&
    command.command === "declare_bankruptcy" &&
    own.some((other) => other.command.command === "pay_debt" && other.refused === null));

/** What a seat may answer; nothing if no seat is chosen. */
export function answersOf(options: readonly Option[], seat: number | null): Answers {
  const own = options.filter(({ command }) => command.seat === seat);
  const bidding = own.find((option): option is Of<PlaceBid> => option.command.command === "place_bid");
  const passing = bidding && own.find(({ command }) => command.command === "pass_bid");
  const throwing = own.find((option): option is Of<Throw> => option.command.command === "throw");
  const again = own.some(({ command }) => command.command === "end_turn");
  const wanting = own.find((option): option is Of<WantBuildings> => option.command.command === "want_buildings");
  const building = own.filter(isBuilding);
  const placing = own.filter(isPlacing);
  const going = own.filter(isGoing);
  const taken: (Option | undefined)[] = [bidding, passing, throwing, wanting, ...building, ...placing, ...going];
  const others = own
    .filter((option) => !taken.includes(option) && !isVain(option, own))
    .sort((a, b) => WEIGHT[a.role] - WEIGHT[b.role]);
  const open = own.filter((option) => option.refused === null && !isFinal(option));
  const gold = ["dice", "ok"].map((likely) => open.find(({ role }) => role === likely)).find(Boolean) ?? open[0];
  return { throwing, again, bidding, passing, wanting, building, placing, going, others, gold };
}

/** Whether this device is asked: then nothing else on it is gold. */
export const isAsked = ({ prompt }: View): boolean => (prompt?.options.length ?? 0) > 0;

const offered = ({ offers, market }: View): Option[] =>
  [...offers, ...(market?.offers ?? [])].flatMap(({ options }) => [...options]);

/** Whether anything is offered to this device, or by it. */
export const isOffered = (view: View): boolean => offered(view).length > 0;

export const accepts = ({ command }: Option): boolean => command.command.startsWith("accept_");

/** What accepts the first of the offers that this device may accept. */
export const acceptable = (view: View): Option | undefined => offered(view).find(accepts);

/** Buttons that end a player's game have to be held down. */
export const isFinal = ({ command }: Option): boolean => command.command === "declare_bankruptcy";

/** The space a question is about, to be lit on the track. */
export function focusOf(task: Task | null | undefined): number | null {
  switch (task?.task) {
    case "advance_pending":
      return task.space;
    case "buy_pending":
    case "rent_throw_pending":
    case "mortgage_choice_pending":
    case "catch_up_pending":
      return task.deed;
    case "auction_running":
    case "sealed_auction_running":
      return task.lot.lot === "deed_lot" ? task.lot.deed : null;
    default:
      return null;
  }
}

/** The options that a tap on a space of the track stands for; a ride instead of a throw only while one is `riding`. */
const picks = (prompt: PromptView | null, riding: boolean): [number, Option][] =>
  (prompt?.options ?? []).flatMap((option): [number, Option][] => {
    if (isPlacing(option) || isBuilding(option)) return [[option.command.deed, option]];
    const open = isGoing(option) && (riding || prompt?.task.task !== "throw_pending");
    return open ? [[option.command.space, option]] : [];
  });

const AUCTIONS: readonly string[] = ["auction_running", "sealed_auction_running"];
/** Whether it takes the whole stage, and the track gives way. */
export const isWhole = (prompt: PromptView | null): boolean => AUCTIONS.includes(prompt?.task.task ?? "");

/** The spaces to be lit on the track: what the question is about, or those among which to choose. */
export function litBy(prompt: PromptView | null, riding = false): number[] {
  const focus = focusOf(prompt?.task);
  if (focus !== null) return [focus];
  if (prompt?.task.task === "auction_running" && prompt.task.lot.lot === "estate_lot")
    return [...prompt.task.lot.deeds];
  return picks(prompt, riding).map(([space]) => space);
}

/** The option that a tap on a space of the track stands for. */
export const pickAt = (prompt: PromptView | null, space: number, riding = false): Option | undefined =>
  picks(prompt, riding).find(([at, { refused }]) => at === space && refused === null)?.[1];

/** The deed whose card helps to answer. */
export const deedOf = (task: Task): number | null =>
  ["buy_pending", "auction_running", "sealed_auction_running", "mortgage_choice_pending"].includes(task.task)
    ? focusOf(task)
    : null;
