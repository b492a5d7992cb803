/** Trades that are offered: what they make of groups, and which have lapsed. */
import { concerns } from "./concerns";
import { share } from "./groups";
import { groupName } from "../text/sentences";
import { t } from "../text/words.svelte";
import type { Bundle, EditionView, FeedLine, View } from "../wire";

export const isEmpty = ({ money, deeds, release_cards }: Bundle): boolean =>
  !money && !deeds.length && !release_cards.length;

export interface Lot {
  readonly group: string;
  /** Of a whole group its name, else those of its deeds. */
  readonly name: string;
  /** How many of the group whoever gets them has then, and how many there are. */
  readonly have: number;
  readonly all: number;
  /** The same as a sentence. */
  readonly said: string;
}

/** The deeds that go `to` somebody in a trade, those of a group together; `back` is what they give for them. */
export function lots({ deeds }: Bundle, to: number, back: Bundle, view: View, edition: EditionView | null): Lot[] {
  if (!edition) return [];
  const after = view.deeds
    .filter(({ deed }) => !back.deeds.includes(deed))
    .map((one) => (deeds.includes(one.deed) ? { ...one, owner: to } : one));
  const gained = edition.spaces.filter(({ space }) => deeds.includes(space));
  return [...new Set(gained.map(({ group }) => group))].map((group) => {
    const part = share(group, to, after, edition);
    const names = gained.filter((space) => space.group === group).map(({ name }) => name);
    const name = names.length === part.all ? groupName(group) : names.join(", ");
    const said = t("trade.makes", { group: groupName(group), name: view.seats[to]?.name ?? "?", ...part });
    return { group, name, ...part, said };
  });
}

/**
 * The offers of this turn that ended because what they name has changed, for those they concern; the banker hears of
 * all.
 */
export function justLapsed({ feed, you }: View): FeedLine[] {
  const since = feed.map(({ key }) => key).lastIndexOf("turn_began");
  const lapsed = feed
    .slice(since + 1)
    .filter((line) => line.key === "trade_closed" && line.args.how === "lapsed" && !line.undone);
  return lapsed.filter((line) => you === null || concerns(line, you));
}
