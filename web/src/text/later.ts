/**
 * Texts that no page begins with, by the first word of their key: built into a file of their own, which is fetched once
 * the page stands. Windows that are opened, other pages, questions that few games put, why something is refused, and
 * what an edition calls differently.
 */
const LATER = [
  "advice",
  "amount",
  "award",
  "build",
  "can",
  "confirm",
  "correct",
  "credit",
  "device",
  "dice",
  "euronopoly",
  "evening",
  "explanation",
  "export",
  "going",
  "hall",
  "house_rule",
  "laboratory",
  "length",
  "market",
  "maximum",
  "mega",
  "moment",
  "mpmp",
  "no_auctions",
  "notice",
  "outlook",
  "pause",
  "phone",
  "phones",
  "print",
  "raise",
  "reason",
  "rebuild",
  "remote",
  "rent_requests",
  "retell",
  "risk",
  "sealed",
  "sit",
  "stickers",
  "sums",
  "then",
  "tour",
  "trade",
  "want",
  "wayout",
];

export const isLater = (key: string): boolean => LATER.includes(key.split(".")[0]!);

/** Where that file is, next to the one with the other texts. */
export const laterOf = (address: string): string => address.replace(/\.json$/, ".later.json");
