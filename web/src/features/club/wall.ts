/** The wall page of a club: what is shown of a table, to be read from afar. */
import { boardName } from "../../text/boards";
import { listed } from "../../text/i18n";
import { money, t } from "../../text/words.svelte";
import type { AuctionStatus, TableStatus, WallTable, WallView } from "../../wire";

const MINUTE_MS = 60_000;

/** The tables that want help, the longest waiting first. */
export const wanting = ({ tables }: WallView): readonly WallTable[] =>
  tables
    .filter(({ status }) => status?.help_ms)
    .sort((one, other) => (one.status?.help_ms ?? 0) - (other.status?.help_ms ?? 0));

/** For how long, by the clock of this device; clocks differ, so never less than nothing. */
export function waitingText(status: TableStatus, now: number): string {
  const minutes = Math.max(0, Math.floor((now - status.help_ms) / MINUTE_MS));
  return minutes ? t("club.wall.help.since", { minutes }) : t("club.wall.help.now");
}

export const editionText = (edition: string): string => (edition ? boardName(edition) : t("club.league.all"));

/** Who leads, or has won; empty while nobody plays. */
export function leaderText({ phase, leaders }: TableStatus): string {
  const [name] = leaders;
  if (name === undefined) return "";
  if (phase === "over") return t("club.wall.won", { name });
  return leaders.length > 1 ? t("club.wall.level", { names: listed([...leaders]) }) : t("club.wall.leads", { name });
}

export const auctionText = (auction: AuctionStatus): string => t("club.wall.auction", { lot: lotText(auction) });

/** The bids, as far as everybody may know them. */
export function bidText({ sealed, leader, high }: AuctionStatus): string {
  if (sealed) return t("club.wall.sealed");
  return leader ? t("club.wall.bid", { name: leader, amount: money(high) }) : t("club.wall.no_bid");
}

function lotText({ lot, name, building }: AuctionStatus): string {
  if (lot === "building_lot") return t(`building.one.${building}`);
  if (lot === "estate_lot") return t("lot.estate");
  if (lot === "shares_lot") return t("club.wall.shares");
  return name || t("club.wall.deed");
}
