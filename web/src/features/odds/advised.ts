/** The answers that advice compares, in words: what the button says, and about what. */
import { money } from "../../text/money";
import { bundleText, commandKey, groupName, inWords, seatName, spaceName } from "../../text/sentences";
import { t } from "../../text/words.svelte";
import type { Scene } from "../../text/sentences";
import type { SeatCommand } from "../../wire";

export function answerText(scene: Scene, command: SeatCommand): string {
  if (command.command === "offer_trade") {
    const words = ({ money, deeds, release_cards }: typeof command.give) =>
      bundleText(scene, money, deeds, release_cards);
    return t("advice.offer", {
      to: seatName(scene, command.to),
      give: words(command.give),
      take: words(command.take),
    });
  }
  return [t(inWords(scene.view, commandKey(command))), ...about(scene, command)].join(" · ");
}

/** The deed, the space, the group or the amount that a command names. */
function about(scene: Scene, command: SeatCommand): string[] {
  const named = command as SeatCommand & { deed?: number; space?: number; group?: string; amount?: number };
  const place = named.deed ?? named.space;
  const counts = command.command === "want_buildings" || command.command.endsWith("_shares");
  return [
    ...(place === undefined ? [] : [spaceName(scene, place)]),
    ...(named.group === undefined ? [] : [groupName(named.group)]),
    ...(named.amount === undefined ? [] : [counts ? String(named.amount) : money(named.amount)]),
  ];
}
