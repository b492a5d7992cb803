import { at, baseOf } from "../../net/base";
import { roleOn, type Feature } from "../../state/features";
import { table } from "../../state/table.svelte";
import type { Page } from "../../net/route";

const inClub = (): boolean => baseOf(location.pathname) !== "";
const front = () => import("./Front.svelte");
const help = { load: () => import("./HelpWanted.svelte"), when: inClub };

/** One table of many: what lies on a home screen leads to it, and the page follows it to other processes. */
function begin(page: Page): void {
  if (!inClub()) return;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", at("/manifest.webmanifest"));
  void import("./following").then(({ follow }) => follow(roleOn(page), () => table.lostAt === null));
}

export const club: Feature = {
  fronts: { "/club": front, "/wall": front, "/league": front },
  panels: { "menu.evening": { ...help, when: () => inClub() && table.isBanker }, "phone.end": help },
  begin,
};
