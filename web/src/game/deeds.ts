/** Deeds in the order people sort them on the table: by group along the track. */
import type { Of } from "./prompt";
import type { AuctionDeed, DeedView, EditionView, Option, SpaceView, View } from "../wire";

export interface Holding {
  readonly deed: DeedView;
  readonly space: SpaceView;
}

/** What a seat owns, groups together, in track order of each group's first deed. */
export function holdings(seat: number, deeds: readonly DeedView[], edition: EditionView): Holding[] {
  const first = new Map<string, number>();
  for (const space of edition.spaces) if (space.group && !first.has(space.group)) first.set(space.group, space.space);
  const order = (space: SpaceView) => (first.get(space.group) ?? 0) * edition.spaces.length + space.space;
  return deeds
    .filter((deed) => deed.owner === seat)
    .map((deed) => ({ deed, space: edition.spaces[deed.deed]! }))
    .sort((a, b) => order(a.space) - order(b.space));
}

/**
 * Building is laid out by groups (see `buildings.ts`), an auction asks for a price first, rents and remote purchases
 * have their own place.
 */
const ELSEWHERE = ["build", "sell_building", "auction_deed", "ask_rent", "buy_remote"];

const concerns = ({ command }: Option, seat: number, deed: number): boolean =>
  command.seat === seat && "deed" in command && command.deed === deed;

/** The free options that concern one deed and want no more than a tap. */
export const optionsFor = (free: readonly Option[], seat: number, deed: number): Option[] =>
  free.filter((option) => concerns(option, seat, deed) && !ELSEWHERE.includes(option.command.command));

const PRINTED = { buy: "price", mortgage: "mortgage", build: "house_price" } as const;

/** Whether an amount stands just so on a title deed: then there is nothing to explain. */
export function isPrinted({ command, cost }: Option, { prompt }: View, { spaces }: EditionView): boolean {
  if (!(command.command in PRINTED)) return false;
  const about = "deed" in command ? command : prompt!.task;
  const field = PRINTED[command.command as keyof typeof PRINTED];
  return "deed" in about && spaces[Number(about.deed)]?.[field] === Math.abs(cost);
}

/** The option to put a deed up for sealed bids. */
export const puttingUp = (free: readonly Option[], seat: number, deed: number): Of<AuctionDeed> | undefined =>
  free.find(
    (option): option is Of<AuctionDeed> => option.command.command === "auction_deed" && concerns(option, seat, deed),
  );
