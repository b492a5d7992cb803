/** The story of the evening as the hub sends it, and how its figures are shown. */
import { askJson, type Answered } from "../../net/ask";
import { COLOURS, SHAPES } from "../../geometry/seats";
import { lineText, lotName, type Scene } from "../../text/sentences";
import { change, money, t } from "../../text/words.svelte";
import type { Turn } from "../../state/features";
import type { DieView, EveningView, SaleView, SeatView, SpaceRentView } from "../../wire";

/** That of the game at the table, or of an earlier one. */
export const fetchEvening = (game?: string | null): Promise<Answered<EveningView>> =>
  askJson(game ? `/api/evening?game=${encodeURIComponent(game)}` : "/api/evening");

/** Those who played a game that is no longer at the table, with the pieces that were free first. */
export const seatsOf = ({ names }: EveningView): SeatView[] =>
  names.map((name, seat) => ({ seat, name, colour: COLOURS[seat], shape: SHAPES[seat] }) as SeatView);

/** How long it took, in hours, turns and throws. */
export function numbersText(evening: EveningView): string {
  const { hours, minutes } = lasted(evening);
  const { turns, throws } = evening;
  return t(hours ? "evening.numbers" : "evening.numbers.short", { hours, minutes, turns, throws });
}

/** How warm each space is: five levels and none, the warmest for what earned most. */
export const HEATS = 5;
export function heats(rents: readonly SpaceRentView[]): Map<number, number> {
  const most = Math.max(0, ...rents.map(({ rent }) => rent));
  return new Map(rents.map(({ space, rent }) => [space, rent > 0 ? Math.ceil((HEATS * rent) / most) : 0]));
}

/** What earned rent, the most first. */
export const earners = (rents: readonly SpaceRentView[]): SpaceRentView[] =>
  rents.filter(({ rent }) => rent > 0).sort((a, b) => b.rent - a.rent);

/** What each of the sums from 2 to 12 should come to in so many throws of two honest dice. */
export const expectedSums = (throws: number): number[] =>
  Array.from({ length: 11 }, (_, i) => (throws * (6 - Math.abs(i - 5))) / 36);

/** The faces of a die that show the same, counted together: a speed die has two or three of some symbols. */
export function faceCounts({ printed, counts }: DieView): { shown: string; count: number; faces: number }[] {
  const found = new Map<string, { shown: string; count: number; faces: number }>();
  printed.forEach((shown, i) => {
    const before = found.get(shown) ?? { shown, count: 0, faces: 0 };
    found.set(shown, { shown, count: before.count + (counts[i] ?? 0), faces: before.faces + 1 });
  });
  return [...found.values()];
}

export const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** How an auction ended, with what it cost beside the printed price. */
export function endedText({ names }: EveningView, { outcome, winner, price, printed }: SaleView): string {
  if (outcome !== "sold") return t(`evening.sale.${outcome}`);
  const difference = printed ? price - printed : 0;
  return t(difference ? "evening.sale.sold.printed" : "evening.sale.sold", {
    name: names[winner] ?? "?",
    price: money(price),
    difference: change(difference),
  });
}

/** What made anybody richer or poorer the most at once, rents and auctions, as what turned the game. */
export function leaps(evening: EveningView, scene: Scene): Turn[] {
  const rents = evening.biggest.map(({ turn, payer, payee, amount, deed }) => ({
    turn,
    seat: payee < 0 ? payer : payee,
    size: amount,
    text: lineText(scene, {
      ...scene.view.feed[0]!,
      key: "money_moved",
      args: { payer, payee, amount, purpose: "rent_street", deed, base: amount, stage: 0, factor: 1 },
    }),
  }));
  const sales = evening.sales
    .filter(({ outcome, lot }) => outcome === "sold" && lot.lot === "deed_lot")
    .map((sale) => ({
      turn: sale.turn,
      seat: sale.winner,
      size: Math.abs(sale.price - sale.printed),
      text: `${lotName(scene, sale.lot)}: ${endedText(evening, sale)}.`,
    }));
  return [...rents, ...sales].sort((one, other) => other.size - one.size);
}

/** `2 Std. 14 Min.`, as hours and minutes. */
export function lasted({ started_ms, ended_ms }: EveningView): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round((ended_ms - started_ms) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
