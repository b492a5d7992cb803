import { expect, test } from "vitest";
import { line, option, prompt, seat, seats, view } from "../dev/fixtures";
import { SCENES } from "../dev/scenes";
import { speakGerman } from "../dev/testing";
import { reportWords } from "./market";
import { endangered, hasNotes, traders } from "./notes";
import { rings } from "./phones";
import { answersOf, isOffered, litBy } from "./prompt";
import { newestReveal } from "./sealed";
import { agrees } from "./seals";
import type { Task } from "../wire";

const shown = SCENES.holding!;
const { offers } = shown.market!;
const calm = { ...shown, offers: [], market: { ...shown.market!, offers: [], issuers: [] } };
const offered = { ...calm, market: { ...calm.market, offers } };

test("who is out trades no more, on a phone or at the table", () => {
  const gone = [seat(0, { out: true }), ...seats(3).slice(1)];
  expect(traders(view({ role: "seat", you: 0, seats: gone }))).toEqual([]);
  expect(traders(view({ seats: gone }))).toEqual([1, 2]);
});
test("an offer of shares is news by itself, and one of other people is none to this device", () => {
  expect([hasNotes(calm), hasNotes(offered)]).toEqual([false, true]);
  const theirs = { ...calm.market, offers: offers.map((offer) => ({ ...offer, options: [] })) };
  expect([calm, offered, { ...calm, market: theirs }].map(isOffered)).toEqual([false, true, false]);
});
test("who has sold the last share of their own may be taken over", () => {
  const [issuer] = shown.market!.issuers;
  const left = (count: number) => {
    const holdings = [0, 1].map((holder) => ({ holder, count: holder ? 25 - count : count }));
    return endangered({
      ...calm,
      role: "banker",
      you: null,
      market: { ...calm.market, issuers: [{ ...issuer!, seat: 0, holdings }] },
    });
  };
  expect([left(1), left(0)]).toEqual([[], [0]]);
});
test("a report that is late costs what the edition says", () => {
  speakGerman();
  const market = { ...shown.market!, late_fine: 150 };
  expect(reportWords(market, market.issuers[0]!).fine).toBe("150");
});
test("somebody who guesses codes is heard at the door as well as one who guesses the PIN", () => {
  const { join } = view();
  for (const tries of [{ wrong_pins: 1 }, { wrong_codes: 1 }])
    expect(rings(view({ join: { ...join, ...tries } }), null)).toBe(true);
  expect(rings(view({ join }), null)).toBe(false);
});
test("why not to give up is said unless the debt can be paid", () => {
  const end = option({ command: "declare_bankruptcy", seat: 0 }, { refused: "money_can_be_raised" });
  const pay = option({ command: "pay_debt", seat: 0 });
  expect(answersOf([pay, end], 0).others).toEqual([pay]);
  const short = { ...pay, refused: "not_enough_money" };
  expect(answersOf([short, end], 0).others).toEqual(expect.arrayContaining([short, end]));
});
test("all deeds that are auctioned in one lot are lit", () => {
  const { task } = SCENES.auction!.prompt!;
  const lot = { lot: "estate_lot", deeds: [1, 3, 39] } as const;
  expect(litBy(prompt({ ...task, lot } as unknown as Task, [0], []))).toEqual([1, 3, 39]);
});
test("a seal is held against the last one shown of the same round", () => {
  const { feed } = SCENES.tied!;
  const reveal = newestReveal(feed)!;
  const bid = reveal.bids.find(({ open }) => !open)!;
  const sealed = (round: number, commitment: string) =>
    line(1, "bid_sealed", { auction: reveal.auction, round, seat: bid.seat, commitment });
  const [own, other] = [sealed(reveal.round, bid.commitment), sealed(reveal.round, "0")];
  expect(agrees([other, own], reveal, bid)).toBe(true);
  expect(agrees([own, other], reveal, bid)).toBe(false);
  for (const none of [sealed(reveal.round + 1, "0"), { ...other, undone: true }])
    expect(agrees([own, none], reveal, bid)).toBe(true);
});
test("a reveal stays when what came after it is taken back", () => {
  const { feed } = SCENES.tied!;
  const later = { ...line(99, "dice_thrown", { seat: 0, faces: "1,2", source: "hub", streak: 0 }), undone: true };
  expect(newestReveal([...feed, later])).toEqual(newestReveal(feed));
});
