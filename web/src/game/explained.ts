import { change, money } from "../text/words.svelte";
import type { Option } from "../wire";

/** In which section of the rule sheet one reads what an amount was calculated from; the first that fits. */
const SECTIONS: readonly (readonly [section: string, formulas: RegExp])[] = [
  ["start", /^start_money/],
  ["turn", /^salary/],
  ["shares", /^(share_|guide_price|late_report|dividend|takeover)/],
  ["rent", /^rent_/],
  ["build", /^building/],
  ["jail", /^(bail|protection|trade_protection)/],
  ["spaces", /^(card_|gift|tax|risk_|pot)/],
  ["debts", /^(mortgage|redemption|credit|repayment|estate)/],
];

/** A section of the rule sheet (`hub/table/views/rule_sheet.py`). */
export const sectionOf = (formula: string): string =>
  SECTIONS.find(([, formulas]) => formulas.test(formula))?.[0] ?? "deeds";

/** What a command costs or brings in all. */
export function amountText({ command, cost }: Option): string {
  const amount = cost * ("amount" in command ? command.amount : 1);
  return amount > 0 ? money(amount) : change(-amount);
}
