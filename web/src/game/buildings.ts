/** How building is laid out on a page. What may be built and what it costs, the hub says. */
import { holdings, type Holding } from "./deeds";
import type { Of } from "./prompt";
import type { Build, EditionView, FeedLine, Option, SellBuilding, SellGroup, View } from "../wire";

/** A street of a group in which a seat builds: the step up and the step down, where the hub offers them. */
export interface Street extends Holding {
  readonly up: Of<Build> | undefined;
  readonly down: Of<SellBuilding> | undefined;
}

export interface Site {
  readonly group: string;
  readonly streets: readonly Street[];
}

const isUp = (option: Option): option is Of<Build> => option.command.command === "build";
const isDown = (option: Option): option is Of<SellBuilding> => option.command.command === "sell_building";

/**
 * The groups in which the hub offers a seat to build or to sell, besides the question or (`options`) as its answer;
 * along the track.
 */
export function sites(seat: number, view: View, edition: EditionView, options: readonly Option[] = view.free): Site[] {
  const own = options.filter(({ command }) => command.seat === seat);
  const [ups, downs] = [own.filter(isUp), own.filter(isDown)];
  const groups = new Map<string, Street[]>();
  for (const holding of holdings(seat, view.deeds, edition)) {
    const up = ups.find(({ command }) => command.deed === holding.space.space);
    const down = downs.find(({ command }) => command.deed === holding.space.space);
    groups.set(holding.space.group, [...(groups.get(holding.space.group) ?? []), { ...holding, up, down }]);
  }
  return [...groups]
    .filter(([, streets]) => streets.some(({ up, down }) => up ?? down))
    .map(([group, streets]) => ({ group, streets }));
}

/**
 * What keeps all streets of a group from being built on, if it is the same for all: said once instead of on each row.
 */
export function common({ streets }: Site): Option | null {
  const ups = streets.flatMap(({ up }) => up ?? []);
  const same = (one: Option) =>
    one.refused === ups[0]!.refused && JSON.stringify(one.details) === JSON.stringify(ups[0]!.details);
  return ups.length > 1 && ups[0]!.refused !== null && ups.every(same) ? ups[0]! : null;
}

/** The options of a street that are refused, without what was said for the whole group. */
export function refusedOn({ up, down }: Street, said: Option | null): Option[] {
  const refused = [up, down].flatMap((option) => (option && option.refused !== null ? [option as Option] : []));
  return refused.filter((option) => said === null || option !== up);
}

/** What the next step up costs, where there is one that is not refused. */
export const nextCost = ({ streets }: Site): number | null =>
  streets.find(({ up }) => up && up.refused === null)?.up?.cost ?? null;

/** The next step up for a seat, in one group or anywhere: where least stands, of those the cheapest, then the last one. */
export function nextStep(seat: number, view: View, edition: EditionView, group?: string): Street | undefined {
  const open = sites(seat, view, edition)
    .filter((site) => group === undefined || site.group === group)
    .flatMap(({ streets }) => streets.filter(({ up }) => up?.refused === null));
  const rank = ({ deed, up }: Street) => [deed.stage, up!.cost, -deed.deed] as const;
  const before = (one: Street, other: Street): number => {
    const [mine, theirs] = [rank(one), rank(other)];
    return mine[0] - theirs[0] || mine[1] - theirs[1] || mine[2] - theirs[2];
  };
  return open.sort(before)[0];
}

/** What a seat has paid for buildings in this turn, sales taken off; null once the feed no longer reaches back. */
export function spent(feed: readonly FeedLine[], seat: number): number | null {
  const cost = ({ args }: FeedLine): number => {
    if (args.purpose === "building" && args.payer === seat) return Number(args.amount);
    return args.purpose === "building_sale" && args.payee === seat ? -Number(args.amount) : 0;
  };
  const after = (sum: number | null, line: FeedLine): number | null =>
    line.key === "turn_began" ? 0 : sum === null ? null : sum + cost(line);
  return feed.filter(({ undone }) => !undone).reduce(after, null);
}

/** Whole groups that could be cleared to pay a debt. */
export const clearings = (free: readonly Option[], seat: number): Of<SellGroup>[] =>
  free.filter(
    (option): option is Of<SellGroup> => option.command.command === "sell_group" && option.command.seat === seat,
  );
