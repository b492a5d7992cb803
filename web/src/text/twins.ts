/** Spaces that are called alike, such as those where a card is drawn: which of them is meant. */
import { spaceName, type Scene } from "./sentences";
import { t } from "./i18n";
import type { SpaceView } from "../wire";

/** `nach Elisenstraße`, or an empty string where the name says enough. */
export function afterText(spaces: readonly SpaceView[], { space, name }: SpaceView): string {
  const before = spaces.find((one) => one.space === space - 1) ?? spaces.at(-1)!;
  const alike = spaces.filter((one) => one.name === name);
  return alike.length > 1 ? t("twin.after", { before: before.name }) : "";
}

/** `Ereignisfeld (nach Elisenstraße)`; a dash is nowhere. */
export function placeName(scene: Scene, space: number | null): string {
  if (space === null) return "–";
  const spaces = scene.edition?.spaces ?? [];
  const after = spaces[space] && afterText(spaces, spaces[space]);
  return after ? `${spaceName(scene, space)} (${after})` : spaceName(scene, space);
}
