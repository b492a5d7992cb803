/** Whom a line of the history is about: everybody who is named in it. */
import { numbersOf } from "../text/lists";
import type { FeedLine } from "../wire";

const ONE = [
  "seat",
  "to",
  "payer",
  "payee",
  "source",
  "target",
  "creditor",
  "debtor",
  "issuer",
  "visitor",
  "seller",
  "heir",
];
const MANY = ["seats", "holders"];

export const concerns = ({ key, args }: FeedLine, seat: number): boolean =>
  (key !== "game_started" && MANY.some((name) => numbersOf(args[name]).includes(seat))) ||
  ONE.some((name) => args[name] === seat);
