import { expect, test } from "vitest";
import { sectionOf } from "./explained";
import en from "../locales/en.json";
import sheet from "../locales/sheet.en.json";

/** What calculates nothing, or is said instead. */
const NOT_OF_A_RULE = /^(correction|unknown|open|why|ask|later|.*\..*)$/;
const FORMULAS = Object.keys(en)
  .filter((key) => key.startsWith("explanation."))
  .map((key) => key.slice("explanation.".length))
  .filter((formula) => !NOT_OF_A_RULE.test(formula));

test.each(FORMULAS)("an amount is read up on in a section that the rule sheet has: %s", (formula) =>
  expect(sheet).toHaveProperty([`sheet.section.${sectionOf(formula)}`]),
);
const UNDER = [
  ["deeds", "purchase auction commission deed_sale auction_bid private_bid failed_auction trade"],
  ["rent", "rent_street rent_station rent_utility rent_utility_card"],
  ["build", "building building_sale building_auction"],
  ["jail", "bail protection trade_protection"],
  ["start", "start_money"],
  ["turn", "salary"],
  ["spaces", "card_collect card_collect_each card_pay card_pay_each card_per_stage card_repairs card_great_repairs"],
  ["spaces", "gift tax risk_gain risk_loss pot"],
  ["debts", "mortgage redemption mortgage_interest credit repayment estate estate_auction"],
  ["shares", "share_trade share_sale share_purchase guide_price late_report dividend takeover"],
] as const;

test("it is said of every formula where it is explained", () => {
  const said = UNDER.flatMap(([, formulas]) => formulas.split(" "));
  expect([...said].sort(), "name it in UNDER, and in SECTIONS of explained.ts").toEqual([...FORMULAS].sort());
});
test.each(UNDER)("what is explained under %s: %s", (section, formulas) => {
  for (const formula of formulas.split(" ")) expect([formula, sectionOf(formula)]).toEqual([formula, section]);
});
