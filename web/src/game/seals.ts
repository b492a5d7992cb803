/** Whether the seals of revealed bids are right: anybody can compute this, and here the page does. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Reveal, RevealedBid } from "./sealed";
import type { FeedLine } from "../wire";

/** SHA-256 of a text as 64 hexadecimal digits; pages that come over plain http have no `crypto.subtle`. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The seal of a bid, which anybody can compute. */
export const sealOf = (bid: RevealedBid, auction: number, round: number): string =>
  sha256Hex([bid.nonce, bid.amount, bid.seat, auction, round].join(":"));

/**
 * Whether a bid is the one that was sealed: it makes the seal of the reveal, and the feed, as far as it reaches back,
 * showed this very seal when the bid was made; of several the last, for bids may be taken back.
 */
export function agrees(feed: readonly FeedLine[], { auction, round }: Reveal, bid: RevealedBid): boolean {
  if (bid.open) return bid.amount === 0;
  const shown = feed
    .filter(({ key, undone, args }) => {
      const same = args.auction === auction && args.round === round && args.seat === bid.seat;
      return key === "bid_sealed" && !undone && same;
    })
    .pop();
  return sealOf(bid, auction, round) === bid.commitment && (!shown || shown.args.commitment === bid.commitment);
}

/** The winner of a draw among equals: all nonces decide, so nobody could know before. */
export function drawnSeat({ bids, leaders }: Reveal): number {
  const number = BigInt("0x" + sha256Hex(bids.map(({ nonce }) => nonce).join(":")));
  return leaders[Number(number % BigInt(leaders.length))]!;
}
