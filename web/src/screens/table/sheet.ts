import { held } from "../../game/market";
import { seatName, type Scene } from "../../text/sentences";
import { t } from "../../text/words.svelte";

/** The shares that lie in front of somebody, or with the bank, in words. */
export const sharesOf = (scene: Scene, holder: number): string[] =>
  (scene.view.market?.issuers ?? [])
    .map((issuer) => ({ issuer: seatName(scene, issuer.seat), count: held(issuer, holder) }))
    .filter(({ count }) => count)
    .map((shares) => t("lot.shares", shares));

export const owesReport = (scene: Scene, seat: number): boolean =>
  (scene.view.market?.issuers ?? []).some((issuer) => issuer.seat === seat && issuer.owed_since !== null);
