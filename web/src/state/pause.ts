/** While the game is paused: which pieces the table waits for, and the sheet for another evening. */
import { at } from "../net/base";
import { fetchJson } from "../net/http";
import { reasonText } from "../text/sentences";
import { table } from "./table.svelte";
import { t } from "../text/words.svelte";
import type { PauseView, RebuildView } from "../wire";

export const goOn = (anyway: boolean) => table.act({ do: "go_on", anyway });

export const freeze = () => table.act({ do: "freeze" });

/** Why the game cannot continue yet, or null when every piece is seen. */
export const missingText = (pause: PauseView): string | null =>
  pause.missing.length ? reasonText(table.scene, "pieces_missing", { count: pause.missing.length }) : null;

/** Where a piece belongs, and where it is if a reader sees it. */
export function wayText(space: string, found: string | null): string {
  return found === null ? t("pause.way", { space }) : t("pause.way.found", { space, found });
}

/** Everything that has to be set up again, as the hub has it now. */
export const fetchRebuild = (): Promise<RebuildView> => fetchJson(at("/api/rebuild"));
